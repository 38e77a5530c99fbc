import type { TlsReport } from '../../../core/tls-report.ts'
import { keptText } from '../../keeping/kept-text.ts'
import { countsOf } from '../../keeping/tls-slices.ts'
import type { Tx } from '../sql/database.ts'
import { sql } from '../sql/statement.ts'

/** A report that comes, or goes. */
export interface Change {
  sign: 1 | -1
  domainId: string
  day: number
  authenticated: number
  report: TlsReport
}

interface DayRow {
  domainId: string
  day: number
  authenticated: number
  type: string
  reports: number
  successes: number
  failures: number
}

type FailureRow = Pick<DayRow, 'domainId' | 'day' | 'authenticated' | 'type'> & {
  host: string
  sessions: number
}

/** Adds reports to the counts of their days, or takes them out. */
export async function tally(tx: Tx, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return
  const days = new Map<string, DayRow>()
  const failures = new Map<string, FailureRow>()
  for (const { sign, report, domainId, day, authenticated } of changes) {
    const of = { domainId, day, authenticated }
    const { policies, failed } = countsOf(report)
    for (const { type, ...counts } of policies) {
      const row = rowOf(days, { ...of, type: keptText(type) }, { reports: 0, successes: 0, failures: 0 })
      row.reports += sign
      row.successes += sign * counts.successes
      row.failures += sign * counts.failures
    }
    for (const { type, host, sessions } of failed) {
      rowOf(failures, { ...of, type: keptText(type), host: keptText(host) }, { sessions: 0 }).sessions +=
        sign * sessions
    }
  }
  await addDays(tx, sorted(days))
  await addFailures(tx, sorted(failures))
  if (changes.some(({ sign }) => sign < 0)) await dropEmpty(tx, changes)
}

function rowOf<K extends object, C extends object>(rows: Map<string, K & C>, key: K, counts: C): K & C {
  const name = JSON.stringify(Object.values(key))
  const row = rows.get(name) ?? { ...key, ...counts }
  rows.set(name, row)
  return row
}

/** In the order of their keys, in which all who write them take their locks. */
const sorted = <R>(rows: ReadonlyMap<string, R>): R[] =>
  [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)

const keysOf = (rows: readonly Pick<DayRow, 'domainId' | 'day' | 'authenticated'>[]) =>
  sql`${rows.map(({ domainId }) => domainId)}::text[], ${rows.map(({ day }) => day)}::int4[],
    ${rows.map(({ authenticated }) => authenticated)}::int2[]`

async function addDays(tx: Tx, rows: readonly DayRow[]): Promise<void> {
  if (rows.length === 0) return
  const count = (of: 'reports' | 'successes' | 'failures') => sql`${rows.map((row) => row[of])}::int8[]`
  await tx.run(sql`
    INSERT INTO tls_days AS d (domain_id, day, authenticated, policy_type, reports, successes, failures)
      SELECT w.domain_id, w.day, w.authenticated, w.type, w.reports, w.successes, w.failures
      FROM unnest(${keysOf(rows)}, ${rows.map(({ type }) => type)}::text[], ${count('reports')}, ${count('successes')},
        ${count('failures')}) AS w (domain_id, day, authenticated, type, reports, successes, failures)
      ON CONFLICT (domain_id, day, authenticated, policy_type) DO UPDATE SET reports = d.reports + excluded.reports,
        successes = d.successes + excluded.successes, failures = d.failures + excluded.failures`)
}

async function addFailures(tx: Tx, rows: readonly FailureRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx.run(sql`
    INSERT INTO tls_failures AS f (domain_id, day, authenticated, type, host, sessions)
      SELECT w.domain_id, w.day, w.authenticated, w.type, w.host, w.sessions
      FROM unnest(${keysOf(rows)}, ${rows.map(({ type }) => type)}::text[], ${rows.map(({ host }) => host)}::text[],
        ${rows.map(({ sessions }) => sessions)}::int8[]) AS w (domain_id, day, authenticated, type, host, sessions)
      ON CONFLICT (domain_id, day, authenticated, type, host) DO UPDATE SET sessions = f.sessions + excluded.sessions`)
}

async function dropEmpty(tx: Tx, changes: readonly Change[]): Promise<void> {
  const keys = keysOf(changes)
  await tx.run(sql`
    DELETE FROM tls_days AS d USING unnest(${keys}) AS w (domain_id, day, authenticated)
      WHERE d.domain_id = w.domain_id AND d.day = w.day AND d.authenticated = w.authenticated AND d.reports <= 0`)
  await tx.run(sql`
    DELETE FROM tls_failures AS f USING unnest(${keys}) AS w (domain_id, day, authenticated)
      WHERE f.domain_id = w.domain_id AND f.day = w.day AND f.authenticated = w.authenticated AND f.sessions <= 0`)
}
