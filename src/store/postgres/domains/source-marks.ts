import type { NewAuditEntry } from '../../../core/access/audit.ts'
import {
  type KeptSourceMark,
  MOST_MARKED,
  type SourceMarkChange,
  type SourceMarkStore,
} from '../../dmarc/source-marks.ts'
import { record } from '../people/recording.ts'
import type { Db, Tx } from '../sql/database.ts'
import { sql } from '../sql/statement.ts'

interface MarkRow {
  source: string
  name: string | null
  mark: NonNullable<KeptSourceMark['mark']> | null
  markedAt: number
  markedBy: string
}

/** What people say of the sources of a domain. It is changed while the domain's row is held. */
export function sourceMarkStore(db: Db): SourceMarkStore {
  return {
    async of(domainId) {
      const rows = await db.all<MarkRow>(sql`
        SELECT source, name, mark, marked_at, marked_by FROM source_marks WHERE domain_id = ${domainId} ORDER BY source`)
      return rows.map(markOf)
    },
    change: (accountId, domainId, change, who, entry, most = MOST_MARKED) =>
      db.write(async (tx) => {
        const own = await tx.first(sql`
          SELECT d.id FROM domains AS d JOIN accounts AS a ON a.id = d.account_id AND a.deleted_at IS NULL
            WHERE d.id = ${domainId} AND d.account_id = ${accountId} FOR NO KEY UPDATE OF d`)
        return own ? changed(tx, domainId, change, { who, entry, most }) : 'unknown_domain'
      }),
  }
}

const markOf = ({ source, name, mark, markedAt, markedBy }: MarkRow): KeptSourceMark => ({
  key: source,
  ...(name !== null && { name }),
  ...(mark !== null && { mark }),
  at: new Date(markedAt),
  by: markedBy,
})

async function changed(
  tx: Tx,
  domainId: string,
  { key, ...said }: SourceMarkChange,
  { who, entry, most }: { who: { at: Date; by: string }; entry: NewAuditEntry; most: number },
): Promise<'changed' | 'same' | 'full'> {
  const was = await tx.first<{ name: string | null; mark: string | null }>(
    sql`SELECT name, mark FROM source_marks WHERE domain_id = ${domainId} AND source = ${key}`,
  )
  const before = { name: was?.name ?? null, mark: was?.mark ?? null }
  const { name = before.name, mark = before.mark } = said
  if (name === before.name && mark === before.mark) return 'same'
  if (!was && (await countOf(tx, domainId)) >= most) return 'full'
  await tx.run(
    name === null && mark === null
      ? sql`DELETE FROM source_marks WHERE domain_id = ${domainId} AND source = ${key}`
      : sql`INSERT INTO source_marks (domain_id, source, name, mark, marked_at, marked_by)
          VALUES (${domainId}, ${key}, ${name}, ${mark}, ${who.at.getTime()}::bigint, ${who.by})
          ON CONFLICT (domain_id, source) DO UPDATE
            SET name = excluded.name, mark = excluded.mark, marked_at = excluded.marked_at, marked_by = excluded.marked_by`,
  )
  await record(tx, entry)
  return 'changed'
}

async function countOf(tx: Tx, domainId: string): Promise<number> {
  const row = await tx.first<{ count: number }>(
    sql`SELECT count(*) AS count FROM source_marks WHERE domain_id = ${domainId}`,
  )
  return row?.count ?? 0
}
