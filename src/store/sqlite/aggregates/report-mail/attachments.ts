import type { FileOutcome, ReportFileBounds } from '../../../report-mail.ts'
import type { Connection } from '../../connection.ts'
import type { FilesOf, ToldFile } from './rows.ts'

interface Rules {
  /** The attachment that a file has already. */
  known(id: string): number | undefined
  isNothing(file: Pick<FileOutcome, 'outcome'>): boolean
  nothingUntil: number
  until: number
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

  function cutTo(accountId: string, rejected: 0 | 1, most: number): void {
    const party = `${rejected ? 'rejected' : 'kept'} ${accountId}`
    while ((held.get(party)?.[0] ?? 0) > most && cut.run(accountId, rejected).changes > 0);
  }

  function put(
    of: FilesOf,
    own: readonly FileOutcome[],
    bounds: ReportFileBounds,
    rules: Rules,
  ): number | undefined {
    const attachment = own[0]?.attachment
    if (!attachment || own.some(({ reason }) => reason === 'failure_report')) return undefined
    const nothing = own.every(rules.isNothing)
    const until = nothing ? rules.nothingUntil : rules.until
    const before = own.map(({ id }) => rules.known(id)).find((no) => no !== undefined)
    if (before !== undefined) {
      prolong.run(until, before)
      return before
    }
    const { bytes, gzip } = attachment
    const { lastInsertRowid } = insert.run(of.accountId, nothing ? 1 : 0, until, gzip ? 1 : 0, bytes)
    cutTo(of.accountId, nothing ? 1 : 0, nothing ? bounds.rejectedBytes : bounds.bytes)
    return Number(lastInsertRowid)
  }

  /** Gives the number of each attachment in the table by its number in the mail. */
  function keep(
    of: FilesOf,
    told: readonly ToldFile[],
    bounds: ReportFileBounds,
    rules: Rules,
  ): Map<number, number> {
    const files = told.map(({ file }) => file)
    const byNumber = Map.groupBy(files, ({ attachment }) => attachment?.number)
    const kept = [...byNumber].map(([number, own]) => [number, put(of, own, bounds, rules)] as const)
    return new Map(
      kept.flatMap(([number, no]) => (number === undefined || no === undefined ? [] : [[number, no]])),
    )
  }

  return { keep }
}
