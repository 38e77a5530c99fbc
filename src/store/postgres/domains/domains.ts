import { afterLook } from '../../../core/domains/verification.ts'
import type { DomainEntry } from '../../../core/sender-domain.ts'
import type { DomainStore, LookRules } from '../../domains.ts'
import { markAttribution } from '../dmarc/marks.ts'
import { record } from '../people/recording.ts'
import type { Db, Tx } from '../sql/database.ts'
import { sql } from '../sql/statement.ts'
import { dropDomains } from './dropping.ts'
import { scheduleHealth } from './health.ts'
import { domainReads } from './reads.ts'
import { COLUMNS, changing, type DomainRow, entryOf, inserting } from './rows.ts'
import { beginsToBeWatched, endsToBeWatched } from './watched.ts'

type Look = Parameters<DomainStore['looked']>[1]

/** Domains of accounts. How many an account has, and has verified, is looked at and changed while its row is held. */
export function domainStore(db: Db): DomainStore {
  return {
    ...domainReads(db),
    add: (entry, bounds, said) =>
      db.write(async (tx) => {
        const refused = await refusalOf(tx, entry, bounds)
        if (refused) return refused
        await Promise.all([
          tx.run(inserting(entry)),
          tx.run(
            sql`INSERT INTO complaint_addresses (domain_id, local_part) VALUES (${entry.id}, ${localPart()})`,
          ),
          ...(entry.verifiedAt ? [beginsToBeWatched(tx, entry, entry.verifiedAt)] : []),
          record(tx, said),
        ])
        return 'added'
      }),
    looked: (id, look, rules) => db.write((tx) => looked(tx, id, look, rules)),
    delete: (accountId, id, said) =>
      db.write(
        async (tx) => {
          const own = sql`SELECT id FROM domains WHERE id = ${id} AND account_id = ${accountId}`
          if ((await dropDomains(tx, own)) === 0) return 'unknown_domain'
          await Promise.all([markAttribution(tx, accountId, { deleted: id }), record(tx, said)])
          return 'deleted'
        },
        // Reports that are being kept are waited for: what they add is seen to be left.
        { lock: ['dmarc', accountId] },
      ),
  }
}

async function refusalOf(
  tx: Tx,
  { accountId, domain }: DomainEntry,
  bounds: Parameters<DomainStore['add']>[1],
) {
  const account = await tx.first(
    sql`SELECT id FROM accounts WHERE id = ${accountId} AND deleted_at IS NULL FOR NO KEY UPDATE`,
  )
  if (!account) return 'unknown_account'
  const has = await tx.first<{ same: number; verified: number; unverified: number }>(sql`
    SELECT count(*) FILTER (WHERE domain = ${domain}) AS same, count(verified_at) AS verified,
      count(*) FILTER (WHERE verified_at IS NULL) AS unverified FROM domains WHERE account_id = ${accountId}`)
  if (!has) return undefined
  if (has.same > 0) return 'known'
  if (has.verified >= bounds.verified) return 'verified_full'
  return has.unverified >= bounds.unverified ? 'unverified_full' : undefined
}

/** Cannot be guessed: whoever knows it can send complaints. */
function localPart(): string {
  return `fbl-${crypto.getRandomValues(new Uint8Array(13)).toHex()}`
}

async function looked(tx: Tx, id: string, look: Look, { verified, later, entries }: LookRules) {
  const account = await tx.first<{ id: string }>(sql`SELECT a.id FROM accounts AS a
    WHERE a.id = (SELECT account_id FROM domains WHERE id = ${id}) AND a.deleted_at IS NULL FOR NO KEY UPDATE`)
  if (!account) return undefined
  const row = await tx.first<DomainRow & { others: number }>(sql`
    SELECT ${COLUMNS}, (SELECT count(*) FROM domains WHERE account_id = ${account.id} AND verified_at IS NOT NULL) AS others
      FROM domains AS d WHERE d.id = ${id} AND d.account_id = ${account.id} FOR NO KEY UPDATE`)
  if (!row) return undefined
  const room = row.verifiedAt !== null || row.others < verified
  const after = afterLook(entryOf(row), look, { room, later })
  const { entry, became } = after
  await Promise.all([tx.run(changing(entry)), scheduleHealth(tx, entry, look.at)])
  if (became) {
    if (became === 'verified') await markAttribution(tx, account.id, { verified: true })
    await (entry.verifiedAt ? beginsToBeWatched(tx, entry, entry.verifiedAt) : endsToBeWatched(tx, id))
    await Promise.all([tell(tx, became, entry, look.at), record(tx, entries[became])])
  }
  return after
}

async function tell(tx: Tx, became: 'verified' | 'unverified', entry: DomainEntry, at: Date): Promise<void> {
  const { id, accountId, domain } = entry
  await tx.run(sql`INSERT INTO outbox (type, account_id, subject, payload, at, domain_id)
    VALUES (${`domain.${became}`}, ${accountId}, ${id}, ${JSON.stringify({ domain })}, ${at.getTime()}::bigint, ${id})`)
}
