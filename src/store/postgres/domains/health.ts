import { countsOf, type DnsLook, type DomainChange, type HealthCounts } from '../../../core/domain-health.ts'
import type { Packed } from '../../../core/kept/packed.ts'
import type { DomainHealthStore, DueDomain, LookBefore } from '../../domain-health.ts'
import { pack, parcel, unpack } from '../../keeping/packing.ts'
import type { Db, Tx } from '../sql/database.ts'
import { type Sql, sql } from '../sql/statement.ts'

/** Due before everything that is due by itself. */
const ASKED = 0

interface HealthRow {
  dueAt: number | null
  failedAt: number | null
  lookedAt: number | null
  changes: string
  packing: Packed['packing']
  look: Uint8Array
}

/** How the DNS of domains was. */
export function healthStore(db: Db): DomainHealthStore {
  return {
    async summaries(accountId) {
      const rows = await db.all<HealthCounts & { id: string; at: number }>(sql`
        SELECT d.id, h.looked_at AS at, h.problems, h.unknown, h.advice FROM domains AS d JOIN domain_health AS h ON h.domain_id = d.id
          WHERE d.account_id = ${accountId} AND h.looked_at IS NOT NULL`)
      return new Map(rows.map(({ id, at, ...counts }) => [id, { ...counts, at: new Date(at) }]))
    },
    async read(domainId) {
      const row = await db.first<HealthRow>(sql`
        SELECT due_at, failed_at, looked_at, changes, packing, look FROM domain_health WHERE domain_id = ${domainId}`)
      if (!row) return undefined
      const { packing, look: bytes, lookedAt, failedAt, dueAt } = row
      return {
        ...(lookedAt !== null && { look: await lookIn({ packing, bytes }, lookedAt) }),
        changes: changesIn(row.changes),
        ...(failedAt !== null && { failedAt: new Date(failedAt) }),
        ...(dueAt !== null && { dueAt: new Date(dueAt) }),
      }
    },
    async selectors(domainId) {
      const rows = await db.all<{ selector: string; lastSeen: number }>(sql`
        SELECT selector, last_seen FROM domain_selectors WHERE domain_id = ${domainId} ORDER BY last_seen DESC, selector`)
      return rows.map(({ selector, lastSeen }) => ({ selector, lastSeen: new Date(lastSeen) }))
    },
    due: (now, limit) =>
      db.all<DueDomain>(sql`
        SELECT d.id, d.domain FROM domain_health AS h JOIN domains AS d ON d.id = h.domain_id
          WHERE h.due_at <= ${now.getTime()}::bigint ORDER BY h.due_at LIMIT ${limit}`),
    async ask(id) {
      const asked = await db.run(begins(sql`d.id = ${id}`, ASKED, sql`excluded.due_at`))
      return asked > 0 ? 'asked' : 'unknown_domain'
    },
    async keep(id, look, changes, next, after) {
      const { at, ...body } = look
      const { packing, bytes } = pack(await parcel(new TextEncoder().encode(JSON.stringify(body))))
      const { problems, unknown, advice } = countsOf(look.checks)
      return settle(
        db,
        id,
        { next, after },
        sql`looked_at = ${at.getTime()}::bigint, problems = ${problems}, unknown = ${unknown}, advice = ${advice},
          changes = ${JSON.stringify(changes)}, packing = ${packing}, look = ${bytes}::bytea, failed_at = NULL`,
      )
    },
    failed: (id, at, next, after) =>
      settle(db, id, { next, after }, sql`failed_at = ${at.getTime()}::bigint`),
  }
}

/** Nothing is checked: only this store wrote it. */
async function lookIn(packed: Packed, at: number): Promise<DnsLook> {
  return { ...JSON.parse(new TextDecoder().decode(await unpack(packed))), at: new Date(at) }
}

function changesIn(text: string): DomainChange[] {
  const kept: (Omit<DomainChange, 'at'> & { at: string })[] = JSON.parse(text)
  return kept.map(({ at, ...change }) => ({ ...change, at: new Date(at) }))
}

/** A domain that is no longer verified is not looked at again by itself: whoever changes that is waited for. */
function settle(
  db: Db,
  id: string,
  { next, after }: { next: Date; after: LookBefore | undefined },
  set: Sql,
): Promise<'kept' | 'outdated'> {
  // The condition stands on the row that is changed: whoever waited for another look reads what that one kept.
  const still = after
    ? sql`looked_at IS NOT DISTINCT FROM ${after.lookedAt?.getTime() ?? null}::bigint`
    : sql`true`
  return db.write(async (tx) => {
    const own = await tx.first<{ isVerified: boolean }>(
      sql`SELECT verified_at IS NOT NULL AS is_verified FROM domains WHERE id = ${id} FOR SHARE`,
    )
    const dueAt = own?.isVerified ? next.getTime() : null
    const kept = await tx.run(
      sql`UPDATE domain_health SET ${set}, due_at = ${dueAt}::bigint WHERE domain_id = ${id} AND ${still}`,
    )
    // Of a domain that is gone nothing is kept, and nothing is newer.
    return kept === 0 && after && own ? 'outdated' : 'kept'
  })
}

/** The row of a domain, of which nothing was looked at. */
const begins = (of: Sql, dueAt: number, known: Sql): Sql => sql`
  INSERT INTO domain_health AS h (domain_id, due_at, problems, unknown, advice, changes, packing, look)
    SELECT d.id, ${dueAt}::bigint, 0, 0, 0, '[]', 'plain', ''::bytea FROM domains AS d WHERE ${of} FOR KEY SHARE
  ON CONFLICT (domain_id) DO UPDATE SET due_at = ${known}`

/** Keeps that a verified domain is looked at, and that others are not: part of what changes a domain. */
export async function scheduleHealth(
  tx: Tx,
  { id, verifiedAt }: { id: string; verifiedAt?: Date },
  now: Date,
): Promise<void> {
  await tx.run(
    verifiedAt
      ? begins(sql`d.id = ${id}`, now.getTime(), sql`coalesce(h.due_at, excluded.due_at)`)
      : sql`UPDATE domain_health SET due_at = NULL WHERE domain_id = ${id}`,
  )
}
