import { expect } from 'bun:test'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'
import { CLEAN, REPORT } from './reports.ts'

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

const pending = async (world: World, account: string) => {
  const { token, localPart } = await world.test(account)
  return { token, address: `${localPart}@in.example.com` }
}
const scored = async (world: World, account: string) => {
  const made = await pending(world, account)
  return { ...made, message: await world.message(made.token, REPORT) }
}

scenarios('POST /v1/tests', [
  {
    name: 'a test is made',
    proves: '201 with token, address, source, expires_at, created_at',
    request: 'POST /v1/tests',
    key: 'write',
    status: 201,
    keys: ['token', 'address', 'source', 'expires_at', 'created_at'],
    has: {
      token: expect.stringMatching(/^[a-z2-7]{26}$/),
      address: expect.stringMatching(/^[a-z2-7]{12}@in\.example\.com$/),
      source: 'api',
      expires_at: TIME,
      created_at: TIME,
    },
    answers: { location: /^\/v1\/tests\/[a-z2-7]{26}$/ },
  },
  {
    name: 'an empty object',
    proves: 'an empty or {} body is fine',
    request: 'POST /v1/tests',
    key: 'full',
    headers: { 'content-type': 'application/json' },
    body: '{}',
    status: 201,
  },
  {
    name: 'JSON is declared and nothing is sent',
    proves: 'an empty or {} body is fine',
    request: 'POST /v1/tests',
    key: 'full',
    headers: { 'content-type': 'application/json' },
    status: 201,
  },
  {
    name: 'a form',
    proves: 'no body is needed, and what is not declared as JSON is not judged as JSON',
    request: 'POST /v1/tests',
    key: 'full',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: '{not json',
    status: 201,
  },
  {
    name: 'broken JSON',
    proves: 'a body that declares JSON and is not JSON is 400',
    request: 'POST /v1/tests',
    key: 'full',
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: '{"a":',
    status: 400,
  },
  {
    name: 'broken JSON of another JSON type',
    proves: 'a body that declares JSON and is not JSON is 400',
    request: 'POST /v1/tests',
    key: 'full',
    headers: { 'content-type': 'application/merge-patch+json' },
    body: 'nope',
    status: 400,
  },
  {
    name: 'a body that is too large',
    proves: 'too large is 413 with an error body',
    request: 'POST /v1/tests',
    key: 'full',
    headers: { 'content-type': 'application/json' },
    body: `"${'x'.repeat(1000)}"`,
    status: 413,
  },
  {
    name: 'the allowance is used up',
    proves: '429 with Retry-After to the end of the month and a message that says so',
    request: 'POST /v1/tests',
    key: 'full',
    plan: 'small',
    afterwards: (world, account) => world.test(account),
    status: 429,
    has: { error: expect.stringMatching(/^The 1 tests a month of the plan "small" are used up\./) },
    answers: { 'retry-after': /^\d+$/, ratelimit: /^"account";r=\d+;t=\d+$/ },
  },
])

scenarios('GET /v1/tests/{token}', [
  {
    name: 'nothing has arrived',
    proves: 'a pending test is 200: score, received_at and message_id absent, checks empty, gated false',
    request: 'GET /v1/tests/{token}',
    key: 'read',
    given: pending,
    status: 200,
    keys: ['token', 'address', 'status', 'max_score', 'gated', 'created_at', 'checks'],
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
    name: 'a message waits for its analysis',
    proves: 'received_at appears in the same swap as the status',
    request: 'GET /v1/tests/{token}',
    key: 'read',
    given: async (world, account) => {
      const made = await pending(world, account)
      return { ...made, message: await world.message(made.token) }
    },
    status: 200,
    keys: ['token', 'address', 'status', 'max_score', 'gated', 'created_at', 'checks'],
  },
  {
    name: 'a scored test',
    proves: 'the report with one check per analyzer; the owner reads what quotes the message',
    request: 'GET /v1/tests/{token}',
    key: 'read',
    given: scored,
    status: 200,
    keys: [
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
    has: {
      status: 'scored',
      score: 9,
      received_at: TIME,
      message_id: '{message}',
      checks: [
        {
          name: 'headers',
          status: 'failed',
          score: -1,
          detail: { findings: 'several-from', second_from: 'the words of the message' },
        },
        { name: 'dkim', status: 'passed', score: 0, detail: { valid_domains: 'example.org' } },
      ],
    },
    lacks: ['quotes', 'null', 'hidden subject'],
  },
  {
    name: 'a message that could not be analysed',
    proves: 'failed: received_at and message_id present, score absent, checks empty',
    request: 'GET /v1/tests/{token}',
    key: 'read',
    given: async (world, account) => {
      const made = await pending(world, account)
      return { ...made, message: await world.message(made.token, 'failed') }
    },
    status: 200,
    keys: [
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
    has: { status: 'failed', message_id: '{message}', checks: [] },
    lacks: ['not a message'],
  },
  {
    name: 'a second message',
    proves: 'the report is for the latest message',
    request: 'GET /v1/tests/{token}',
    key: 'read',
    given: async (world, account) => {
      const made = await scored(world, account)
      world.pass(1000)
      return { ...made, second: await world.message(made.token, CLEAN) }
    },
    status: 200,
    has: { score: 10, message_id: '{second}' },
  },
  {
    name: 'm names the first of two',
    proves: 'm pins the report to that message instead of the latest',
    request: 'GET /v1/tests/{token}?m={message}',
    key: 'read',
    given: async (world, account) => {
      const made = await scored(world, account)
      world.pass(1000)
      return { ...made, second: await world.message(made.token, CLEAN) }
    },
    status: 200,
    has: { score: 9, message_id: '{message}' },
  },
  {
    name: 'm names nothing',
    proves: 'unknown m is 404',
    request: 'GET /v1/tests/{token}?m=msg_aaaaaaaaaaaaaaaaaaaaaaaaaa',
    key: 'read',
    given: scored,
    status: 404,
  },
  {
    name: 'm names a message of another test',
    proves: 'unknown m is 404',
    request: 'GET /v1/tests/{token}?m={other}',
    key: 'read',
    given: async (world, account) => {
      const { message } = await scored(world, account)
      return { ...(await scored(world, account)), other: message }
    },
    status: 404,
  },
  {
    name: 'an empty m',
    proves: 'an empty m pins nothing',
    request: 'GET /v1/tests/{token}?m=',
    key: 'read',
    given: scored,
    status: 200,
    has: { message_id: '{message}' },
  },
  {
    name: 'a test of another account',
    proves: 'only tests owned by the calling account are readable',
    request: 'GET /v1/tests/{token}',
    key: 'full',
    given: async (world) => scored(world, (await world.account()).id),
    status: 404,
  },
  {
    name: 'an anonymous test',
    proves: 'only tests owned by the calling account are readable',
    request: 'GET /v1/tests/{token}',
    key: 'full',
    given: async (world) => ({ token: (await world.anonymousTest()).token }),
    status: 404,
  },
  {
    name: 'no such token',
    proves: '404: no such test',
    request: 'GET /v1/tests/aaaaaaaaaaaaaaaaaaaaaaaaaa',
    key: 'read',
    status: 404,
  },
  {
    name: 'no token at all',
    proves: '404: no such test',
    request: 'GET /v1/tests/%00x',
    key: 'read',
    status: 404,
  },
  {
    name: 'a path that is not properly encoded',
    proves: '404: no such test',
    request: 'GET /v1/tests/%zz',
    key: 'read',
    status: 404,
  },
])
