import { expect } from 'bun:test'
import { MARKS, type MailName } from './mail.ts'
import type { Row } from './rows.ts'
import { REPORT_KEYS, TIME } from './scenes.ts'
import type { Stage } from './stage.ts'

const DISCREET = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex', ratelimit: undefined }
const WORDS = Object.values(MARKS)
const NO_TEST = 'No such test, or its token has expired.'

const anonymous = (...mails: MailName[]) => {
  return async (stage: Stage): Promise<Record<string, string>> => {
    const made = await stage.anonymousTest()
    const ids: Record<string, string> = {}
    for (const [index, mail] of mails.entries()) ids[`message${index}`] = await stage.message(made, mail)
    return { token: made.token, address: made.address, ...ids }
  }
}
const expired = async (stage: Stage) => {
  const made = await stage.anonymousTest()
  await stage.message(made)
  await stage.expire(made)
  return { token: made.token }
}

/** What both shared routes refuse, with the very same body. */
const refusedOn = (path: string): Row[] => [
  {
    name: 'a test made with a key',
    proves: 'Returns 404 for any test created with a key (source api), even when the token is valid.',
    request: `GET /v1/shared/{token}${path}`,
    given: async (stage, account) => {
      const made = await stage.test(account)
      await stage.message(made)
      return { token: made.token }
    },
    status: 404,
    has: { error: NO_TEST },
    answers: DISCREET,
    lacks: WORDS,
  },
  {
    name: 'a test made with a key, asked for with a key of its account',
    proves: 'A key-created test is never readable without a key. The shared endpoints return 404 for it.',
    request: `GET /v1/shared/{token}${path}`,
    key: 'full',
    given: async (stage, account) => ({ token: (await stage.test(account)).token }),
    status: 404,
    has: { error: NO_TEST },
  },
  {
    name: 'an unknown token',
    proves: '404 for key-created ones with the very same body as for an unknown token',
    request: `GET /v1/shared/aaaaaaaaaaaaaaaaaaaaaaaaaa${path}`,
    status: 404,
    has: { error: NO_TEST },
    answers: DISCREET,
  },
  {
    name: 'nothing like a token',
    proves: 'Errors: 404.',
    request: `GET /v1/shared/%00'%20or%201=1${path}`,
    status: 404,
    has: { error: NO_TEST },
  },
  {
    name: 'an expired test',
    proves: 'After expires_at: reads answer 404.',
    request: `GET /v1/shared/{token}${path}`,
    given: expired,
    status: 404,
    has: { error: NO_TEST },
    lacks: WORDS,
  },
  {
    name: 'an unknown message',
    proves: 'unknown m is 404',
    request: `GET /v1/shared/{token}${path}?m=msg_x`,
    given: anonymous('plain'),
    status: 404,
    lacks: WORDS,
  },
  {
    name: 'another method',
    proves: 'wrong method 405 with Allow',
    request: `POST /v1/shared/{token}${path}`,
    given: anonymous(),
    status: 405,
    answers: { allow: 'GET, HEAD' },
  },
]

export const SHARED: Row[] = [
  {
    name: 'a pending test',
    proves: 'No key is needed, and the token is the credential.',
    request: 'GET /v1/shared/{token}',
    given: anonymous(),
    status: 200,
    keys: REPORT_KEYS.pending,
    answers: DISCREET,
  },
  {
    name: 'a scored test',
    proves:
      'Report (returned by GET /v1/tests/{token} and GET /v1/shared/{token}; the two bodies are identical)',
    request: 'GET /v1/shared/{token}',
    given: anonymous('plain'),
    status: 200,
    keys: REPORT_KEYS.scored,
    has: { status: 'scored', score: expect.any(Number), received_at: TIME, message_id: '{message0}' },
    lacks: [...WORDS, 'quotes', 'headline', 'withheld'],
    answers: DISCREET,
  },
  {
    name: 'an earlier message',
    proves: 'Optional query parameter m: message_id.',
    request: 'GET /v1/shared/{token}?m={message0}',
    given: anonymous('plain', 'broken'),
    status: 200,
    has: { status: 'scored', message_id: '{message0}' },
  },
  {
    name: 'a verification code',
    proves: 'When a message is withheld nothing else may leak its secret.',
    request: 'GET /v1/shared/{token}',
    given: anonymous('code'),
    status: 200,
    keys: REPORT_KEYS.scored,
    lacks: WORDS,
  },
  ...refusedOn(''),
]

export const MESSAGE: Row[] = [
  {
    name: 'nothing has arrived',
    proves: 'Message route: 404 while nothing has arrived.',
    request: 'GET /v1/shared/{token}/message',
    given: anonymous(),
    status: 404,
    answers: DISCREET,
  },
  {
    name: 'a message',
    proves: 'Success: 200 with a Received message object. Sender (from) and date are always returned.',
    request: 'GET /v1/shared/{token}/message',
    given: anonymous('plain'),
    status: 200,
    keys: ['from', 'date', 'subject', 'content', 'withheld'],
    has: {
      from: '"Ann of Sender" <ann@sender.example>',
      date: 'Fri, 20 Nov 2026 12:00:00 +0000',
      subject: `Minutes of ${MARKS.subject}`,
      content: expect.stringContaining(`our meeting about ${MARKS.body}`),
      withheld: false,
    },
    answers: DISCREET,
  },
  {
    name: 'a message of HTML alone',
    proves: 'content is the text/plain part, or the HTML rendered to text.',
    request: 'GET /v1/shared/{token}/message',
    given: anonymous('html'),
    status: 200,
    has: {
      content: expect.stringMatching(/^Dear Bob,\nthe minutes about markbody are done\./),
      withheld: false,
    },
    lacks: ['<b>', '<p>'],
  },
  {
    name: 'an earlier message',
    proves: 'It takes m too.',
    request: 'GET /v1/shared/{token}/message?m={message0}',
    given: anonymous('plain', 'broken'),
    status: 200,
    has: { withheld: false, subject: `Minutes of ${MARKS.subject}` },
  },
  {
    name: 'a verification code',
    proves: 'then withheld is true, withheld_reason is given, and subject and content are omitted.',
    request: 'GET /v1/shared/{token}/message',
    given: anonymous('code'),
    status: 200,
    keys: ['from', 'date', 'withheld', 'withheld_reason'],
    has: {
      from: '"Ann of Sender" <ann@sender.example>',
      date: 'Fri, 20 Nov 2026 12:00:00 +0000',
      withheld: true,
      withheld_reason: expect.stringContaining('code'),
    },
    lacks: WORDS,
    answers: DISCREET,
  },
  {
    name: 'a verification code, asked for with a key',
    proves: 'The decision depends on the message only, not on who asks.',
    request: 'GET /v1/shared/{token}/message',
    key: 'full',
    given: anonymous('code'),
    status: 200,
    keys: ['from', 'date', 'withheld', 'withheld_reason'],
    lacks: WORDS,
  },
  {
    name: 'a message that could not be read',
    proves: 'What could not be analysed is withheld: from is the envelope sender and date is "".',
    request: 'GET /v1/shared/{token}/message',
    given: anonymous('broken'),
    status: 200,
    keys: ['from', 'date', 'withheld', 'withheld_reason'],
    has: { from: expect.stringMatching(/^[a-z]+@(sender\.example|example\.org)$/), date: '', withheld: true },
    lacks: ['no header here'],
  },
  ...refusedOn('/message'),
]
