import { scenarios } from '../support/scenarios.ts'
import { REPORT } from './reports.ts'

const DISCREET = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' }

scenarios('GET /v1/shared/{token}', [
  {
    name: 'a pending test',
    proves: 'the token is the credential, no key is needed',
    request: 'GET /v1/shared/{token}',
    given: async (world) => ({ token: (await world.anonymousTest()).token }),
    status: 200,
    keys: ['token', 'address', 'status', 'max_score', 'gated', 'created_at', 'checks'],
    answers: { ...DISCREET, ratelimit: undefined },
  },
  {
    name: 'a scored test',
    proves: 'the two bodies are identical in shape, and a shared report does not repeat the message',
    request: 'GET /v1/shared/{token}',
    given: async (world) => {
      const { token } = await world.anonymousTest()
      return { token, message: await world.message(token, REPORT) }
    },
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
      score: 9,
      message_id: '{message}',
      checks: [{ name: 'headers', detail: { findings: 'several-from' } }, {}],
    },
    lacks: ['second_from', 'the words of the message', 'quotes'],
    answers: DISCREET,
  },
  {
    name: 'an earlier message',
    proves: 'm pins the report',
    request: 'GET /v1/shared/{token}?m={message}',
    given: async (world) => {
      const { token } = await world.anonymousTest()
      const message = await world.message(token, REPORT)
      world.pass(1000)
      await world.message(token, 'failed')
      return { token, message }
    },
    status: 200,
    has: { status: 'scored', message_id: '{message}' },
  },
  {
    name: 'a test made with a key',
    proves: 'the shared endpoints return 404 for a key-created test, even when the token is valid',
    request: 'GET /v1/shared/{token}',
    given: async (world, account) => ({ token: (await world.test(account)).token }),
    status: 404,
    answers: DISCREET,
  },
  {
    name: 'a test made with a key, asked for with that key',
    proves: 'a key-created test is 404 on the shared route, whoever asks',
    request: 'GET /v1/shared/{token}',
    key: 'full',
    given: async (world, account) => ({ token: (await world.test(account)).token }),
    status: 404,
  },
  {
    name: 'no such token',
    proves: 'errors: 404',
    request: 'GET /v1/shared/aaaaaaaaaaaaaaaaaaaaaaaaaa',
    status: 404,
  },
  { name: 'no token', proves: 'errors: 404', request: "GET /v1/shared/'%20or%201=1", status: 404 },
  {
    name: 'an unknown message',
    proves: 'unknown m is 404',
    request: 'GET /v1/shared/{token}?m=msg_x',
    given: async (world) => ({ token: (await world.anonymousTest()).token }),
    status: 404,
  },
])
