import { MOST_LETTERS } from '../../../core/complaints/complaint.ts'
import { dayOf } from '../../../core/kept/day.ts'
import {
  COMPLAINT_BOUNDS,
  type ComplaintMailResult,
  type ComplaintStore,
  type NewComplaint,
} from '../../complaints/complaints.ts'
import { upwards } from '../../keeping/dmarc/home.ts'
import { holdTold, tell } from '../dmarc/watching/settling.ts'
import { removeMails } from '../reports/bytes.ts'
import { type ClaimedMail, claimedMail } from '../reports/claimed.ts'
import type { Db, Tx } from '../sql/database.ts'
import { sql } from '../sql/statement.ts'
import { whenFull } from '../wire/failures.ts'
import { countComplaint } from './counting.ts'

type Letter = Extract<ComplaintMailResult, { kind: 'letter' }>

/** What is written of complaints. */
export function complaintWrites(db: Db): Pick<ComplaintStore, 'settle' | 'watchSettle'> {
  return {
    settle: (claim, result) =>
      db
        .write(async (tx) => {
          const row = await claimedMail(tx, claim)
          if (!row) return 'lost'
          const ending = await ended(tx, row, result)
          await removeMails(tx, sql`SELECT ${row.seq}::bigint`)
          return ending
        })
        .catch(whenFull),
    watchSettle: (domainId, version, state, at, events) =>
      db.write(async (tx) => {
        const own = await holdTold(tx, domainId)
        if (!own) return 'unknown_domain'
        const kept =
          version === 0
            ? sql`INSERT INTO complaint_watch (domain_id, version, looked_at, state)
                VALUES (${domainId}, 1, ${at.getTime()}::bigint, ${state}) ON CONFLICT (domain_id) DO NOTHING`
            : sql`UPDATE complaint_watch SET version = version + 1, looked_at = ${at.getTime()}::bigint, state = ${state}
                WHERE domain_id = ${domainId} AND version = ${version}::integer`
        if ((await tx.run(kept)) === 0) return 'outdated'
        if (events.length > 0) await tell(tx, { domainId, accountId: own.accountId, at }, events)
        return 'settled'
      }),
  }
}

async function ended(
  tx: Tx,
  row: ClaimedMail,
  result: ComplaintMailResult,
): Promise<'counted' | 'kept' | 'duplicate' | 'nothing'> {
  if (result.kind === 'nothing') return 'nothing'
  return result.kind === 'letter' ? kept(tx, row, result) : counted(tx, row, result.complaint)
}

async function counted(tx: Tx, row: ClaimedMail, complaint: NewComplaint): Promise<'counted' | 'duplicate'> {
  const home = await homeOf(tx, row, complaint.domains)
  // Whoever counts for the domain waits here for each other.
  const own = await tx.first<{ slot: number }>(sql`
    INSERT INTO complaint_domains AS n (domain_id, account_id, slot, latest_at)
      VALUES (${home}, ${row.accountId}, 0, ${row.receivedAt}::bigint)
    ON CONFLICT (domain_id) DO UPDATE SET latest_at = greatest(coalesce(n.latest_at, 0), excluded.latest_at) RETURNING slot`)
  if (!(await isNew(tx, home, own?.slot ?? 0, complaint.fingerprints))) return 'duplicate'
  await countComplaint(tx, home, dayOf(row.receivedAt), complaint)
  return 'counted'
}

/** The closest verified domain at or above one of the message's, else that of the address. It stays until this is done. */
async function homeOf(
  tx: Tx,
  { accountId, domainId }: ClaimedMail,
  domains: readonly string[],
): Promise<string> {
  const names = domains.flatMap((name) => [...upwards(name)])
  const rows = await tx.all<{ id: string; domain: string }>(sql`
    SELECT id, domain FROM domains WHERE account_id = ${accountId} AND domain = ANY (${names}::text[]) AND verified_at IS NOT NULL
      ORDER BY id FOR KEY SHARE`)
  const ids = new Map(rows.map(({ id, domain }) => [domain, id]))
  const closest = names.find((name) => ids.has(name))
  return (closest !== undefined && ids.get(closest)) || domainId
}

/** Knows the last reports of a domain again. */
async function isNew(
  tx: Tx,
  domainId: string,
  slot: number,
  fingerprints: readonly string[],
): Promise<boolean> {
  const hashes = [...new Set(fingerprints)]
  if (hashes.length === 0) return true
  const known = await tx.first(sql`
    SELECT slot FROM complaint_known WHERE domain_id = ${domainId}
      AND hash = ANY (ARRAY(SELECT decode(h, 'hex') FROM unnest(${hashes}::text[]) AS h)) LIMIT 1`)
  if (known) return false
  const slots = hashes.map((_, at) => (slot + 1 + at) % COMPLAINT_BOUNDS.known)
  await tx.run(sql`
    DELETE FROM complaint_known WHERE domain_id = ${domainId} AND slot = ANY (${slots}::integer[])`)
  await tx.run(sql`
    INSERT INTO complaint_known (domain_id, slot, hash)
      SELECT ${domainId}, slot, decode(hash, 'hex') FROM unnest(${slots}::integer[], ${hashes}::text[]) AS n (slot, hash)`)
  await tx.run(
    sql`UPDATE complaint_domains SET slot = ${slots.at(-1) ?? slot}::integer WHERE domain_id = ${domainId}`,
  )
  return true
}

async function kept(tx: Tx, row: ClaimedMail, { letter, authenticated }: Letter): Promise<'kept'> {
  const { domainId, accountId, receivedAt } = row
  const proved = authenticated ? 1 : 0
  await tx.run(sql`INSERT INTO complaint_domains AS n (domain_id, account_id, slot) VALUES (${domainId}, ${accountId}, 0)
    ON CONFLICT (domain_id) DO UPDATE SET account_id = n.account_id`)
  await tx.run(sql`INSERT INTO complaint_letters (domain_id, received_at, authenticated, sender, subject, text)
    VALUES (${domainId}, ${receivedAt}::bigint, ${proved}::smallint, ${letter.from ?? null}, ${letter.subject}, ${letter.text})`)
  // Strangers push out none of those whose sender is proved.
  await tx.run(sql`DELETE FROM complaint_letters WHERE no IN (SELECT no FROM complaint_letters
    WHERE domain_id = ${domainId} AND authenticated = ${proved}::smallint ORDER BY no DESC OFFSET ${MOST_LETTERS})`)
  return 'kept'
}
