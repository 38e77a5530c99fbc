import type { FilesOf, ToldFile } from '../../../keeping/report-files/rows.ts'
import type { FileOutcome, ReportFileBounds } from '../../../report-mail.ts'
import type { Connection } from '../../connection.ts'

interface Rules {
  /** The attachment that a file has already. */
  known(id: string): number | undefined
  isNothing(file: Pick<FileOutcome, 'outcome'>): boolean
  /** Anybody may have sent it. */
  ofStrangers: boolean
  nothingUntil: number
  until: number
  bounds: ReportFileBounds
}

/** Octets of attachments. What strangers send that comes to nothing has room of its own. */
export function attachmentWrites({ driver }: Pick<Connection, 'driver'>) {
  const insert = driver.prepare<[string, number, number, number, Uint8Array]>(
    'INSERT INTO report_attachments (account_id, rejected, expires_at, gzip, bytes) VALUES (?, ?, ?, ?, ?)',
  )
  const prolong = driver.prepare<[number, number]>(
    'UPDATE report_attachments SET expires_at = max(expires_at, ?) WHERE no = ?',
  )
  const held = driver.prepare<[string], [number]>('SELECT bytes FROM report_bytes WHERE party = ?').raw()
  const cut = driver.prepare<[string, number]>(
    `DELETE FROM report_attachments WHERE no IN
      (SELECT no FROM report_attachments WHERE account_id = ? AND rejected = ? ORDER BY no LIMIT 1)`,
  )

  const apartOf = driver.prepare<[number], { accountId: string; bytes: number }>(
    `SELECT account_id AS accountId, 512 + length(bytes) AS bytes FROM report_attachments WHERE no = ?`,
  )
  const joined = driver.prepare<[number]>(
    'UPDATE report_attachments SET rejected = 0 WHERE no = ? AND rejected = 1',
  )
  const less = driver.prepare<[number, string]>('UPDATE report_bytes SET bytes = bytes - ? WHERE party = ?')
  const more = driver.prepare<[string, number]>(
    'INSERT INTO report_bytes (party, bytes) VALUES (?, ?) ON CONFLICT (party) DO UPDATE SET bytes = bytes + excluded.bytes',
  )

  function cutTo(accountId: string, rejected: 0 | 1, most: number): void {
    const party = `${rejected ? 'rejected' : 'kept'} ${accountId}`
    while ((held.get(party)?.[0] ?? 0) > most && cut.run(accountId, rejected).changes > 0);
  }

  /** Its sender is known now. */
  function join(no: number): void {
    const found = apartOf.get(no)
    if (!found || joined.run(no).changes === 0) return
    less.run(found.bytes, `rejected ${found.accountId}`)
    more.run(`kept ${found.accountId}`, found.bytes)
  }

  function put(of: FilesOf, own: readonly FileOutcome[], rules: Rules): number | undefined {
    const attachment = own[0]?.attachment
    if (!attachment || own.some(({ reason }) => reason === 'failure_report')) return undefined
    const nothing = own.every(rules.isNothing)
    const apart = nothing || rules.ofStrangers ? 1 : 0
    const until = nothing ? rules.nothingUntil : rules.until
    const before = own.map(({ id }) => rules.known(id)).find((no) => no !== undefined)
    if (before === undefined) return insertOf(of, attachment, apart, { ...rules, until })
    prolong.run(until, before)
    if (apart === 0) join(before)
    return before
  }

  function insertOf(
    { accountId }: FilesOf,
    { bytes, gzip }: NonNullable<FileOutcome['attachment']>,
    apart: 0 | 1,
    { until, bounds }: Pick<Rules, 'until' | 'bounds'>,
  ): number {
    const { lastInsertRowid } = insert.run(accountId, apart, until, gzip ? 1 : 0, bytes)
    cutTo(accountId, apart, apart ? bounds.rejectedBytes : bounds.bytes)
    return Number(lastInsertRowid)
  }

  /** Gives the number of each attachment in the table by its number in the mail. */
  function keep(of: FilesOf, told: readonly ToldFile[], rules: Rules): Map<number, number> {
    const files = told.map(({ file }) => file)
    const byNumber = Map.groupBy(files, ({ attachment }) => attachment?.number)
    const kept = [...byNumber].map(([number, own]) => [number, put(of, own, rules)] as const)
    return new Map(
      kept.flatMap(([number, no]) => (number === undefined || no === undefined ? [] : [[number, no]])),
    )
  }

  return { keep }
}
