import { describe, expect, test } from 'bun:test'
import { createRecentErrors } from '../../../src/services/instance/recent-errors.ts'

const AT = new Date('2026-11-22T12:00:00Z')

describe('recent errors', () => {
  test('are told newest first, at most so many', () => {
    const errors = createRecentErrors(3)
    for (const word of ['a', 'b', 'c', 'd']) errors.note('warn', AT, word, {})
    expect(errors.list().map(({ sentence }) => sentence)).toEqual(['d', 'c', 'b'])
  })

  test('the same line in a row is one, with how often and when last', () => {
    const errors = createRecentErrors()
    const later = new Date(AT.getTime() + 1000)
    errors.note('error', AT, 'A job failed', { job: 'retention' })
    errors.note('error', later, 'A job failed', { job: 'retention' })
    errors.note('error', later, 'A job failed', { job: 'readiness' })
    expect(errors.list()).toMatchObject([
      { times: 1 },
      { times: 2, at: later, facts: [['job', 'retention']] },
    ])
  })

  test('show no address, token, key, or words of a message', () => {
    const errors = createRecentErrors()
    const token = 'abcdefghijklmnopqrstuvwxy2'
    const key = `mg_${'a1B2c3D'.repeat(5)}abcd`
    const link = 'x'.repeat(43)
    errors.note('error', AT, `Mail of ${token} to box@in.example.com failed`, {
      err: new SyntaxError(
        `Unexpected "Dear Ada, the code is 123456" near 'secret words' of <ada@example.org> ${key}`,
      ),
      reason: `it says “private words” and \`more of them\` ${link}`,
      subject: 'Private subject',
      client: '192.0.2.1',
      raw: 'Subject: hidden',
      message: 'msg_1',
    })
    const shown = JSON.stringify(errors.list())
    for (const hidden of [
      token,
      'box@',
      'ada@',
      key,
      key.slice(0, 12),
      link,
      'Dear Ada',
      '123456',
      'secret words',
      'private words',
      'more of them',
      'Private subject',
      'Subject: hidden',
      '192.0.2.1',
    ])
      expect(shown).not.toContain(hidden)
    expect(shown).toContain('SyntaxError')
    expect(shown).toContain('msg_1')
  })

  test('of a stack tell where, and nothing of what it says', () => {
    const errors = createRecentErrors()
    const stack =
      'RangeError: bad value Dear Ada\nyour code is 12\n    at parse (/app/mail.ts:3:1)\n    at run (x.ts:1)'
    errors.note('error', AT, 'An analysis failed inside Mailgauge', { step: 'spf', stack })
    expect(errors.list()[0]?.facts).toEqual([
      ['step', 'spf'],
      ['cause', 'RangeError\n    at parse (/app/mail.ts:3:1)\n    at run (x.ts:1)'],
    ])
  })

  test('are bounded in size whatever is logged', () => {
    const errors = createRecentErrors()
    errors.note('warn', AT, 'x '.repeat(1e5), {
      reason: 'y '.repeat(1e5),
      lists: Array(1e4).fill('z'),
      err: { stack: 'w '.repeat(1e5) },
    })
    expect(JSON.stringify(errors.list()).length).toBeLessThan(5000)
  })

  test('take anything', () => {
    const errors = createRecentErrors()
    for (const err of [null, 1, 'text', {}, { message: 'm' }, { stack: 1 }, Symbol('s')])
      errors.note('warn', AT, '', { err, reason: undefined, list: null })
    expect(errors.list().length).toBeGreaterThan(0)
  })
})
