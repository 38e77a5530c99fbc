import { expect } from 'bun:test'
import type { Account } from '../../src/core/access/account.ts'
import { MARKS } from './mail.ts'
import type { Row } from './rows.ts'
import { names, pending, REPORT_KEYS, scored, TIME, twice } from './scenes.ts'
import type { Stage } from './stage.ts'

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
      await stage.expire(made)
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
