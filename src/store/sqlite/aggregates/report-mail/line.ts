import type { DueReportMail, MailPurpose } from '../../../report-mail.ts'
import type { Connection } from '../../connection.ts'

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
  verified: number
  receivedAt: number
  number: number
  stoppedTries: number
  lostTries: number
  answered: number
  purpose: MailPurpose
}

/** The line of mail that waits. Each domain has a queue of its own in it: a mail stands behind the last one of its domain, and never
 * before whoever is next now. So what one domain has waiting costs another no more than one turn. */
export function reportLine({ driver }: Pick<Connection, 'driver'>) {
  const place = driver
    .prepare<[string, number], [number]>(
      `SELECT max(
        coalesce((SELECT min(rank) FROM report_mails WHERE rank IS NOT NULL), 0),
        coalesce((SELECT max(rank) FROM report_mails WHERE domain_id = ? AND rank IS NOT NULL) + ?, 0))`,
    )
    .raw()
  const returning = driver.prepare<
    [number, number],
    { seq: number; domainId: string; size: number; claimed: number }
  >(
    `SELECT seq, domain_id AS domainId, length(raw) AS size, claimed_by IS NOT NULL AS claimed FROM report_mails
      WHERE due_at IS NOT NULL AND due_at <= ? ORDER BY due_at LIMIT ?`,
  )
  const enter = driver.prepare<[number, number, number]>(
    'UPDATE report_mails SET rank = ?, due_at = NULL, claimed_by = NULL, lost_tries = lost_tries + ? WHERE seq = ?',
  )
  const first = driver.prepare<[number], DueRow>(
    `SELECT seq, report_mails.id AS id, report_mails.account_id AS accountId, domain_id AS domainId, domain,
        verified_at IS NOT NULL AS verified, received_at AS receivedAt, claim_number AS number, stopped_tries AS stoppedTries,
        lost_tries AS lostTries, answered, purpose
      FROM report_mails LEFT JOIN domains ON domains.id = domain_id
      WHERE rank IS NOT NULL ORDER BY rank LIMIT ?`,
  )
  const claimed = driver.prepare<[number, string, number]>(
    `UPDATE report_mails SET rank = NULL, due_at = ?, claimed_by = ?, claim_number = claim_number + 1 WHERE seq = ?`,
  )
  const remove = driver.prepare<[number]>('DELETE FROM report_mails WHERE seq = ?')
  const takeBack = driver.prepare<[number, string, string, string]>(
    `UPDATE report_mails SET due_at = ?, claimed_by = NULL
      WHERE claimed_by IS NOT NULL AND claimed_by >= ? AND claimed_by < ? AND claimed_by <> ?`,
  )

  const placeFor = (domainId: string, bytes: number): number =>
    place.get(domainId, 1 + Math.floor(bytes / TURN_BYTES))?.[0] ?? 0

  return {
    placeFor,
    claim(holder: string, leaseMs: number, limit: number, now: Date): DueReportMail[] {
      const at = now.getTime()
      for (const { seq, domainId, size, claimed: wasLost } of returning.all(at, RETURNING_AT_ONCE)) {
        enter.run(placeFor(domainId, size), wasLost, seq)
      }
      return first.all(limit).flatMap(({ seq, domain, receivedAt, verified, answered, number, ...row }) => {
        if (domain === null) {
          remove.run(seq)
          return []
        }
        claimed.run(at + leaseMs, holder, seq)
        return [
          {
            ...row,
            domain,
            holder,
            number: number + 1,
            verified: verified === 1,
            receivedAt: new Date(receivedAt),
            onlyAuthentication: answered === 1,
          },
        ]
      })
    },
    /** Holders are `<host>/<start>`; 0 comes next after the slash. */
    takeBack: (host: string, holder: string, now: Date): number =>
      takeBack.run(now.getTime(), `${host}/`, `${host}0`, holder).changes,
  }
}
