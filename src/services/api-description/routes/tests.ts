import {
  answer,
  BUDGET,
  badBody,
  badWord,
  fullBody,
  noMail,
  notFound,
  tooLarge,
  tooMany,
  underWay,
} from '../answers.ts'
import { REPORT, SENDER_HINTS, TEST, TEST_LIST } from '../examples.ts'
import { ref } from '../fields.ts'
import { IDEMPOTENCY_KEY, LIMIT, MESSAGE, OFFSET, shown, TOKEN, WAIT } from '../parameters.ts'
import type { RouteDeclaration } from '../route.ts'

const noTest = notFound(
  'There is no such test, it has expired, or it is another account’s; or m names no message of it.',
  'No such test, or its token has expired.',
)

export const TEST_ROUTES = {
  createTest: {
    method: 'post',
    path: '/v1/tests',
    tags: ['Tests'],
    summary: 'Allocate a test address',
    description:
      'Takes no body. Each call makes a new address and uses up one test of the month, unless it repeats an Idempotency-Key. After a time-out, repeat the request with the same one.',
    action: 'tests.create',
    opens: 'key',
    parameters: [IDEMPOTENCY_KEY],
    answers: {
      201: answer('The test was made.', 'Test', TEST, ['Location', 'Idempotent-Replayed', ...BUDGET]),
      400: badBody,
      409: underWay,
      413: tooLarge,
      429: tooMany(
        'Too many requests of the account within a minute, or the tests of the month are used up. Wait the Retry-After seconds.',
      ),
      503: noMail,
    },
  },
  listTests: {
    method: 'get',
    path: '/v1/tests',
    tags: ['Tests'],
    summary: 'List the tests of the account',
    description: 'Newest first. Expired tests are left out.',
    action: 'tests.read',
    opens: 'key or session',
    parameters: [shown(LIMIT), OFFSET],
    answers: {
      200: answer('One page of tests.', 'TestList', TEST_LIST, ['Link', 'X-Total-Count', ...BUDGET]),
    },
  },
  getTest: {
    method: 'get',
    path: '/v1/tests/{token}',
    tags: ['Tests'],
    summary: 'Read a test and its report',
    description:
      'While no message has arrived the status is pending. With wait the answer is held until the test is scored or failed, or the time is up, so that no polling is needed.',
    action: 'tests.read',
    opens: 'key or session',
    parameters: [TOKEN, MESSAGE, shown(WAIT)],
    answers: {
      200: answer('The test, with the report of its latest message or of m.', 'Report', REPORT, BUDGET),
      404: noTest,
    },
  },
  updateTest: {
    method: 'patch',
    path: '/v1/tests/{token}/kind',
    tags: ['Tests'],
    summary: 'Say what kind of mail it is',
    description:
      'Some rules are for bulk mail alone, and a message does not show how many of its kind are sent. All messages of the test are scored again with what is said, without any new query, and so is mail that it receives from now on. The answer is held until then, for 8 seconds at most.',
    action: 'tests.describe',
    opens: 'key',
    parameters: [TOKEN],
    requestBody: {
      description: 'What is said. What is left out stays as it was.',
      required: true,
      content: { 'application/json': { schema: ref('OwnerWord'), example: SENDER_HINTS } },
    },
    answers: {
      200: answer('The test, with the report of its latest message.', 'Report', REPORT, BUDGET),
      400: badWord,
      404: noTest,
      413: fullBody,
      429: tooMany(
        'Too many requests of the account within a minute, or too many tests are being scored again. Wait the Retry-After seconds.',
      ),
    },
  },
} as const satisfies Record<string, RouteDeclaration>
