import { Database } from 'bun:sqlite'
import { renameSync, rmSync } from 'node:fs'
import { MIGRATIONS } from '../../src/store/sqlite/migrations.ts'

interface ReportRow {
  message_seq: number
  report: string
  packed: Uint8Array | null
  packing: 'plain' | 'zstd'
}

export interface StoredReport {
  seq: number
  report: Record<string, unknown> & { headline: { subject: string }; withheld?: unknown }
}

/** The reports in a database, as they are kept. */
export function reportsIn(database: Database): StoredReport[] {
  const rows = database.query<ReportRow, []>('SELECT message_seq, report, packed, packing FROM reports').all()
  return rows.map(({ message_seq: seq, report, packed, packing }) => {
    const bytes = packed && (packing === 'zstd' ? Bun.zstdDecompressSync(packed) : packed)
    return { seq, report: JSON.parse(bytes ? new TextDecoder().decode(bytes) : report) }
  })
}

/** Writes a report as versions did that kept it as text. */
export function keepAsText(
  database: Database,
  { seq, report }: Pick<StoredReport, 'seq'> & { report: object },
) {
  database.run("UPDATE reports SET report = ?, packed = NULL, packing = 'plain' WHERE message_seq = ?", [
    JSON.stringify(report),
    seq,
  ])
}

/** Makes a database what it would be at an earlier version of its tables, with its tests, messages and reports. */
export function takeBackTo(version: number, file: string): void {
  const now = `${file}.now`
  for (const suffix of ['-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true })
  renameSync(file, now)
  const later = new Database(now)
  const reports = reportsIn(later)
  for (const one of reports) keepAsText(later, one)
  later.close()
  const database = new Database(file, { create: true })
  for (const sql of MIGRATIONS.slice(0, version)) database.run(sql)
  const triggers = database
    .query<{ name: string; sql: string }, []>("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
    .all()
  for (const { name } of triggers) database.run(`DROP TRIGGER ${name}`)
  database.run('ATTACH ? AS later', [now])
  for (const table of ['accounts', 'mail_tests', 'messages', 'message_bodies', 'reports', 'evidence'])
    copy(database, table)
  database.run('DETACH later')
  for (const { sql } of triggers) database.run(sql)
  database.run(`PRAGMA user_version = ${version}`)
  database.close()
  rmSync(now)
}

/** The columns that both have. */
function copy(database: Database, table: string): void {
  const columnsOf = (schema: string) =>
    database
      .query<{ name: string }, []>(`PRAGMA ${schema}.table_info(${table})`)
      .all()
      .map(({ name }) => name)
  const known = columnsOf('later')
  const both = columnsOf('main')
    .filter((name) => known.includes(name))
    .join(', ')
  database.run(`INSERT INTO main.${table} (${both}) SELECT ${both} FROM later.${table}`)
}
