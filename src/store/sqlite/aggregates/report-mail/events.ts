import { messagesOf } from '../../../keeping/dmarc/columns.ts'
import type { Connection } from '../../connection.ts'

interface PieceRow {
  accountId: string
  domainId: string
  domain: string
  reporter: string
  records: number
  rows: string
}

/** Tells of a report: an event for each domain that has a part of it. Part of the transaction by which that is settled. */
export function reportEvents({ driver }: Pick<Connection, 'driver'>) {
  // The records themselves: they may not be counted yet.
  const pieces = driver.prepare<[string], PieceRow>(
    `SELECT domains.account_id AS accountId, domains.id AS domainId, domains.domain AS domain, text AS reporter, records, rows
      FROM dmarc_reports AS reports
      CROSS JOIN dmarc_pieces AS pieces ON pieces.report = reports.no
      CROSS JOIN dmarc_domains AS theirs ON theirs.no = pieces.domain
      CROSS JOIN domains ON domains.id = theirs.domain_id
      CROSS JOIN dmarc_texts ON dmarc_texts.no = reports.reporter
      WHERE reports.uid = ?`,
  )
  const insert = driver.prepare<[string, string, string, number, string]>(
    `INSERT INTO outbox (type, account_id, subject, payload, at, domain_id) VALUES ('dmarc.report_received', ?, ?, ?, ?, ?)`,
  )
  return (uid: string, at: Date): void => {
    const found = new Map<string, PieceRow & { messages: number; pass: number }>()
    for (const piece of pieces.iterate(uid)) {
      const { messages, pass } = messagesOf(piece.rows, piece.records)
      const known = found.get(piece.domainId) ?? { ...piece, messages: 0, pass: 0 }
      known.messages += messages
      known.pass += pass
      found.set(piece.domainId, known)
    }
    for (const { accountId, domainId, domain, reporter, messages, pass } of found.values()) {
      const payload = JSON.stringify({ domain, report: uid, reporter, messages, dmarcPass: pass })
      insert.run(accountId, domainId, payload, at.getTime(), domainId)
    }
  }
}
