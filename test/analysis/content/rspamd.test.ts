import { describe, expect, test } from 'bun:test'
import { rspamd } from '../../../src/analysis/analyzers/content/rspamd.ts'
import { analysed, checkBy, replies, says } from './scan-scene.ts'

const symbol = (score: number, options?: string[]) => ({
  score,
  description: 'What it is',
  ...(options && { options }),
})
const reply = (score: number, changes: object = {}) =>
  JSON.stringify({
    is_skipped: false,
    score,
    required_score: 15,
    action: 'no action',
    symbols: score === 0 ? {} : { A: symbol(score) },
    ...changes,
  })
const judged = (body: string) => checkBy(rspamd, { scanners: { rspamd: replies(body) } })

describe('the verdict of Rspamd', () => {
  test.each([
    ['nothing hit', reply(0), 'passed', 0, []],
    ['below zero', reply(-3), 'passed', 0, []],
    ['one point', reply(1), 'passed', 0, []],
    ['two points', reply(2), 'failed', -0.1, ['rspamd-points']],
    ['just below the mark', reply(5.99), 'failed', -0.5, ['rspamd-points']],
    ['marked as spam', reply(6, { action: 'add header' }), 'failed', -0.5, ['rspamd-spam']],
    ['between', reply(10.5, { action: 'add header' }), 'failed', -0.75, ['rspamd-spam']],
    ['rejected', reply(15, { action: 'reject' }), 'failed', -1, ['rspamd-spam']],
    ['rejected by a pattern', reply(2, { action: 'reject' }), 'failed', -1, ['rspamd-rejects']],
    [
      'GTUBE, as it answers it',
      reply(15, { action: 'reject', is_skipped: true, symbols: { GTUBE: symbol(0) } }),
      'failed',
      -1,
      ['rspamd-rejects'],
    ],
    ['no reject configured', reply(5, { required_score: 6 }), 'failed', -0.4, ['rspamd-points']],
    ['no reject configured, marked', reply(9, { required_score: 6 }), 'failed', -0.75, ['rspamd-spam']],
    ['a lenient one', reply(6, { required_score: 30 }), 'failed', -0.23, ['rspamd-points']],
    ['what others judge', reply(8, { symbols: { DATE_IN_PAST: symbol(8) } }), 'passed', 0, []],
  ] as const)('%s', async (_name, body, status, score, findings) => {
    expect(await judged(body)).toMatchObject({ status, score, findings: [...findings] })
  })

  test('symbols with their descriptions; what they saw of the message is quoted only', async () => {
    const symbols = {
      BIG: symbol(4, ['secret@example.org']),
      RDNS_NONE: symbol(1),
      NOTHING: symbol(0, ['secret']),
    }
    const { detail, quotes } = await judged(reply(5, { symbols, messages: { smtp_message: 'secret' } }))
    expect(detail).toMatchObject({
      summary: 'Rspamd counts 4 points against the message; at 6 it is spam.',
      action: 'no action',
      points: '5',
      counted: '4',
      spam_at: '6',
      required: '15',
      BIG: '+4 What it is',
      NOTHING: '0 What it is',
      not_counted: 'reverse-dns and helo: RDNS_NONE +1',
    })
    expect(JSON.stringify(detail)).not.toContain('secret')
    expect(quotes).toEqual({ BIG: 'secret@example.org' })
  })

  test.each([
    ['down', says({ kind: 'failure', says: 'nothing listens at its address' }), 'nothing listens'],
    ['lying', replies('<html>'), 'not that of Rspamd'],
    ['skipping', replies(reply(0, { is_skipped: true })), 'skipped'],
  ])('%s is an error that costs nothing', async (_name, scanner, why) => {
    const check = await checkBy(rspamd, { scanners: { rspamd: scanner } })
    expect(check).toMatchObject({ status: 'error', score: 0 })
    expect(check.detail['summary']).toContain(why)
  })

  test('where none is configured, the report has no such check', async () => {
    expect((await analysed([rspamd], { scanners: {} })).report.checks).toEqual([])
  })
})
