import type { Outcome } from '../../../core/aggregate/file.ts'
import type { Tx } from '../sql/database.ts'
import { type Sql, sql } from '../sql/statement.ts'
import { removeAttachments } from './bytes.ts'

/** Files that come or go: how many of each outcome, by domain. */
export class FileCounts {
  readonly #more = new Map<string, { domainId: string; outcome: Outcome; files: number }>()

  add(domainId: string, outcome: Outcome, files: number): void {
    const key = `${outcome} ${domainId}`
    const row = this.#more.get(key) ?? { domainId, outcome, files: 0 }
    row.files += files
    this.#more.set(key, row)
  }

  async write(tx: Tx): Promise<void> {
    const rows = [...this.#more.values()].filter(({ files }) => files !== 0)
    if (rows.length === 0) return
    const of = <K extends 'domainId' | 'outcome' | 'files'>(key: K) => rows.map((row) => row[key])
    await tx.run(sql`
      INSERT INTO report_file_counts AS c (domain_id, outcome, files)
        SELECT domain_id, outcome, files FROM unnest(${of('domainId')}::text[], ${of('outcome')}::text[], ${of('files')}::bigint[])
          AS n (domain_id, outcome, files) ORDER BY domain_id, outcome
      ON CONFLICT (domain_id, outcome) DO UPDATE SET files = c.files + excluded.files`)
    await tx.run(
      sql`DELETE FROM report_file_counts WHERE domain_id = ANY (${of('domainId')}::text[]) AND files = 0`,
    )
  }
}

/** Deletes files, with the octets of their attachments where they are to go too. `seqs`: a query. Gives how many went. The files of the
 * accounts are held by whoever asks. */
export async function removeFiles(tx: Tx, seqs: Sql, how: { octets: boolean }): Promise<number> {
  const gone = await tx.all<{ domainId: string; outcome: Outcome; attachment: number | null }>(
    sql`DELETE FROM report_files WHERE seq IN (${seqs}) RETURNING domain_id, outcome, attachment`,
  )
  const less = new FileCounts()
  for (const { domainId, outcome } of gone) less.add(domainId, outcome, -1)
  await less.write(tx)
  const nos = gone.flatMap(({ attachment }) => (attachment === null ? [] : [attachment]))
  if (how.octets && nos.length > 0) await removeAttachments(tx, sql`SELECT unnest(${nos}::bigint[])`)
  return gone.length
}
