import type { DueReportMail, MailPurpose, ReportMailStore } from '../../report-mail.ts'
import type { Db, Tx } from '../sql/database.ts'
import { type Sql, sql } from '../sql/statement.ts'
import { removeMails } from './bytes.ts'

/** A turn counts the more the larger the mail is. */
const TURN_BYTES = 256 * 1024
/** Mail that is due again and is put into the line at a claim. */
const RETURNING_AT_ONCE = 100

interface DueRow {
  seq: number
  id: string
  accountId: string
  domainId: string
  domain: string | null
  isVerified: boolean
  receivedAt: number
  number: number
  stoppedTries: number
  lostTries: number
  answered: number
  purpose: MailPurpose
}

interface Returning {
  seq: number
  domainId: string
  size: number
  isLost: boolean
}

export const turnOf = (bytes: number): number => 1 + Math.floor(bytes / TURN_BYTES)

/** The place of a mail behind the last one of its domain, and never before whoever is next now: what one domain has waiting costs another
 * no more than one turn. */
export const placeFor = (domainId: string, bytes: number): Sql => sql`greatest(
  coalesce((SELECT min(rank) FROM report_mails WHERE rank IS NOT NULL), 0),
  coalesce((SELECT max(rank) FROM report_mails WHERE domain_id = ${domainId} AND rank IS NOT NULL) + ${turnOf(bytes)}::bigint, 0))`

/** The line of mail that waits. Whoever claims holds it, of all hosts. */
export function reportLine(db: Db): Pick<ReportMailStore, 'claim' | 'takeBack'> {
  return {
    claim: (holder, leaseMs, limit) =>
      db.write(
        async (tx) => {
          await enterReturning(tx, db)
          const due = await tx.all<DueRow>(sql`
            SELECT m.seq, m.id, m.account_id, m.domain_id, d.domain, d.verified_at IS NOT NULL AS is_verified, m.received_at,
                m.claim_number + 1 AS number, m.stopped_tries, m.lost_tries, m.answered, m.purpose
              FROM report_mails AS m LEFT JOIN domains AS d ON d.id = m.domain_id
              WHERE m.rank IS NOT NULL ORDER BY m.rank, m.seq LIMIT ${limit} FOR UPDATE OF m SKIP LOCKED`)
          const gone = due.filter(({ domain }) => domain === null)
          const taken = due.flatMap(({ domain, ...row }) => (domain === null ? [] : [{ ...row, domain }]))
          await tx.run(sql`UPDATE report_mails SET rank = NULL, due_at = ${db.now()} + ${leaseMs}::bigint, claimed_by = ${holder},
            claim_number = claim_number + 1 WHERE seq = ANY (${taken.map(({ seq }) => seq)}::bigint[])`)
          if (gone.length > 0) {
            await removeMails(tx, sql`SELECT unnest(${gone.map(({ seq }) => seq)}::bigint[])`)
          }
          return taken.map((row) => dueOf(row, holder))
        },
        { lock: ['reports', 'line'] },
      ),
    /** Holders are `<host>/<start>`; 0 comes next after the slash. */
    takeBack: (host, holder) =>
      db.run(sql`UPDATE report_mails SET due_at = ${db.now()}, claimed_by = NULL
        WHERE claimed_by IS NOT NULL AND claimed_by >= ${`${host}/`} AND claimed_by < ${`${host}0`} AND claimed_by <> ${holder}`),
  }
}

const dueOf = (
  { seq: _, isVerified, receivedAt, answered, ...row }: DueRow & { domain: string },
  holder: string,
): DueReportMail => ({
  ...row,
  holder,
  verified: isVerified,
  receivedAt: new Date(receivedAt),
  onlyAuthentication: answered === 1,
})

/** What is due again stands in the line again. What somebody is just finishing is left out. */
async function enterReturning(tx: Tx, db: Db): Promise<void> {
  const returning = await tx.all<Returning>(sql`
    SELECT seq, domain_id, octet_length(raw) AS size, claimed_by IS NOT NULL AS is_lost FROM report_mails
      WHERE due_at IS NOT NULL AND due_at <= ${db.now()} ORDER BY due_at, seq LIMIT ${RETURNING_AT_ONCE} FOR UPDATE SKIP LOCKED`)
  if (returning.length === 0) return
  const domains = [...new Set(returning.map(({ domainId }) => domainId))]
  const lasts = await tx.all<{ domainId: string | null; rank: number | null }>(sql`
    SELECT NULL AS domain_id, min(rank) AS rank FROM report_mails WHERE rank IS NOT NULL
    UNION ALL SELECT domain_id, max(rank) FROM report_mails WHERE domain_id = ANY (${domains}::text[]) AND rank IS NOT NULL
      GROUP BY domain_id`)
  const ranks = placesOf(returning, new Map(lasts.map(({ domainId, rank }) => [domainId, rank])))
  const all = <K extends keyof Returning>(key: K) => returning.map((one) => one[key])
  await tx.run(sql`
    UPDATE report_mails AS m SET rank = n.rank, due_at = NULL, claimed_by = NULL, lost_tries = m.lost_tries + n.lost
      FROM unnest(${all('seq')}::bigint[], ${ranks}::bigint[], ${all('isLost').map(Number)}::integer[]) AS n (seq, rank, lost)
      WHERE m.seq = n.seq`)
}

/** Places of mails that enter one after the other. `last`: of each domain, and under null the first of all. */
function placesOf(entering: readonly Returning[], last: Map<string | null, number | null>): number[] {
  return entering.map(({ domainId, size }) => {
    const first = last.get(null) ?? undefined
    const own = last.get(domainId) ?? undefined
    const rank = Math.max(first ?? 0, own === undefined ? 0 : own + turnOf(size), 0)
    last.set(domainId, Math.max(own ?? rank, rank))
    last.set(null, Math.min(first ?? rank, rank))
    return rank
  })
}
