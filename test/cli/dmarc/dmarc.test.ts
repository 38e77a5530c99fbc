import { describe, expect, test } from 'bun:test'
import type { AggregateSource } from '../../../src/services/aggregates/aggregates.ts'
import { workplace } from '../running.ts'
import { fakeAdmin, type Held } from './fake-admin.ts'

const NOW = new Date('2026-11-22T12:00:00Z')

async function run(line: string, held: Held = {}, environment: Record<string, string> = {}) {
  const { told, openAdmin } = fakeAdmin(held)
  const place = workplace({ openAdmin })
  const done = await place.run(`${line} --domain in.example.com`, environment, NOW)
  place.remove()
  return { ...done, told }
}

const COUNTS = {
  messages: 48_250,
  pass: 46_500,
  dkimAligned: 45_110,
  spfAligned: 8_012,
  dkimAuthenticated: 47_100,
  spfAuthenticated: 46_800,
  dispositions: { none: 47_000, pass: 0, quarantine: 900, reject: 350 },
}

const SUMMARY: Held['summary'] = {
  ...COUNTS,
  reports: 412,
  reporters: 23,
  sources: 97,
  unauthenticated: 6,
  policy: {
    policy: { p: 'quarantine', np: 'reject', adkim: 'r', aspf: 'r', pct: 50 },
    end: 1_795_305_599,
  },
  days: [{ ...COUNTS, day: 20_778, reports: 412 }],
}

function source(name: string, changes: Partial<AggregateSource> = {}): AggregateSource {
  return {
    ...COUNTS,
    source: name,
    forwarded: 0,
    unaligned: 0,
    headerFrom: [],
    reports: 1,
    ...changes,
  }
}

describe('mailgauge dmarc summary', () => {
  test('shows figures and days', async () => {
    const { code, stdout, told } = await run('dmarc summary bücher.example', { summary: SUMMARY })
    expect(code).toBe(0)
    expect(
      stdout,
    ).toBe(`xn--bcher-kva.example, 2026-10-24 to 2026-11-22 (UTC); reports of the last days may still arrive

Messages        48,250
Passed DMARC    46,500  96.3%
  DKIM aligned  45,110  93.4%
  SPF aligned    8,012  16.6%
Failed           1,750  3.7%
Receivers did   no action 47,000, quarantined 900, rejected 350
Policy          p=quarantine np=reject pct=50, as reported for 2026-11-21
Sources         97, shown by mailgauge dmarc sources example.org
Reports         412 of 23 reporters, 6 of them not authenticated

DAY         REPORTS  MESSAGES  FAILED  PASSED
2026-11-21  412      48,250    1,750   96.3%
`)
    expect(told.window).toEqual({ from: 20_750, to: 20_779 })
  })

  test('in JSON says what the API says', async () => {
    const { stdout } = await run('dmarc summary xn--bcher-kva.example --json --days 1', { summary: SUMMARY })
    expect(JSON.parse(stdout)).toMatchObject({
      window: { from: '2026-11-22', to: '2026-11-22', days: 1 },
      totals: { reports: 412, messages: 48_250, dmarc_fail: 1_750 },
      rates: { dmarc_pass: 0.9637 },
    })
  })

  test('takes colours where they are asked for, and says where nothing was reported', async () => {
    const coloured = await run('dmarc summary bücher.example --color always', { summary: SUMMARY })
    expect(coloured.stdout).toContain('\u001b[32m46,500  96.3%\u001b[0m')
    const none = await run('dmarc summary bücher.example --from 2026-11-01 --to 2026-11-02 --authenticated')
    expect(none).toMatchObject({ code: 0, stdout: '' })
    expect(none.stderr).toContain('2026-11-01 to 2026-11-02 (UTC): there are no reports')
    expect(none.told.window).toEqual({ from: 20_758, to: 20_759, authenticated: true })
  })
})

describe('mailgauge dmarc sources', () => {
  const HOSTILE = `\u001b[31mEvil\u202e ${'w'.repeat(300)}`
  const sources = [
    { ...source('192.0.2.1', { organization: { name: HOSTILE } }), status: 'passing' as const },
    { ...source('2001:db8:1111:2222:3333:4444:5555:6666'), status: 'failing' as const },
  ]

  test('shows a line each, in the width of the screen, free of controls', async () => {
    const { stdout, told } = await run('dmarc sources bücher.example', { sources })
    const lines = stdout.split('\n')
    expect(lines[2]).toMatch(/^MESSAGES {2}SHARE +FAILED +PASSED +STATUS +SOURCE/)
    expect(lines[3]).toContain('48,250    50.0%  1,750   96.3%   passing  192.0.2.1')
    expect(lines[4]).toContain('2001:db8:1111:2222:3333:4444:5555:6666')
    expect(['\u001b', '\u202e'].filter((one) => stdout.includes(one))).toEqual([])
    expect(told.query).toEqual({ groupBy: 'ip', sort: 'messages', limit: 50, offset: 0 })
  })

  test('of organizations, failing, some of them', async () => {
    const held = { sources: [source(HOSTILE), source('b')] }
    const line = 'dmarc sources bücher.example --by organization --failing --limit 1'
    const { stdout, stderr, told } = await run(line, held)
    expect(stdout).toContain('ORGANIZATION')
    expect(Math.max(...stdout.split('\n').map((one) => one.length))).toBeLessThanOrEqual(80)
    expect(stderr).toContain('1 of 2 are shown')
    expect(told.query).toEqual({
      groupBy: 'organization',
      sort: 'dmarc_fail',
      result: 'fail',
      limit: 1,
      offset: 0,
    })
  })

  test('in JSON says what the API says', async () => {
    const { stdout } = await run('dmarc sources bücher.example --json', { sources })
    expect(JSON.parse(stdout)).toMatchObject({
      group_by: 'ip',
      total: 2,
      sources: [{ source: '192.0.2.1', share: 0.5, dmarc_pass_rate: 0.9637 }, { share: 0.5 }],
    })
  })
})

describe('mailgauge dmarc export', () => {
  test('writes the file as it is made', async () => {
    const held = { parts: ['a\r\n', 'b\r\n'] }
    const { code, stdout, told } = await run('dmarc export bücher.example', held)
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'a\r\nb\r\n' })
    expect(told.query).toEqual({ format: 'csv' })
    const json = await run('dmarc export bücher.example --format json --days 7', held)
    expect(json.told).toEqual({ window: { from: 20_773, to: 20_779 }, query: { format: 'json' } })
  })

  test('of TLS reports', async () => {
    const { stdout, told } = await run('dmarc export bücher.example --tls', { parts: ['t\r\n'] })
    expect(stdout).toBe('t\r\n')
    expect(told.query).toEqual({ format: 'csv', of: 'tls' })
  })

  test('that breaks off says so and fails', async () => {
    const { code, stdout, stderr } = await run('dmarc export bücher.example', { parts: ['a'], breaks: true })
    expect({ code, stdout }).toEqual({ code: 1, stdout: 'a' })
    expect(stderr).toContain('What was written is not whole')
  })
})

describe('what cannot be told', () => {
  test.each([
    ['dmarc export bücher.example --format xlsx', 2, 'expected csv or json'],
    ['dmarc export bücher.example --days 0', 2, '--days must be an integer between 1 and 366'],
    ['dmarc summary bücher.example --days 7 --from 2026-11-01', 2, '--days cannot be combined'],
    ['dmarc summary bücher.example --from 2026-02-30', 2, '--from must be a date'],
    ['dmarc summary bücher.example --color red', 2, 'expected auto, always or never'],
    ['dmarc sources bücher.example --by asn', 2, 'expected ip, organization'],
    ['dmarc sources bücher.example --limit 0', 2, 'expected a number'],
    ['dmarc summary example.com', 1, 'has no domain "example.com"'],
    ['dmarc summary bücher.example --account shop', 1, 'There is no account "shop"'],
  ])('%s', async (line, code, says) => {
    const done = await run(line)
    expect(done).toMatchObject({ code, stdout: '' })
    expect(done.stderr).toContain(says)
  })

  test('because reading took too long', async () => {
    for (const what of ['summary', 'sources', 'export']) {
      const done = await run(`dmarc ${what} bücher.example`, { refusal: { kind: 'busy' } })
      expect(done.code).toBe(1)
      expect(done.stderr).toContain('took too long')
    }
  })
})
