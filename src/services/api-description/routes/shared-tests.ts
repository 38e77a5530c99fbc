import { answer, DISCREET, notFound } from '../answers.ts'
import { MESSAGE_BODY, SHARED_REPORT } from '../examples.ts'
import { MESSAGE, TOKEN } from '../parameters.ts'
import type { RouteDeclaration } from '../route.ts'

const notShared = notFound(
  'There is no such test, it has expired, it is not shared, or it was made with a key; or m names no message of it.',
  'No such test, or its token has expired.',
  DISCREET,
)

export const SHARED_ROUTES = {
  getSharedTest: {
    method: 'get',
    path: '/v1/shared/{token}',
    tags: ['Shared'],
    summary: 'Read a test made on the web site',
    description:
      'The token is the credential: no key is needed. A test of an account answers 404 here until its owner shares it; one made with a key always does.',
    action: 'tests.read',
    opens: 'token',
    parameters: [TOKEN, MESSAGE],
    answers: {
      200: answer(
        'The test, with the report of its latest message or of m.',
        'Report',
        SHARED_REPORT,
        DISCREET,
      ),
      404: notShared,
    },
  },
  getSharedMessage: {
    method: 'get',
    path: '/v1/shared/{token}/message',
    tags: ['Shared'],
    summary: 'Read the message of a test made on the web site',
    description:
      'Sender and date are always given. Subject and content are withheld when the message looks like a verification code, a sign-in link or a password reset. 404 while nothing has arrived.',
    action: 'tests.read',
    opens: 'token',
    parameters: [TOKEN, MESSAGE],
    answers: {
      200: answer('The latest message, or that of m.', 'Message', MESSAGE_BODY, DISCREET),
      404: notShared,
    },
  },
} as const satisfies Record<string, RouteDeclaration>
