import type { Connection } from '../../connection.ts'

interface SliceRow {
  accountId: string
  domainId: string
  domain: string
  reporter: string
  messages: number
  pass: number
}

/** Tells of a report: an event for each domain that has a part of it. Part of the transaction by which that is settled. */
export function reportEvents({ driver }: Pick<Connection, 'driver'>) {
  const slices = driver.prepare<[string], SliceRow>(
    `SELECT domains.account_id AS accountId, domains.id AS domainId, domains.domain AS domain, text AS reporter, messages, pass
      FROM dmarc_reports AS reports
      JOIN dmarc_slices AS slices ON slices.report = reports.no
      JOIN dmarc_domains AS theirs ON theirs.no = slices.domain
      JOIN domains ON domains.id = theirs.domain_id
      JOIN dmarc_texts ON dmarc_texts.no = reports.reporter
      WHERE reports.uid = ?`,
  )
  const insert = driver.prepare<[string, string, string, number, string]>(
    `INSERT INTO outbox (type, account_id, subject, payload, at, domain_id) VALUES ('dmarc.report_received', ?, ?, ?, ?, ?)`,
  )
  return (uid: string, at: Date): void => {
    for (const { accountId, domainId, domain, reporter, messages, pass } of slices.all(uid)) {
      const payload = JSON.stringify({ domain, report: uid, reporter, messages, dmarcPass: pass })
      insert.run(accountId, domainId, payload, at.getTime(), domainId)
    }
  }
}
