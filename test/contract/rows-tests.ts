import { expect } from 'bun:test'
import { MARKS } from './mail.ts'
import type { Row } from './rows.ts'
import { BROKEN, names, pending, scored, spent, TIME } from './scenes.ts'

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
      await stage.expire(made)
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
