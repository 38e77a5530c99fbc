import type { KeptLetter, WatchedComplaints } from '../../../complaints/complaints.ts'
import type { ReportsAddress } from '../../../report-mail.ts'
import type { Connection } from '../../connection.ts'

/** What a deleted account left behind is of nobody any more. */
const STANDS = `NOT EXISTS (SELECT 1 FROM accounts INDEXED BY accounts_deleted
  WHERE accounts.id = d.account_id AND deleted_at IS NOT NULL)`

interface LetterRow extends Pick<KeptLetter, 'id' | 'subject' | 'text'> {
  receivedAt: number
  authenticated: number
  sender: string | null
}

/** What is read of complaints beside their counts: a few rows of a domain. */
export function complaintReads({ driver }: Pick<Connection, 'driver'>) {
  const localPart = driver
    .prepare<[string], string>('SELECT local_part FROM complaint_addresses WHERE domain_id = ?')
    .pluck()
  const address = driver.prepare<[string], Omit<ReportsAddress, 'verified'> & { verified: number }>(
    `SELECT d.id AS domainId, account_id AS accountId, domain, verified_at IS NOT NULL AS verified
      FROM complaint_addresses AS a JOIN domains AS d ON d.id = a.domain_id WHERE a.local_part = ? AND ${STANDS}`,
  )
  const account = driver
    .prepare<[string], string>('SELECT account_id FROM complaint_domains WHERE domain_id = ?')
    .pluck()
  const any = driver
    .prepare<[string], number>('SELECT 1 FROM complaint_domains WHERE account_id = ? LIMIT 1')
    .pluck()
  const letters = driver.prepare<[string, number], LetterRow>(
    `SELECT no AS id, received_at AS receivedAt, authenticated, sender, subject, text FROM complaint_letters
      WHERE domain_id = ? AND authenticated = ? ORDER BY no DESC`,
  )
  const watched = driver.prepare<
    [number, string, number],
    Omit<WatchedComplaints, 'state'> & { state: string | null }
  >(
    `SELECT d.account_id AS accountId, d.id AS domainId, d.domain, coalesce(w.version, 0) AS version, w.state
      FROM complaint_domains AS n CROSS JOIN domains AS d ON d.id = n.domain_id LEFT JOIN complaint_watch AS w ON w.domain_id = d.id
      WHERE (n.latest_at >= ? OR w.state IS NOT NULL) AND n.domain_id > ? AND d.verified_at IS NOT NULL
      ORDER BY n.domain_id LIMIT ?`,
  )
  const state = driver
    .prepare<[string], string>('SELECT state FROM complaint_watch WHERE domain_id = ?')
    .pluck()
  return {
    localPart: (domainId: string) => localPart.get(domainId),
    address(local: string): ReportsAddress | undefined {
      const row = address.get(local)
      return row && { ...row, verified: row.verified === 1 }
    },
    /** Whose a domain with complaints is. */
    account: (domainId: string) => account.get(domainId),
    hasAny: (accountId: string): boolean => any.get(accountId) !== undefined,
    letters: (domainId: string): KeptLetter[] =>
      [1, 0]
        .flatMap((authenticated) => letters.all(domainId, authenticated).map(letterOf))
        .toSorted((one, other) => other.receivedAt.getTime() - one.receivedAt.getTime() || other.id - one.id),
    watched: (since: Date, after: string, limit: number): WatchedComplaints[] =>
      watched
        .all(since.getTime(), after, limit)
        .map(({ state: kept, ...row }) => ({ ...row, ...(kept !== null && { state: kept }) })),
    watchedState: (domainId: string) => state.get(domainId),
  }
}

function letterOf({ receivedAt, authenticated, sender, ...letter }: LetterRow): KeptLetter {
  return {
    ...letter,
    receivedAt: new Date(receivedAt),
    authenticated: authenticated === 1,
    ...(sender !== null && { from: sender }),
  }
}
