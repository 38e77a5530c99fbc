import { describe, expect, test } from 'bun:test'
import { spamassassin } from '../../../src/analysis/analyzers/content/spamassassin.ts'
import { spamdReply } from '../../support/scanners.ts'
import { analysed, checkBy, listening, replies, says } from './scan-scene.ts'

const judged = (verdict: string, rows: string) =>
  checkBy(spamassassin, { scanners: { spamassassin: replies(spamdReply(verdict, rows)) } })
const row = (points: string, name: string) => `${points.padStart(4)} ${name.padEnd(22)} What it is`

describe('the verdict of SpamAssassin', () => {
  test.each([
    ['nothing hit', 'False ; 0.0 / 5.0', '', 'passed', 0, []],
    ['one point', 'False ; 1.0 / 5.0', row('1.0', 'A'), 'passed', 0, []],
    ['two points', 'False ; 2.0 / 5.0', row('2.0', 'A'), 'failed', -0.13, ['spamassassin-points']],
    ['just below', 'False ; 4.9 / 5.0', row('4.9', 'A'), 'failed', -0.49, ['spamassassin-points']],
    ['the threshold', 'True ; 5.0 / 5.0', row('5.0', 'A'), 'failed', -0.5, ['spamassassin-spam']],
    ['GTUBE', 'True ; 1000.0 / 5.0', row('1000', 'GTUBE'), 'failed', -1, ['spamassassin-spam']],
    ['another threshold', 'False ; 5.0 / 8.0', row('5.0', 'A'), 'failed', -0.29, ['spamassassin-points']],
    ['spam by what others judge', 'True ; 6.0 / 5.0', row('6.0', 'RCVD_IN_PBL'), 'passed', 0, []],
    [
      'no spam by what others judge',
      'False ; 1.0 / 5.0',
      `${row('6.0', 'A')}\n${row('-5.0', 'RCVD_IN_DNSWL_HI')}`,
      'failed',
      -0.6,
      ['spamassassin-spam'],
    ],
  ] as const)('%s', async (_name, verdict, rows, status, score, findings) => {
    expect(await judged(verdict, rows)).toMatchObject({ status, score, findings: [...findings] })
  })

  test('rules with their descriptions, the heaviest in the advice, and what others judge apart', async () => {
    const rows = `${row('1.5', 'SMALL')}\n${row('2.5', 'BIG')}\n                            [secret(at)example.org]\n${row('1.0', 'RDNS_NONE')}`
    const { detail, quotes } = await judged('True ; 5.0 / 5.0', rows)
    expect(detail).toMatchObject({
      summary: 'SpamAssassin counts 4 points against the message; at 5 it is spam.',
      advice: 'Rewrite or remove what these rules see, the heaviest first: BIG (+2.5), SMALL (+1.5).',
      verdict: 'spam',
      points: '5',
      counted: '4',
      threshold: '5',
      BIG: '+2.5 What it is',
      not_counted: 'reverse-dns and helo: RDNS_NONE +1',
    })
    expect(JSON.stringify(detail)).not.toContain('secret')
    expect(quotes).toEqual({ BIG: '[secret(at)example.org]' })
  })

  test.each([
    ['down', says({ kind: 'failure', says: 'nothing listens at its address' }), 'nothing listens'],
    ['lying', replies('<html>'), 'not that of spamd'],
    ['silent to the end', replies(''), 'without an answer'],
  ])('%s is an error that costs nothing', async (_name, scanner, why) => {
    const check = await checkBy(spamassassin, { scanners: { spamassassin: scanner } })
    expect(check).toMatchObject({ status: 'error', score: 0 })
    expect(check.detail['summary']).toContain(why)
  })

  test('a scanner that never answers holds nothing up', async () => {
    const never = { scan: () => new Promise<never>(() => {}) }
    const check = await checkBy(spamassassin, { scanners: { spamassassin: never }, waitAtMost: 50 })
    expect(check).toMatchObject({ status: 'error', score: 0 })
  })

  test('a message larger than receivers scan is not handed to it', async () => {
    const { scanner, told } = listening('')
    const large = Buffer.alloc(512_001, 'From: a@example.org\r\n\r\n')
    const check = await checkBy(spamassassin, { scanners: { spamassassin: scanner }, raw: large })
    expect(check.status).toBe('neutral')
    expect(told).toEqual([])
    await checkBy(spamassassin, { scanners: { spamassassin: scanner }, raw: large.subarray(1) })
    expect(told).toHaveLength(1)
  })

  test('where none is configured, the report has no such check', async () => {
    const { report } = await analysed([spamassassin], { scanners: {} })
    expect(report.checks).toEqual([])
    expect(report.undetermined).toEqual({ checks: 0, points: 0 })
  })

  test('configured, but its answer was not kept: an error', async () => {
    const { report } = await analysed([spamassassin], { scanners: {}, configured: ['spamassassin'] })
    expect(report.checks).toMatchObject([{ name: 'spamassassin', status: 'error', score: 0 }])
  })

  test('it is told the session, with the name that leads back', async () => {
    const { scanner, told } = listening('')
    await checkBy(spamassassin, { scanners: { spamassassin: scanner } })
    expect(told).toEqual([
      {
        clientAddress: '192.0.2.10',
        clientName: 'mail.example.org',
        helo: 'mail.example.org',
        mailFrom: 'bounce@example.org',
        rcptTo: 'abcdefghijkl@test.example',
        receivedAt: '2026-11-20T12:00:01.000Z',
      },
    ])
  })

  test.each([
    ['without a name that leads back', { clientAddress: '192.0.2.11' }, { clientAddress: '192.0.2.11' }],
    ['behind a proxy', { clientAddress: '10.0.0.1' }, {}],
  ])('%s', async (_name, session, client) => {
    const { scanner, told } = listening('')
    await checkBy(spamassassin, { scanners: { spamassassin: scanner }, envelope: session })
    const { clientAddress, clientName } = told[0] ?? {}
    expect({ ...(clientAddress && { clientAddress }), ...(clientName && { clientName }) }).toEqual(client)
  })
})
