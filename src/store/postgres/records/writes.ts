import { type RecordChange, type SeenRecords, saysTheSame } from '../../../core/watching/records.ts'
import {
  MOST_EARLIER,
  MOST_PLACES,
  MOST_VERSIONS,
  type RecordHistoryStore,
  type RecordLook,
  type RecordOwner,
} from '../../watching/record-history.ts'
import type { Db, Tx } from '../sql/database.ts'
import { sql } from '../sql/statement.ts'
import { isOf, textsIn } from './reads.ts'
import { tell } from './telling.ts'

interface Version {
  record: SeenRecords['record']
  name: string
  no: number
  texts: string
  firstSeenAt: number
  lastSeenAt: number
}

export function recordWrites(db: Db): Pick<RecordHistoryStore, 'keep' | 'putOff'> {
  return {
    keep: (owner, look) => db.write((tx) => keep(tx, owner, look)),
    async putOff(owner, dueAt, state) {
      await db.run(sql`UPDATE record_looks AS l SET due_at = ${dueAt.getTime()}::bigint, state = coalesce(${state ?? null}, l.state)
        WHERE ${isOf(owner)} AND l.due_at IS NOT NULL`)
    },
  }
}

/** Looks of one owner that end at once wait for each other: the later one sees what the first kept. */
async function keep(
  tx: Tx,
  owner: RecordOwner,
  look: RecordLook,
): Promise<RecordChange[] | 'unknown_owner' | 'outdated'> {
  const own = await tx.first<{ no: number; accountId: string; lookedAt: number | null }>(
    sql`SELECT l.no, l.account_id, l.looked_at FROM record_looks AS l WHERE ${isOf(owner)} FOR NO KEY UPDATE`,
  )
  if (!own) return 'unknown_owner'
  const { at, domain, seen, state, dueAt, tells, after } = look
  if (after && own.lookedAt !== (after.lookedAt?.getTime() ?? null)) return 'outdated'
  const { versions, changes } = compared(await lastOf(tx, own.no, seen), seen, at)
  if (versions.length > 0) await enter(tx, own.no, versions)
  await Promise.all([
    bound(tx, own.no),
    tx.run(sql`UPDATE record_looks SET state = ${state}, looked_at = ${at.getTime()}::bigint,
      due_at = CASE WHEN due_at IS NOT NULL THEN ${dueAt.getTime()}::bigint END WHERE no = ${own.no}`),
  ])
  if (tells && changes.length > 0) await tell(tx, owner, { accountId: own.accountId, at, domain }, changes)
  return changes
}

/** What the places said last, in the order of `seen`. */
async function lastOf(tx: Tx, look: number, seen: readonly SeenRecords[]): Promise<(Version | undefined)[]> {
  const rows = await tx.all<Version & { place: number }>(sql`
    SELECT p.place, v.record, v.name, v.no, v.texts, v.first_seen_at, v.last_seen_at
      FROM unnest(${seen.map(({ record }) => record)}::text[], ${seen.map(({ name }) => name)}::text[])
        WITH ORDINALITY AS p (record, name, place)
      CROSS JOIN LATERAL (SELECT record, name, no, texts, first_seen_at, last_seen_at FROM record_versions
        WHERE look = ${look} AND record = p.record AND name = p.name ORDER BY no DESC LIMIT 1) AS v`)
  const found = new Map(rows.map(({ place, ...row }) => [place, row]))
  return seen.map((_, at) => found.get(at + 1))
}

/** Versions as they are to be kept, one after the other. */
function compared(last: readonly (Version | undefined)[], seen: readonly SeenRecords[], at: Date) {
  const known = new Map<string, Version>()
  const versions = new Map<string, Version>()
  const changes: RecordChange[] = []
  for (const [index, { record, name, values }] of seen.entries()) {
    const place = `${record} ${name}`
    const was = known.get(place) ?? last[index]
    const before = was && textsIn(was.texts)
    const now = { record, name, texts: JSON.stringify(values), lastSeenAt: at.getTime() }
    const isSame = before !== undefined && saysTheSame(record, before, values)
    const version =
      was && isSame
        ? { ...was, ...now, lastSeenAt: Math.max(was.lastSeenAt, now.lastSeenAt) }
        : { ...now, no: (was?.no ?? 0) + 1, firstSeenAt: now.lastSeenAt }
    known.set(place, version)
    versions.set(`${version.no} ${place}`, version)
    if (was && before && !isSame)
      changes.push({ record, name, before, after: values, lastSeenAt: new Date(was.lastSeenAt), at })
  }
  return { versions: [...versions.values()], changes }
}

async function enter(tx: Tx, look: number, versions: readonly Version[]): Promise<void> {
  const all = <K extends keyof Version>(key: K) => versions.map((one) => one[key])
  await Promise.all([
    tx.run(sql`
      INSERT INTO record_versions (look, record, name, no, texts, first_seen_at, last_seen_at)
        SELECT ${look}, record, name, no, texts, first_seen_at, last_seen_at
          FROM unnest(${all('record')}::text[], ${all('name')}::text[], ${all('no')}::integer[], ${all('texts')}::text[],
            ${all('firstSeenAt')}::bigint[], ${all('lastSeenAt')}::bigint[]) AS n (record, name, no, texts, first_seen_at, last_seen_at)
      ON CONFLICT (look, record, name, no) DO UPDATE SET texts = excluded.texts, last_seen_at = excluded.last_seen_at`),
    tx.run(sql`
      DELETE FROM record_versions AS v
        USING unnest(${all('record')}::text[], ${all('name')}::text[], ${all('no')}::integer[]) AS n (record, name, no)
        WHERE v.look = ${look} AND v.record = n.record AND v.name = n.name AND v.no <= n.no - ${MOST_VERSIONS}::integer`),
  ])
}

/** Takes away what is more than is kept of one owner: places that were not seen for longest, then the oldest versions. */
async function bound(tx: Tx, look: number): Promise<void> {
  await Promise.all([
    tx.run(sql`
      DELETE FROM record_versions AS v USING (
          SELECT record, name FROM record_versions WHERE look = ${look} GROUP BY record, name
            ORDER BY max(last_seen_at) DESC, record, name OFFSET ${MOST_PLACES}) AS old
        WHERE v.look = ${look} AND v.record = old.record AND v.name = old.name`),
    tx.run(sql`
      DELETE FROM record_versions AS v USING (
          SELECT record, name, no FROM (
            SELECT record, name, no, first_seen_at, no = max(no) OVER (PARTITION BY record, name) AS is_current
              FROM record_versions WHERE look = ${look}) AS every
            WHERE NOT is_current ORDER BY first_seen_at DESC, no DESC OFFSET ${MOST_EARLIER}) AS old
        WHERE v.look = ${look} AND v.record = old.record AND v.name = old.name AND v.no = old.no`),
  ])
}
