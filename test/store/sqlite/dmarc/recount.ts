import { expect } from 'bun:test'
import { DISPOSITIONS, OVERRIDES } from '../../../../src/core/aggregate/report.ts'
import { verdictsOf } from '../../../../src/store/keeping/dmarc/bits.ts'
import type { Connection } from '../../../../src/store/sqlite/connection.ts'

/** A row of any of the tables; what it has of these depends on which. */
interface Row {
  [column: string]: number | null | undefined
  domain?: number
  day?: number
  report?: number
  reporter?: number
  sender?: number | null
  received_at?: number
  authenticated?: number
  is_long?: number
  ip?: number
  header_from?: number
  messages?: number
  bits?: number
  is_broken?: number
  policy_domain?: number
  policy?: number
  last_pass?: number | null
  last_proven_pass?: number | null
  number?: number
  first_day?: number
}

/** Those that are counted; the others are in no sum. */
export const COUNTED = `SELECT * FROM dmarc_records AS r WHERE NOT EXISTS (
  SELECT 1 FROM dmarc_uncounted AS u WHERE u.domain = r.domain AND u.report = r.report AND u.piece = r.piece)`

/** Of these d= of a signature that did not verify is within the domain, and so is From. */
const BROKEN = `SELECT r.domain, r.header_from, r.results FROM (SELECT DISTINCT domain, header_from, results FROM (${COUNTED})) AS r WHERE EXISTS (
  SELECT 1 FROM dmarc_results AS f CROSS JOIN json_each(f.results, '$.dkim') AS k
    JOIN dmarc_domains AS d ON d.no = r.domain JOIN dmarc_texts AS h ON h.no = r.header_from
  WHERE f.no = r.results AND k.value ->> 'result' NOT IN ('pass', 'none')
    AND '.' || (k.value ->> 'domain') LIKE '%.' || d.domain AND '.' || h.text LIKE '%.' || d.domain)`

const RECORDS = `SELECT r.*, b.domain IS NOT NULL AS is_broken, p.policy_domain, p.policy, p.received_at, p.reporter, p.sender, p.authenticated,
    p.end_at - p.begin_at > 90000 AS is_long
  FROM (${COUNTED}) AS r JOIN dmarc_reports AS p ON p.no = r.report
  LEFT JOIN (${BROKEN}) AS b ON b.domain = r.domain AND b.header_from = r.header_from AND b.results = r.results`

/** Every sum that is kept is that of the records; every shared row has as many uses as there are. */
export function expectRecount({ driver }: Pick<Connection, 'driver'>, hadAges: boolean): void {
  const all = (sql: string) => driver.prepare(sql).all() as Row[]
  const records = all(RECORDS)
  expect(records.length).toBe(all(COUNTED).length)
  for (const [table, expected] of Object.entries(countsOf(records))) {
    expect([table, sorted(all(`SELECT * FROM ${table}`))]).toEqual([table, sorted(expected)])
  }
  expectSeen(all, records, hadAges)
  expectTraits(driver)
  expectSets(driver)
  expectUses(all)
  const without = all(`SELECT no FROM dmarc_reports WHERE pieces_in = pieces AND leaving_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM dmarc_pieces WHERE report = dmarc_reports.no)`)
  expect(without).toEqual([])
}

const sorted = (rows: Row[]) =>
  rows
    .map((row) =>
      JSON.stringify(Object.fromEntries(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)))),
    )
    .toSorted()

function groups(records: Row[], key: (record: Row) => Row): { key: Row; records: Row[] }[] {
  const found = new Map<string, { key: Row; records: Row[] }>()
  for (const record of records) {
    const one = key(record)
    const name = JSON.stringify(one)
    const group = found.get(name) ?? { key: one, records: [] }
    group.records.push(record)
    found.set(name, group)
  }
  return [...found.values()]
}

const sum = (records: Row[], isCounted: (verdicts: ReturnType<typeof verdictsOf>, row: Row) => boolean) =>
  records.reduce(
    (total, one) => total + (isCounted(verdictsOf(one.bits ?? 0), one) ? (one.messages ?? 0) : 0),
    0,
  )

type Verdicts = ReturnType<typeof verdictsOf>
const passes = ({ dkim, spf }: Verdicts) => dkim || spf

function countsOf(records: Row[]): Record<string, Row[]> {
  const month = (day: number) => {
    const date = new Date(day * 86_400_000)
    return date.getUTCFullYear() * 12 + date.getUTCMonth()
  }
  const of = ({ domain = 0, day = 0, authenticated = 0 }: Row) => ({ domain, day, authenticated })
  const slices = groups(records, (one) => ({
    ...of(one),
    report: one.report ?? 0,
    reporter: one.reporter ?? 0,
    received_at: one.received_at ?? 0,
  }))
  const counted = placed(slices)
  const source = (one: Row) => ({ ip: one.ip ?? 0, header_from: one.header_from ?? 0 })
  return {
    dmarc_slices: slices.map(({ key, records: own }) => ({
      ...key,
      records: own.length,
      ...sliceCounts(own),
    })),
    dmarc_days: groups(records, of).map(({ key, records: own }) => ({
      ...key,
      ...reportCounts(own),
      long_range: new Set(own.filter(({ is_long }) => is_long).map(({ report }) => report)).size,
      latest_received_at: Math.max(...own.map(({ received_at }) => received_at ?? 0)),
      ...dayCounts(own),
    })),
    dmarc_day_reporters: groups(records, (one) => ({ ...of(one), reporter: one.reporter ?? 0 })).map(
      ({ key, records: own }) => ({
        ...key,
        ...reportCounts(own),
        sent: reportCounts(own.filter(({ sender }) => sender !== null)).reports,
        ...sourceCounts(own),
      }),
    ),
    dmarc_day_senders: groups(
      records.filter(({ sender }) => sender !== null),
      (one) => ({ ...of(one), sender: one.sender ?? 0 }),
    ).map(({ key, records: own }) => ({ ...key, reports: reportCounts(own).reports })),
    dmarc_policies: groups(records, (one) => ({
      ...of(one),
      policy_domain: one.policy_domain ?? 0,
      policy: one.policy ?? 0,
    })).map(({ key, records: own }) => ({
      ...key,
      reports: new Set(own.map(({ report }) => report)).size,
    })),
    dmarc_day_sources: groups(records, (one) => ({ ...of(one), ...source(one) })).map(
      ({ key, records: own }) => ({ ...key, ...counted(own), ...sourceCounts(own) }),
    ),
    dmarc_month_sources: groups(records, (one) => {
      const { day, ...rest } = of(one)
      return { ...rest, month: month(day), ...source(one) }
    }).map(({ key, records: own }) => ({ ...key, ...counted(own), ...sourceCounts(own) })),
  }
}

/** Where each report counts for its addresses and for its header_from. */
function placed(slices: { key: Row; records: Row[] }[]) {
  const [reports, fromReports] = [new Set<string>(), new Set<string>()]
  for (const { key, records } of slices) {
    const least = (of: (one: Row) => number, value: (one: Row) => number) => {
      const found = new Map<number, number>()
      for (const one of records) found.set(of(one), Math.min(found.get(of(one)) ?? Infinity, value(one)))
      return found
    }
    const [ip, from] = [(one: Row) => one.ip ?? 0, (one: Row) => one.header_from ?? 0]
    const name = (a: number, b: number) => `${key.domain}/${key.report}/${a}/${b}`
    for (const [address, least_] of least(ip, from)) reports.add(name(address, least_))
    for (const [headerFrom, least_] of least(from, ip)) fromReports.add(name(least_, headerFrom))
  }
  return (own: Row[]) => {
    const names = new Set(own.map((one) => `${one.domain}/${one.report}/${one.ip}/${one.header_from}`))
    const count = (set: Set<string>) => [...names].filter((name) => set.has(name)).length
    return { reports: count(reports), from_reports: count(fromReports) }
  }
}

function reportCounts(own: Row[]) {
  const reports = groups(own, ({ report = 0 }) => ({ report }))
  const failing = reports.filter(({ records }) => sum(records, (one) => !passes(one)) > 0)
  return { reports: reports.length, failing_reports: failing.length }
}

const disposition = (own: Row[], at: number) => sum(own, (one) => one.disposition === DISPOSITIONS[at])

const sliceCounts = (own: Row[]) => ({
  messages: sum(own, () => true),
  pass: sum(own, passes),
  dkim: sum(own, ({ dkim }) => dkim),
  spf: sum(own, ({ spf }) => spf),
  none: disposition(own, 0),
  passed: disposition(own, 1),
  quarantine: disposition(own, 2),
  reject: disposition(own, 3),
})

const raw = (own: Row[]) => ({
  raw_dkim: sum(own, ({ rawDkim }) => rawDkim),
  raw_spf: sum(own, ({ rawSpf }) => rawSpf),
})

const dayCounts = (own: Row[]) => ({
  ...sliceCounts(own),
  ...raw(own),
  ...Object.fromEntries(OVERRIDES.map((one) => [one, sum(own, ({ overrides }) => overrides.includes(one))])),
})

function sourceCounts(own: Row[]) {
  const { none: _, ...rest } = sliceCounts(own)
  return {
    ...rest,
    ...raw(own),
    forwarded: sum(own, (one) => !passes(one) && one.forwarded),
    unaligned: sum(own, (one) => !passes(one) && (one.rawDkim || one.rawSpf)),
    listed: sum(own, (one) => !passes(one) && one.overrides.includes('mailing_list')),
    broken: sum(own, (one, { is_broken }) => !passes(one) && is_broken === 1),
  }
}

function expectSeen(all: (sql: string) => Row[], records: Row[], hadAges: boolean): void {
  const kept = all('SELECT domain, ip, first_day, last_day, last_pass, last_proven_pass FROM dmarc_seen')
  const expected = groups(records, ({ domain = 0, ip = 0 }) => ({ domain, ip })).map(
    ({ key, records: own }) => {
      const days = own.map(({ day }) => day ?? 0)
      const passed = own.filter(({ bits = 0 }) => passes(verdictsOf(bits)))
      const last = (of: Row[]) => (of.length === 0 ? null : Math.max(...of.map(({ day }) => day ?? 0)))
      return {
        ...key,
        first_day: Math.min(...days),
        last_day: Math.max(...days),
        last_pass: last(passed),
        last_proven_pass: last(passed.filter(({ authenticated }) => authenticated === 1)),
      }
    },
  )
  if (!hadAges) {
    expect(sorted(kept)).toEqual(sorted(expected))
    return
  }
  // First days and days of passing outlive the records that they are of.
  const without = (rows: Row[]) =>
    sorted(rows.map(({ domain, ip, last_day }) => ({ domain, ip, last_day }) as Row))
  expect(without(kept)).toEqual(without(expected))
  const known = new Map(kept.map((one) => [`${one.domain}/${one.ip}`, one]))
  for (const one of expected) {
    const own = known.get(`${one.domain}/${one.ip}`)
    expect(own?.first_day ?? 0).toBeLessThanOrEqual(one.first_day ?? 0)
    expect(own?.last_pass ?? 0).toBeGreaterThanOrEqual(one.last_pass ?? 0)
    expect(own?.last_proven_pass ?? 0).toBeGreaterThanOrEqual(one.last_proven_pass ?? 0)
  }
}

/** Every domain that a record says is among those of its address, with all that it says; there may be others of records that are gone. */
function expectTraits(driver: Connection['driver']): void {
  const kept = driver
    .prepare(
      `SELECT s.domain || ' ' || s.ip || ' ' || t.text AS of, n.value ->> 0 AS bits, n.value ->> 2 AS last, n.value ->> 3 AS proven
      FROM (SELECT domain, ip, (SELECT json_group_array(json_array(json_extract(traits, '$[' || e.key || ']'), json_extract(traits, '$[' || (e.key + 1) || ']'),
        json_extract(traits, '$[' || (e.key + 2) || ']'), json_extract(traits, '$[' || (e.key + 3) || ']')))
        FROM json_each(traits) AS e WHERE e.key % 4 = 0) AS four FROM dmarc_seen) AS s
      CROSS JOIN json_each(s.four) AS n JOIN dmarc_texts AS t ON t.no = n.value ->> 1`,
    )
    .all() as { of: string; bits: number; last: number; proven: number }[]
  const found = new Map(kept.map((one) => [`${one.of} ${one.bits & 1}`, one]))
  expect(found.size).toBe(kept.length)
  for (const kind of ['dkim', 'spf'] as const) {
    const said = driver
      .prepare(
        `SELECT r.domain || ' ' || r.ip || ' ' || (k.value ->> 'domain') AS of, max(r.day) AS last,
          max(iif(p.authenticated, r.day, 0)) AS proven, max(k.value ->> 'result' = 'pass') AS passed,
          max(p.authenticated AND k.value ->> 'result' = 'pass') AS provenPass
        FROM (${COUNTED}) AS r JOIN dmarc_reports AS p ON p.no = r.report JOIN dmarc_results AS f ON f.no = r.results
        CROSS JOIN json_each(f.results, '$.${kind}') AS k
        WHERE k.value ->> 'domain' <> ''${kind === 'dkim' ? " AND k.value ->> 'result' <> 'none'" : ''} GROUP BY 1`,
      )
      .all() as { of: string; last: number; proven: number; passed: number; provenPass: number }[]
    for (const { of, last, proven, passed, provenPass } of said) {
      const one = found.get(`${of} ${kind === 'spf' ? 1 : 0}`) ?? { bits: 0, last: 0, proven: 0 }
      expect(one.bits & (passed * 2 + provenPass * 4)).toBe(passed * 2 + provenPass * 4)
      expect([one.last >= last, one.proven >= proven]).toEqual([true, true])
    }
  }
}

/** The members of each set are the sources and reporters that the day has. */
function expectSets(driver: Connection['driver']): void {
  const sets = driver.prepare('SELECT * FROM dmarc_day_sets').all() as {
    domain: number
    day: number
    authenticated: number
    sources: Uint8Array
    reporters: Uint8Array
    senders: Uint8Array
    sent: Uint8Array
  }[]
  const told = sets.flatMap((set) =>
    (['sources', 'reporters', 'senders', 'sent'] as const).flatMap((kind) =>
      membersOf(set[kind]).map((number) => `${kind} ${set.domain} ${set.day} ${set.authenticated} ${number}`),
    ),
  )
  const rows = driver
    .prepare(
      `SELECT DISTINCT 'sources ' || d.domain || ' ' || day || ' ' || authenticated || ' ' || number
        FROM dmarc_day_sources AS d LEFT JOIN dmarc_seen AS s ON s.domain = d.domain AND s.ip = d.ip
      UNION ALL SELECT 'reporters ' || d.domain || ' ' || day || ' ' || authenticated || ' ' || number
        FROM dmarc_day_reporters AS d LEFT JOIN dmarc_reporters AS r ON r.domain = d.domain AND r.reporter = d.reporter
      UNION ALL SELECT 'sent ' || d.domain || ' ' || day || ' ' || authenticated || ' ' || number
        FROM dmarc_day_reporters AS d LEFT JOIN dmarc_reporters AS r ON r.domain = d.domain AND r.reporter = d.reporter WHERE d.sent > 0
      UNION ALL SELECT 'senders ' || d.domain || ' ' || day || ' ' || authenticated || ' ' || number
        FROM dmarc_day_senders AS d LEFT JOIN dmarc_senders AS r ON r.domain = d.domain AND r.sender = d.sender`,
    )
    .pluck()
    .all() as string[]
  expect(told.toSorted()).toEqual(rows.toSorted())
  const days = driver.prepare('SELECT count(*) FROM dmarc_days').pluck().get()
  expect(sets.length).toBe(Number(days))
}

const membersOf = (set: Uint8Array | undefined) =>
  [...(set ?? [])].flatMap((octet, at) =>
    [0, 1, 2, 3, 4, 5, 6, 7].flatMap((bit) => ((octet >> bit) & 1 ? [at * 8 + bit] : [])),
  )

/** Names of which column of which table stand for numbers of a shared table. */
const USES = {
  dmarc_texts: [
    ['dmarc_records', 'header_from'],
    ['dmarc_records', 'envelope_from'],
    ['dmarc_records', 'envelope_to'],
    ['dmarc_reports', 'reporter'],
    ['dmarc_reports', 'policy_domain'],
    ['dmarc_reports', 'sender'],
    ['dmarc_senders', 'sender'],
    ['dmarc_reports', 'policy'],
    ['dmarc_traits', 'name'],
    ['dmarc_reporters', 'reporter'],
    ['dmarc_reporters', 'name'],
  ],
  dmarc_results: [['dmarc_records', 'results']],
  dmarc_ips: [['dmarc_seen', 'ip']],
} as const

/** Names as dmarc_seen has them. */
const TRAITS =
  '(SELECT e.value AS name FROM dmarc_seen AS s CROSS JOIN json_each(s.traits) AS e WHERE e.key % 4 = 1)'

const NAMED = { dmarc_records: `(${COUNTED})`, dmarc_traits: TRAITS }

function expectUses(all: (sql: string) => Row[]): void {
  // What nothing uses stays until all is counted.
  const isAll = all('SELECT 1 FROM dmarc_uncounted').length === 0
  for (const [table, columns] of Object.entries(USES)) {
    const named = columns.map(
      ([from, column]) =>
        `SELECT ${column} AS no FROM ${NAMED[from as keyof typeof NAMED] ?? from} WHERE ${column} IS NOT NULL`,
    )
    const used = all(`SELECT no, count(*) AS uses FROM (${named.join(' UNION ALL ')}) GROUP BY no`)
    expect([table, sorted(all(`SELECT no, uses FROM ${table}${isAll ? '' : ' WHERE uses > 0'}`))]).toEqual([
      table,
      sorted(used),
    ])
  }
  const numbers = all(`SELECT domain, reporter, reports FROM dmarc_reporters`)
  const slices = all(
    'SELECT domain, reporter, count(*) AS reports FROM dmarc_slices GROUP BY domain, reporter',
  )
  expect(sorted(numbers)).toEqual(sorted(slices))
  const senders = all('SELECT domain, sender, reports FROM dmarc_senders')
  const sent = all(
    'SELECT s.domain, r.sender, count(*) AS reports FROM dmarc_slices AS s JOIN dmarc_reports AS r ON r.no = s.report WHERE r.sender IS NOT NULL GROUP BY 1, 2',
  )
  expect(sorted(senders)).toEqual(sorted(sent))
}
