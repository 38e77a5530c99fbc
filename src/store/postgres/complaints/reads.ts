import type {
  ComplaintReads,
  ComplaintStore,
  KeptLetter,
  WatchedComplaints,
} from '../../complaints/complaints.ts'
import type { ReportsAddress } from '../../report-mail.ts'
import { STANDS } from '../domains/reads.ts'
import type { Db } from '../sql/database.ts'
import { sql } from '../sql/statement.ts'

interface LetterRow extends Pick<KeptLetter, 'id' | 'subject' | 'text'> {
  receivedAt: number
  authenticated: number
  sender: string | null
}

type Few = Pick<ComplaintReads, 'localPart' | 'letters' | 'watchedState'> &
  Pick<ComplaintStore, 'address' | 'watched'>

/** What is read of complaints beside their counts: a few rows of a domain. */
export function complaintReads(db: Db): Few {
  return {
    async localPart(domainId) {
      const row = await db.first<{ localPart: string }>(
        sql`SELECT local_part FROM complaint_addresses WHERE domain_id = ${domainId}`,
      )
      return row?.localPart
    },
    address: (local) =>
      db.first<ReportsAddress>(sql`SELECT d.id AS domain_id, d.account_id, d.domain, d.verified_at IS NOT NULL AS verified
        FROM complaint_addresses AS a JOIN domains AS d ON d.id = a.domain_id WHERE a.local_part = ${local} AND ${STANDS}`),
    async letters(domainId) {
      const rows =
        await db.all<LetterRow>(sql`SELECT no AS id, received_at, authenticated, sender, subject, text
        FROM complaint_letters WHERE domain_id = ${domainId} ORDER BY received_at DESC, no DESC`)
      return rows.map(letterOf)
    },
    async watched(since, after, limit) {
      const rows = await db.all<Omit<WatchedComplaints, 'state'> & { state: string | null }>(sql`
        SELECT d.account_id, d.id AS domain_id, d.domain, coalesce(w.version, 0) AS version, w.state
          FROM complaint_domains AS n JOIN domains AS d ON d.id = n.domain_id LEFT JOIN complaint_watch AS w ON w.domain_id = d.id
          WHERE (n.latest_at >= ${since.getTime()}::bigint OR w.state IS NOT NULL) AND n.domain_id > ${after}
            AND d.verified_at IS NOT NULL ORDER BY n.domain_id LIMIT ${limit}`)
      return rows.map(({ state, ...row }) => ({ ...row, ...(state !== null && { state }) }))
    },
    async watchedState(domainId) {
      const row = await db.first<{ state: string }>(
        sql`SELECT state FROM complaint_watch WHERE domain_id = ${domainId}`,
      )
      return row?.state
    },
  }
}

const letterOf = ({ receivedAt, authenticated, sender, ...letter }: LetterRow): KeptLetter => ({
  ...letter,
  receivedAt: new Date(receivedAt),
  authenticated: authenticated === 1,
  ...(sender !== null && { from: sender }),
})
