import { expect } from 'bun:test'
import type { Results } from '../../../../src/core/aggregate/report.ts'
import { BROKEN, DKIM, SPF } from '../../../../src/store/keeping/dmarc/bits.ts'
import { readTraits, traitsIn } from '../../../../src/store/keeping/dmarc/traits.ts'
import type { TestPostgres } from '../../../support/postgres.ts'

type Query = TestPostgres['query']

/** Each says of an account what is not so; and is empty where all is. */
const WRONG: Record<string, string> = {
  'slices are the sums of records': `
    WITH sums AS (
      SELECT r.domain, r.day, r.report, count(*) AS records, sum(r.messages) AS messages,
        coalesce(sum(r.messages) FILTER (WHERE r.bits & 3 <> 0), 0) AS pass,
        coalesce(sum(r.messages) FILTER (WHERE r.bits & 1 <> 0), 0) AS dkim,
        coalesce(sum(r.messages) FILTER (WHERE r.bits & 2 <> 0), 0) AS spf,
        coalesce(sum(r.messages) FILTER (WHERE (r.bits >> 4) & 3 = 0), 0) AS none,
        coalesce(sum(r.messages) FILTER (WHERE (r.bits >> 4) & 3 = 1), 0) AS passed,
        coalesce(sum(r.messages) FILTER (WHERE (r.bits >> 4) & 3 = 2), 0) AS quarantine,
        coalesce(sum(r.messages) FILTER (WHERE (r.bits >> 4) & 3 = 3), 0) AS reject
      FROM dmarc_records AS r JOIN own ON own.no = r.domain GROUP BY r.domain, r.day, r.report)
    SELECT s.domain, s.report, m.report AS counted FROM (SELECT s.* FROM dmarc_slices AS s JOIN own ON own.no = s.domain) AS s
      FULL JOIN sums AS m ON m.domain = s.domain AND m.day = s.day AND m.report = s.report
    WHERE (s.records, s.messages, s.pass, s.dkim, s.spf, s.none, s.passed, s.quarantine, s.reject)
      IS DISTINCT FROM (m.records, m.messages, m.pass, m.dkim, m.spf, m.none, m.passed, m.quarantine, m.reject)`,
  'slices and records have what their report has': `
    SELECT s.domain, s.report FROM dmarc_slices AS s JOIN own ON own.no = s.domain LEFT JOIN dmarc_reports AS p ON p.no = s.report
      WHERE (s.day, s.received_at, s.reporter, s.sender, s.authenticated)
        IS DISTINCT FROM (p.day, p.received_at, p.reporter, p.sender, p.authenticated) OR p.account_id <> $1
    UNION ALL SELECT r.domain, r.report FROM dmarc_records AS r JOIN own ON own.no = r.domain LEFT JOIN dmarc_reports AS p ON p.no = r.report
      WHERE (r.day, r.authenticated) IS DISTINCT FROM (p.day, p.authenticated)`,
  'whole reports have records': `
    SELECT p.no FROM dmarc_reports AS p WHERE p.account_id = $1 AND p.pieces_in = p.pieces AND p.leaving_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM dmarc_slices AS s WHERE s.report = p.no)`,
  'addresses are seen that have records, until their last day and no less long than these': `
    WITH days AS (
      SELECT r.domain, r.ip, min(r.day) AS first, max(r.day) AS last, max(r.day) FILTER (WHERE r.bits & 3 <> 0) AS pass,
        max(r.day) FILTER (WHERE r.bits & 3 <> 0 AND r.authenticated = 1) AS proven
      FROM dmarc_records AS r JOIN own ON own.no = r.domain GROUP BY r.domain, r.ip)
    SELECT s.domain, s.ip, d.ip AS counted FROM (SELECT s.* FROM dmarc_seen AS s JOIN own ON own.no = s.domain) AS s
      FULL JOIN days AS d ON d.domain = s.domain AND d.ip = s.ip
    WHERE s.last_day IS DISTINCT FROM d.last OR s.first_day IS NULL OR s.first_day > d.first
      OR coalesce(s.last_pass, -1) < coalesce(d.pass, -1) OR coalesce(s.last_proven_pass, -1) < coalesce(d.proven, -1)
      -- What went for its age leaves its first day and its last pass behind.
      OR (NOT $2::boolean AND (s.first_day, s.last_pass, s.last_proven_pass) IS DISTINCT FROM (d.first, d.pass, d.proven))`,
  'texts that rows have are the account’s, and of their day or later': `
    WITH used (no, day) AS (
      SELECT r.header_from, r.day FROM dmarc_records AS r JOIN own ON own.no = r.domain
      UNION SELECT r.envelope_from, r.day FROM dmarc_records AS r JOIN own ON own.no = r.domain WHERE r.envelope_from IS NOT NULL
      UNION SELECT r.envelope_to, r.day FROM dmarc_records AS r JOIN own ON own.no = r.domain WHERE r.envelope_to IS NOT NULL
      UNION SELECT unnest(ARRAY[p.reporter, p.reporter_name, p.policy_domain, p.policy]), p.day FROM dmarc_reports AS p WHERE p.account_id = $1
      UNION SELECT p.sender, p.day FROM dmarc_reports AS p WHERE p.account_id = $1 AND p.sender IS NOT NULL
      UNION SELECT (e.value #>> '{}')::bigint, s.last_day FROM dmarc_seen AS s JOIN own ON own.no = s.domain
        CROSS JOIN json_array_elements(s.traits::json) WITH ORDINALITY AS e (value, at) WHERE e.at % 4 = 2)
    SELECT u.no, u.day FROM used AS u LEFT JOIN dmarc_texts AS t ON t.no = u.no
      WHERE t.no IS NULL OR t.account_id <> $1 OR t.last_day < u.day`,
  'results that rows have are the account’s, and of their day or later': `
    SELECT r.results, r.day FROM dmarc_records AS r JOIN own ON own.no = r.domain LEFT JOIN dmarc_results AS t ON t.no = r.results
      WHERE t.no IS NULL OR t.account_id <> $1 OR t.last_day < r.day`,
  'sums are those of the records, on the days that are counted': `
    WITH kept AS (SELECT s.* FROM dmarc_sums AS s JOIN own ON own.no = s.domain),
    counted AS (SELECT r.* FROM dmarc_records AS r JOIN own ON own.no = r.domain JOIN dmarc_counted AS c ON c.domain = r.domain AND c.day = r.day),
    sums AS (
      SELECT domain, day, ip, header_from, bits, authenticated, sum(messages) AS messages, 0::bigint AS reports FROM counted
        GROUP BY domain, day, ip, header_from, bits, authenticated
      UNION ALL SELECT domain, day, ip, 0, 0, authenticated, 0, count(DISTINCT report) FROM counted GROUP BY domain, day, ip, authenticated
      UNION ALL SELECT domain, day, 0, header_from, 0, authenticated, 0, count(DISTINCT report) FROM counted
        GROUP BY domain, day, header_from, authenticated)
    SELECT k.domain, k.day, k.ip, m.ip AS other FROM kept AS k FULL JOIN sums AS m ON (m.domain, m.day, m.ip, m.header_from, m.bits, m.authenticated)
      = (k.domain, k.day, k.ip, k.header_from, k.bits, k.authenticated)
    WHERE (k.messages, k.reports) IS DISTINCT FROM (m.messages, m.reports)`,
  'addresses are known': `
    SELECT s.ip FROM dmarc_seen AS s JOIN own ON own.no = s.domain WHERE NOT EXISTS (SELECT 1 FROM dmarc_ips AS i WHERE i.no = s.ip)`,
}

interface Row {
  domain: string
  bits: number
  header: string
  results: string
  ip: string
  dom: number
}

/** All that is kept of an account beside its records is what these make of it. `hadAges`: some went for their age. */
export async function expectRecount(query: Query, accountId: string, hadAges = false): Promise<void> {
  for (const [what, statement] of Object.entries(WRONG)) {
    const text = `WITH own AS (SELECT no FROM dmarc_domains WHERE account_id = $1) ${statement.trim().replace(/^WITH /, ', ')}`
    const values = text.includes('$2') ? [accountId, hadAges] : [accountId]
    expect([what, await query(text, values)]).toEqual([what, []])
  }
  const rows = await query<Row>(
    `SELECT n.domain, n.no AS dom, r.ip::text AS ip, r.bits, h.text AS header, x.results FROM dmarc_records AS r
      JOIN dmarc_domains AS n ON n.no = r.domain AND n.account_id = $1
      JOIN dmarc_texts AS h ON h.no = r.header_from JOIN dmarc_results AS x ON x.no = r.results`,
    [accountId],
  )
  expectMarks(rows)
  await expectTraits(query, accountId, rows)
}

const isWithin = (name: string, domain: string) => `.${name}`.endsWith(`.${domain}`)

/** A failing record is marked where a signature of the domain's own did not verify. */
function expectMarks(rows: readonly Row[]): void {
  for (const { domain, bits, header, results } of rows) {
    const { dkim } = JSON.parse(results) as Results
    const isBroken =
      (bits & (DKIM | SPF)) === 0 &&
      isWithin(header, domain) &&
      dkim.some((one) => !['pass', 'none'].includes(one.result) && isWithin(one.domain, domain))
    expect((bits & BROKEN) !== 0).toBe(isBroken)
  }
}

/** What records say of domains is in the traits of their addresses; these may have more. */
async function expectTraits(query: Query, accountId: string, rows: readonly Row[]): Promise<void> {
  const texts = new Map(
    (
      await query<{ no: string; text: string }>(
        'SELECT no::text, text FROM dmarc_texts WHERE account_id = $1',
        [accountId],
      )
    ).map(({ no, text }) => [Number(no), text]),
  )
  const seen = await query<{ domain: number; ip: string; traits: string }>(
    `SELECT s.domain, s.ip::text AS ip, s.traits FROM dmarc_seen AS s JOIN dmarc_domains AS n ON n.no = s.domain AND n.account_id = $1`,
    [accountId],
  )
  const known = new Map(
    seen.map(({ domain, ip, traits }) => [
      `${domain}/${ip}`,
      new Map(traitsIn(readTraits(traits)).map((one) => [`${one.kind} ${texts.get(one.name)}`, one.passed])),
    ]),
  )
  for (const { dom, ip, results } of rows) {
    const { dkim, spf } = JSON.parse(results) as Results
    const said = [
      ...dkim.filter(({ result }) => result !== 'none').map((one) => ({ ...one, kind: 0 })),
      ...spf.map((one) => ({ ...one, kind: 1 })),
    ].filter(({ domain }) => domain !== '')
    for (const { kind, domain, result } of said) {
      const passed = known.get(`${dom}/${ip}`)?.get(`${kind} ${domain}`)
      expect([`${kind} ${domain}`, passed !== undefined, passed === true || result !== 'pass']).toEqual([
        `${kind} ${domain}`,
        true,
        true,
      ])
    }
  }
}
