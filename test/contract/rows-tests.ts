import { expect } from 'bun:test'
import type { Account } from '../../src/core/account.ts'
import { MARKS } from './mail.ts'
import type { Row } from './rows.ts'
import type { Made, Stage } from './stage.ts'

export const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
export const REPORT_KEYS = {
  pending: ['token', 'address', 'status', 'max_score', 'gated', 'created_at', 'checks'],
  failed: [
    'token',
    'address',
    'status',
    'max_score',
    'gated',
    'created_at',
    'received_at',
    'message_id',
    'checks',
  ],
  scored: [
    'token',
    'address',
    'status',
    'score',
    'max_score',
    'gated',
    'created_at',
    'received_at',
    'message_id',
    'checks',
  ],
} as const

const names = (made: Made, more: Record<string, string> = {}) => ({
  token: made.token,
  address: made.address,
  ...more,
})
const pending = async (stage: Stage, account: Account) => names(await stage.test(account))
const scored = async (stage: Stage, account: Account) => {
  const made = await stage.test(account)
  return names(made, { message: await stage.message(made) })
}
const twice = async (stage: Stage, account: Account) => {
  const made = await stage.test(account)
  const message = await stage.message(made)
  return names(made, { message, second: await stage.message(made, 'html') })
}
const spent = async (stage: Stage, account: Account) => {
  await stage.setPlan(account, 'small')
  await stage.test({ ...account, plan: 'small' })
  return {}
}
const BROKEN = { headers: { 'content-type': 'application/json' }, body: '{' }

export const CREATE: Row[] = [
  {
    name: 'a test is made',
    proves: 'Success: 201 with a Test object (token, address, source, expires_at, created_at).',
    request: 'POST /v1/tests',
    key: 'write',
    status: 201,
    keys: ['token', 'address', 'source', 'expires_at', 'created_at'],
    has: {
      token: expect.stringMatching(/^[a-z2-7]{26}$/),
      address: expect.stringMatching(/^[a-z2-7]{12}@test\.example$/),
      source: 'api',
      expires_at: TIME,
      created_at: TIME,
    },
    answers: { 'idempotent-replayed': undefined },
  },
  {
    name: 'a key of one scope too many',
    proves: 'tests:write: POST /v1/tests',
    request: 'POST /v1/tests',
    key: 'read',
    status: 403,
    has: { error: 'API key missing required scope: tests:write' },
  },
  {
    name: 'broken JSON',
    proves: '400: Malformed request body',
    request: 'POST /v1/tests',
    key: 'full',
    ...BROKEN,
    status: 400,
  },
  {
    name: 'an idempotency key with a blank in it',
    proves: 'An Idempotency-Key is 1 to 255 visible ASCII characters, else 400',
    request: 'POST /v1/tests',
    key: 'full',
    headers: { 'idempotency-key': 'a b' },
    status: 400,
  },
  {
    name: 'an idempotency key that is too long',
    proves: 'An Idempotency-Key is 1 to 255 visible ASCII characters, else 400',
    request: 'POST /v1/tests',
    key: 'full',
    headers: { 'idempotency-key': 'k'.repeat(256) },
    status: 400,
  },
  {
    name: 'a bad idempotency key when nothing is left',
    proves: 'Parameters are judged before the allowance.',
    request: 'POST /v1/tests',
    key: 'full',
    given: spent,
    headers: { 'idempotency-key': 'a b' },
    status: 400,
  },
  {
    name: 'the allowance is used up',
    proves: 'Each POST /v1/tests consumes one unit.',
    request: 'POST /v1/tests',
    key: 'full',
    given: spent,
    status: 429,
    answers: { 'retry-after': /^\d+$/ },
  },
]

export const LIST: Row[] = [
  {
    name: 'no test yet',
    proves: 'Success: 200 with an object holding tests, an array of Test list items, newest first.',
    request: 'GET /v1/tests',
    key: 'read',
    status: 200,
    keys: ['tests'],
    has: { tests: [] },
    answers: { 'x-total-count': '0', link: undefined },
  },
  {
    name: 'a pending test',
    proves:
      'score: Absent until the message has arrived and been scored. The list item carries no address field.',
    request: 'GET /v1/tests',
    key: 'read',
    given: pending,
    status: 200,
    has: { tests: [{ token: '{token}', source: 'api', status: 'pending', created_at: TIME }] },
    lacks: ['address', 'score', 'received_at', '{address}'],
  },
  {
    name: 'a scored test',
    proves: 'received_at: Absent until the message arrives.',
    request: 'GET /v1/tests',
    key: 'read',
    given: scored,
    status: 200,
    has: { tests: [{ token: '{token}', status: 'scored', score: expect.any(Number), received_at: TIME }] },
    lacks: ['address', '{address}', ...Object.values(MARKS)],
  },
  {
    name: 'the first page of two',
    proves: 'Query parameters: limit, offset; Link: rel="next" and X-Total-Count as extra headers.',
    request: 'GET /v1/tests?limit=1',
    key: 'read',
    given: async (stage, account) => {
      await stage.test(account)
      return names(await stage.test(account))
    },
    status: 200,
    has: { tests: [{ token: '{token}' }] },
    answers: {
      'x-total-count': '2',
      link: '<https://mailgauge.example.com/v1/tests?limit=1&offset=1>; rel="next"',
    },
  },
  {
    name: 'nonsense for paging',
    proves: 'A value that is not a plain decimal integer counts as absent.',
    request: 'GET /v1/tests?limit=ten&offset=1e3',
    key: 'read',
    given: pending,
    status: 200,
    has: { tests: [{ token: '{token}' }] },
  },
  {
    name: 'tests of others',
    proves: "It reads and writes that account's data.",
    request: 'GET /v1/tests',
    key: 'full',
    given: async (stage) => names(await stage.test(await stage.account())),
    status: 200,
    has: { tests: [] },
    lacks: ['{token}'],
  },
  {
    name: 'an expired test',
    proves: 'After expires_at lists leave it out.',
    request: 'GET /v1/tests',
    key: 'full',
    given: async (stage, account) => {
      const made = await stage.test(account)
      stage.expire(made)
      return names(made)
    },
    status: 200,
    has: { tests: [] },
  },
  {
    name: 'without the scope',
    proves: 'tests:read: GET /v1/tests and GET /v1/tests/{token}',
    request: 'GET /v1/tests',
    key: 'write',
    status: 403,
    has: { error: 'API key missing required scope: tests:read' },
  },
]

export const READ: Row[] = [
  {
    name: 'nothing has arrived',
    proves: 'While pending, reading the test returns 200 with status pending, not 404.',
    request: 'GET /v1/tests/{token}',
    key: 'read',
    given: pending,
    status: 200,
    keys: REPORT_KEYS.pending,
    has: {
      token: '{token}',
      address: '{address}',
      status: 'pending',
      max_score: 10,
      gated: false,
      created_at: TIME,
      checks: [],
    },
  },
  {
    name: 'a scored test',
    proves: 'pending until the message arrives, then scored. checks: One entry per analyzer.',
    request: 'GET /v1/tests/{token}',
    key: 'read',
    given: scored,
    status: 200,
    keys: REPORT_KEYS.scored,
    has: {
      status: 'scored',
      score: expect.any(Number),
      gated: false,
      received_at: TIME,
      message_id: '{message}',
      checks: expect.arrayContaining([
        { name: 'dkim', status: expect.any(String), score: expect.any(Number), detail: expect.any(Object) },
        expect.objectContaining({ name: 'content' }),
        expect.objectContaining({ name: 'blocklist' }),
      ]),
    },
    lacks: ['quotes', 'null', 'headline', 'withheld'],
  },
  {
    name: 'a message that is none',
    proves: 'or failed if it could not be analysed.',
    request: 'GET /v1/tests/{token}',
    key: 'read',
    given: async (stage, account) => {
      const made = await stage.test(account)
      return names(made, { message: await stage.message(made, 'broken') })
    },
    status: 200,
    keys: REPORT_KEYS.failed,
    has: { status: 'failed', message_id: '{message}', checks: [], received_at: TIME },
  },
  {
    name: 'two messages',
    proves: 'A report is for the latest message.',
    request: 'GET /v1/tests/{token}',
    key: 'read',
    given: twice,
    status: 200,
    has: { message_id: '{second}' },
  },
  {
    name: 'm names the first',
    proves: 'unless a specific message is pinned with the query parameter m.',
    request: 'GET /v1/tests/{token}?m={message}',
    key: 'read',
    given: twice,
    status: 200,
    has: { message_id: '{message}' },
  },
  {
    name: 'm names nothing',
    proves: 'unknown m is 404',
    request: 'GET /v1/tests/{token}?m=msg_x',
    key: 'read',
    given: scored,
    status: 404,
  },
  {
    name: 'a test of another account',
    proves: 'Only tests owned by the calling account are readable.',
    request: 'GET /v1/tests/{token}',
    key: 'full',
    given: async (stage) => scored(stage, await stage.account()),
    status: 404,
    lacks: ['{token}', '{address}'],
  },
  {
    name: 'an expired test',
    proves: '404 (no such test, or the token expired)',
    request: 'GET /v1/tests/{token}',
    key: 'read',
    given: async (stage, account) => {
      const made = await stage.test(account)
      await stage.message(made)
      stage.expire(made)
      return names(made)
    },
    status: 404,
  },
  {
    name: 'a plan whose full reports are used up',
    proves:
      'score: Present when gated is true. gated: true when the full report is withheld pending an upgrade.',
    request: 'GET /v1/tests/{token}',
    key: 'read',
    plan: 'gated',
    given: gatedTest,
    status: 200,
    keys: REPORT_KEYS.scored,
    has: { gated: true, score: expect.any(Number), checks: [], message_id: '{message}' },
    lacks: ['dkim', 'summary', ...Object.values(MARKS)],
  },
  {
    name: 'a plan that allows more',
    proves: 'Decided at scoring time, one unit per test and never per message, lifted when the plan changes.',
    request: 'GET /v1/tests/{token}',
    key: 'read',
    plan: 'self-hosted',
    given: gatedTest,
    status: 200,
    has: { gated: false, checks: expect.arrayContaining([expect.objectContaining({ name: 'dkim' })]) },
  },
  {
    name: 'the first test of that plan, with a second message',
    proves: 'one unit per test and never per message',
    request: 'GET /v1/tests/{token}',
    key: 'read',
    plan: 'gated',
    given: async (stage, account) => {
      await stage.setPlan(account, 'gated')
      return twice(stage, account)
    },
    status: 200,
    has: { gated: false, message_id: '{second}' },
  },
  {
    name: 'waiting for what is there',
    proves: '?wait=SECONDS holds the answer until scored, failed or the time is up.',
    request: 'GET /v1/tests/{token}?wait=60',
    key: 'read',
    given: scored,
    status: 200,
    has: { status: 'scored' },
  },
]

/** The second test that is scored in a month of one full report. */
async function gatedTest(stage: Stage, account: Account): Promise<Record<string, string>> {
  await stage.setPlan(account, 'gated')
  await stage.message(await stage.test(account))
  return scored(stage, account)
}
