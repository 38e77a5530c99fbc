import {
  answer,
  BUDGET,
  badBody,
  badWord,
  DISCREET,
  FAULT,
  fullBody,
  keyedProblems,
  noMail,
  notFound,
  tooLarge,
  tooMany,
  underWay,
} from './answers.ts'
import { DMARC_OPERATIONS } from './dmarc/operations.ts'
import type { Method, Operation } from './document.ts'
import { DOMAINS, MESSAGE_BODY, OWNER_WORD, REPORT, SHARED_REPORT, TEST, TEST_LIST } from './examples.ts'
import { ref } from './fields.ts'
import { IDEMPOTENCY_KEY, LIMIT, MESSAGE, OFFSET, TOKEN, WAIT } from './parameters.ts'

/** An operation and where it is. */
export interface Route extends Operation {
  method: Method
  path: string
}

const noTest = notFound(
  'There is no such test, it has expired, or it is another account’s; or m names no message of it.',
  'No such test, or its token has expired.',
)
const notShared = notFound(
  'There is no such test, it has expired, or it was made with a key; or m names no message of it.',
  'No such test, or its token has expired.',
  DISCREET,
)

const TEST_ROUTES: readonly Route[] = [
  {
    method: 'post',
    path: '/v1/tests',
    operationId: 'createTest',
    tags: ['Tests'],
    summary: 'Allocate a test address',
    description:
      'Takes no body. Each call makes a new address and uses up one test of the month, unless it repeats an Idempotency-Key. After a time-out, repeat the request with the same one.',
    security: [{ apiKey: ['tests:write'] }],
    parameters: [IDEMPOTENCY_KEY],
    responses: {
      201: answer('The test was made.', 'Test', TEST, ['Location', 'Idempotent-Replayed', ...BUDGET]),
      400: badBody,
      ...keyedProblems('tests:write'),
      409: underWay,
      413: tooLarge,
      429: tooMany(
        'Too many requests of the account within a minute, or the tests of the month are used up. Wait the Retry-After seconds.',
      ),
      503: noMail,
    },
  },
  {
    method: 'get',
    path: '/v1/tests',
    operationId: 'listTests',
    tags: ['Tests'],
    summary: 'List the tests of the account',
    description: 'Newest first. Expired tests are left out.',
    security: [{ apiKey: ['tests:read'] }, { session: [] }],
    parameters: [LIMIT, OFFSET],
    responses: {
      200: answer('One page of tests.', 'TestList', TEST_LIST, ['Link', 'X-Total-Count', ...BUDGET]),
      ...keyedProblems('tests:read'),
    },
  },
  {
    method: 'get',
    path: '/v1/tests/{token}',
    operationId: 'getTest',
    tags: ['Tests'],
    summary: 'Read a test and its report',
    description:
      'While no message has arrived the status is pending. With wait the answer is held until the test is scored or failed, or the time is up, so that no polling is needed.',
    security: [{ apiKey: ['tests:read'] }, { session: [] }],
    parameters: [TOKEN, MESSAGE, WAIT],
    responses: {
      200: answer('The test, with the report of its latest message or of m.', 'Report', REPORT, BUDGET),
      ...keyedProblems('tests:read'),
      404: noTest,
    },
  },
  {
    method: 'patch',
    path: '/v1/tests/{token}/kind',
    operationId: 'updateTest',
    tags: ['Tests'],
    summary: 'Say what kind of mail it is',
    description:
      'Some rules are for bulk mail alone, and a message does not tell how many of its kind are sent. All messages of the test are judged again by what is said, without asking anybody, and so is mail that it receives from now on. The answer is held until then, for 8 seconds at most.',
    security: [{ apiKey: ['tests:write'] }],
    parameters: [TOKEN],
    requestBody: {
      description: 'What is said. What is left out stays as it was.',
      required: true,
      content: { 'application/json': { schema: ref('OwnerWord'), example: OWNER_WORD } },
    },
    responses: {
      200: answer('The test, with the report of its latest message.', 'Report', REPORT, BUDGET),
      400: badWord,
      ...keyedProblems('tests:write'),
      404: noTest,
      413: fullBody,
      429: tooMany(
        'Too many requests of the account within a minute, or too many tests are being judged again. Wait the Retry-After seconds.',
      ),
    },
  },
]

const SHARED_ROUTES: readonly Route[] = [
  {
    method: 'get',
    path: '/v1/shared/{token}',
    operationId: 'getSharedTest',
    tags: ['Shared'],
    summary: 'Read a test made on the web site',
    description: 'The token is the credential: no key is needed. Tests made with a key answer 404 here.',
    security: [],
    parameters: [TOKEN, MESSAGE],
    responses: {
      200: answer(
        'The test, with the report of its latest message or of m.',
        'Report',
        SHARED_REPORT,
        DISCREET,
      ),
      404: notShared,
      ...FAULT,
    },
  },
  {
    method: 'get',
    path: '/v1/shared/{token}/message',
    operationId: 'getSharedMessage',
    tags: ['Shared'],
    summary: 'Read the message of a test made on the web site',
    description:
      'Sender and date are always given. Subject and content are withheld when the message looks like a verification code, a sign-in link or a password reset. 404 while nothing has arrived.',
    security: [],
    parameters: [TOKEN, MESSAGE],
    responses: {
      200: answer('The latest message, or that of m.', 'Message', MESSAGE_BODY, DISCREET),
      404: notShared,
      ...FAULT,
    },
  },
]

const ACCOUNT_ROUTES: readonly Route[] = [
  {
    method: 'get',
    path: '/v1/whoami',
    operationId: 'whoami',
    tags: ['Account'],
    summary: 'Check a key',
    description: 'Needs no scope: any key that works gets its account and its scopes.',
    security: [{ apiKey: [] }],
    responses: {
      200: answer(
        'The key works.',
        'Whoami',
        { account_id: '6f0c2d7e-3b1a-4c58-9d2f-7e5a1b9c0d34', scopes: ['tests:write', 'tests:read'] },
        BUDGET,
      ),
      ...keyedProblems(),
    },
  },
  {
    method: 'get',
    path: '/v1/domains',
    operationId: 'listDomains',
    tags: ['Account'],
    summary: 'List the domains of the account',
    description:
      'The only place that tells the ids the DMARC addresses take. Domains are added, verified and removed in the dashboard.',
    security: [{ apiKey: ['domains:read'] }],
    responses: {
      200: answer('All domains.', 'DomainList', DOMAINS, BUDGET),
      ...keyedProblems('domains:read'),
    },
  },
]

/** Every route of the API, in the order the reference shows them. */
export const ROUTES: readonly Route[] = [
  ...TEST_ROUTES,
  ...SHARED_ROUTES,
  ...ACCOUNT_ROUTES,
  ...DMARC_OPERATIONS,
]
