import { describe, expect, test } from 'bun:test'
import { smtpConduct } from '../../../src/analysis/analyzers/server/smtp-conduct.ts'
import type { Conduct } from '../../../src/core/message.ts'
import { CONDUCT, envelope } from '../../support/envelope.ts'
import { withFix } from '../../support/with-fix.ts'
import { judge, mail } from '../message-scene.ts'
import { scene } from './server-context.ts'

const UTF8 = Buffer.from('Grüße').toString('latin1')
const EIGHT = mail(
  {
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Transfer-Encoding': '8bit',
  },
  UTF8,
)
const ASCII = mail()
const SIZE = ASCII.length

interface Case {
  conduct?: Partial<Conduct>
  parameters?: Record<string, string>
  message?: string
  mailFrom?: string
}

const run = ({ conduct, parameters = {}, message = ASCII, mailFrom = 'a@example.org' }: Case) =>
  judge(smtpConduct, message, {
    envelope: { conduct: { ...CONDUCT, ...conduct }, mailParameters: parameters, mailFrom },
  })

describe('what is judged', () => {
  test.each<[string, Case, number, string]>([
    ['a clean session', {}, 0, ''],
    ['one that never pipelines', { conduct: { pipelined: false } }, 0, ''],
    ['words before the greeting', { conduct: { beforeGreeting: 1 } }, -0.2, 'smtp-early-talker'],
    ['plain text behind STARTTLS', { conduct: { behindStartTls: 30 } }, -0.2, 'smtp-before-tls'],
    ['more behind EHLO', { conduct: { unanswered: ['EHLO'] } }, -0.2, 'smtp-pipelining'],
    ['bare LF', { conduct: { bareLf: 6 } }, -0.2, 'smtp-bare-lf'],
    ['HELO is advice', { conduct: { hello: 'HELO' } }, 0, 'smtp-helo'],
    ['8bit with BODY=8BITMIME', { message: EIGHT, parameters: { BODY: '8bitmime' } }, 0, ''],
    ['8bit without BODY', { message: EIGHT }, -0.1, 'smtp-8bit-undeclared'],
    ['8bit as BODY=7BIT', { message: EIGHT, parameters: { BODY: '7BIT' } }, -0.1, 'smtp-8bit-undeclared'],
    ['7bit as BODY=8BITMIME', { parameters: { BODY: '8BITMIME' } }, 0, ''],
    ['8bit that calls itself 7bit is the message’s fault', { message: mail({}, UTF8) }, 0, ''],
    ['SMTPUTF8 for nothing is advice', { parameters: { SMTPUTF8: '' } }, 0, 'smtp-utf8-needless'],
    ['SMTPUTF8 for the header', { parameters: { SMTPUTF8: '' }, message: mail({ Subject: UTF8 }) }, 0, ''],
    ['SMTPUTF8 for the sender', { parameters: { SMTPUTF8: '' }, mailFrom: 'ä@example.org' }, 0, ''],
    ['raw UTF-8 in the header is the message’s fault', { message: mail({ Subject: UTF8 }) }, 0, ''],
    ['SIZE of the message', { parameters: { SIZE: `${SIZE}` } }, 0, ''],
    ['SIZE of more', { parameters: { SIZE: `${SIZE * 5}` } }, 0, ''],
    ['SIZE of nothing', { parameters: { SIZE: '0' } }, 0, ''],
    ['SIZE that is no number', { parameters: { SIZE: 'x<b>' } }, 0, ''],
    ['10 % more than SIZE', { parameters: { SIZE: `${Math.ceil(SIZE / 1.1)}` } }, 0, ''],
    ['more than that', { parameters: { SIZE: `${Math.floor(SIZE / 1.1) - 1}` } }, -0.1, 'smtp-size-exceeded'],
    [
      'everything at once costs the weight',
      {
        conduct: { hello: 'HELO', beforeGreeting: 5, behindStartTls: 5, bareLf: 2, unanswered: ['DATA'] },
        message: EIGHT,
        parameters: { SIZE: '1' },
      },
      -0.2,
      'smtp-early-talker,smtp-before-tls,smtp-pipelining,smtp-bare-lf,smtp-8bit-undeclared,smtp-size-exceeded,smtp-helo',
    ],
  ])('%s', async (_name, given, score, findings) => {
    const check = await run(given)
    expect({ score: check.score, findings: check.findings.join() }).toEqual({ score, findings })
    expect(check.status).toBe(score === 0 ? 'passed' : 'failed')
    expect(check.detail['declared_size'] ?? '').not.toContain('<')
  })
})

test('a file is not judged', async () => {
  const check = await judge(smtpConduct, EIGHT, { envelope: { transport: 'file' } })
  expect(check).toMatchObject({ status: 'neutral', score: 0 })
  expect(check.detail['summary']).toContain('file')
})

test('an envelope from before this was recorded is not judged', async () => {
  const { conduct: _, ...before } = envelope()
  const check = withFix(await smtpConduct.run({ ...scene(), envelope: before }))
  expect(check).toMatchObject({ status: 'neutral', score: 0 })
  expect(check.detail['summary']).toContain('not recorded')
})

test('what was seen is shown', async () => {
  const { detail } = await run({
    conduct: { bareLf: 2 },
    message: EIGHT,
    parameters: { SIZE: '900', BODY: '8BITMIME' },
  })
  expect(detail).toMatchObject({
    greeted_with: 'EHLO',
    commands: '6, 2 with bare LF',
    pipelining: 'used',
    declared_size: '900',
    declared_body: '8BITMIME',
    smtputf8: 'no',
    octets: `${EIGHT.length}, 4 of them above 127`,
  })
})
