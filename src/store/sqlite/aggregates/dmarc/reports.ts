import { type AggregateHead, dayOfReport, isLongRange } from '../../../../core/aggregate/report.ts'
import { contentOf, type Incoming } from '../../../keeping/dmarc/incoming.ts'
import type { Connection } from '../../connection.ts'
import type { Interned } from './interned.ts'
import type { ReportFacts } from './ledger/report-facts.ts'

/** A row of dmarc_reports. */
export interface KeptReport {
  no: number
  uid: string
  accountId: string
  contentHash: Uint8Array
  fileId: string
  replacedFile: string | null
  leavingFor: Uint8Array | null
  leavingAt: number | null
  piecesIn: number
  recordsIn: number
  pieces: number
  day: number
  beginAt: number
  endAt: number
  receivedAt: number
  reporter: number
  policyDomain: number
  policy: number | null
  authenticated: number
  sender: number | null
}

const COLUMNS = `no, uid, account_id AS accountId, content_hash AS contentHash, file_id AS fileId,
  replaced_file AS replacedFile, leaving_for AS leavingFor, leaving_at AS leavingAt, pieces_in AS piecesIn,
  records_in AS recordsIn, pieces, day, begin_at AS beginAt, end_at AS endAt, received_at AS receivedAt, reporter,
  policy_domain AS policyDomain, policy, authenticated, sender`

/** The heads of reports. */
export function createReports({ driver }: Pick<Connection, 'driver'>, interned: Interned) {
  const byKey = driver.prepare<[string, Uint8Array], KeptReport>(
    `SELECT ${COLUMNS} FROM dmarc_reports WHERE account_id = ? AND key_hash = ?`,
  )
  const byNo = driver.prepare<[number], KeptReport>(`SELECT ${COLUMNS} FROM dmarc_reports WHERE no = ?`)
  const head = driver.prepare<[number], [string]>('SELECT head FROM dmarc_reports WHERE no = ?').raw()
  const text = driver.prepare<[number], [string]>('SELECT text FROM dmarc_texts WHERE no = ?').raw()
  const insert = driver.prepare(
    `INSERT INTO dmarc_reports (uid, account_id, key_hash, content_hash, file_id, replaced_file, pieces_in, records_in, pieces,
      day, begin_at, end_at, received_at, reporter, policy_domain, policy, authenticated, sender, head)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const entered = driver.prepare(
    'UPDATE dmarc_reports SET pieces_in = pieces_in + 1, records_in = records_in + ? WHERE no = ?',
  )
  const leave = driver.prepare('UPDATE dmarc_reports SET leaving_for = ?, leaving_at = ? WHERE no = ?')
  const remove = driver
    .prepare<[number], [number | null]>('DELETE FROM dmarc_reports WHERE no = ? RETURNING policy')
    .raw()

  return {
    byKey: ({ accountId, key }: Incoming) => byKey.get(accountId, Buffer.from(key, 'hex')),
    byNo: (no: number) => byNo.get(no),
    /** What the records of a report share, all of which are counted. */
    factsOf(kept: KeptReport): ReportFacts {
      const { no, day, receivedAt, reporter, policyDomain, policy, authenticated, sender, beginAt, endAt } =
        kept
      const isLong = isLongRange({ begin: beginAt, end: endAt })
      const reporterName = interned.text(headOf(no).orgName)
      const [isNew, before] = [false, Number.MAX_SAFE_INTEGER]
      const said = { reporter, reporterName, policyDomain, policy, authenticated, sender }
      return { no, day, receivedAt, ...said, isLong, isNew, before }
    },
    policyDomainOf: (kept: KeptReport): string => text.get(kept.policyDomain)?.[0] ?? '',
    senderOf: ({ sender }: KeptReport): string | undefined =>
      sender === null ? undefined : text.get(sender)?.[0],
    /** `records`: those of its first piece, where that is entered with it. Gives the report as it is before. */
    insert(incoming: Incoming, replacedFile: string | null, records?: number): KeptReport {
      const { begin, end } = incoming
      const texts = [incoming.reporter, incoming.policyDomain, incoming.policy].map(interned.text)
      for (const text of texts) interned.useText(text, 1)
      const [reporter = 0, policyDomain = 0, policy = 0] = texts
      const sender = incoming.sender === undefined ? null : interned.text(incoming.sender)
      if (sender !== null) interned.useText(sender, 1)
      const { uid, accountId, fileId, pieces, receivedAt } = incoming
      const [contentHash, day] = [contentOf(incoming), dayOfReport({ begin, end })]
      const authenticated = incoming.authenticated ? 1 : 0
      const { lastInsertRowid } = insert.run(
        uid,
        accountId,
        Buffer.from(incoming.key, 'hex'),
        contentHash,
        fileId,
        replacedFile,
        records === undefined ? 0 : 1,
        records ?? 0,
        pieces,
        day,
        begin,
        end,
        receivedAt,
        reporter,
        policyDomain,
        policy,
        authenticated,
        sender,
        incoming.head,
      )
      return {
        no: Number(lastInsertRowid),
        uid,
        accountId,
        contentHash,
        fileId,
        replacedFile,
        leavingFor: null,
        leavingAt: null,
        piecesIn: 0,
        recordsIn: 0,
        pieces,
        day,
        beginAt: begin,
        endAt: end,
        receivedAt,
        reporter,
        policyDomain,
        policy,
        authenticated,
        sender,
      }
    },
    entered: (no: number, records: number) => void entered.run(records, no),
    leave: (no: number, content: Uint8Array, now: number) => void leave.run(content, now, no),
    remove({ no, reporter, policyDomain, sender }: KeptReport): void {
      for (const [policy] of remove.all(no)) {
        for (const text of [reporter, policyDomain, sender, policy])
          if (text !== null) interned.useText(text, -1)
      }
    },
  }

  function headOf(no: number): Pick<AggregateHead, 'orgName'> {
    const [text = '{"orgName":""}'] = head.get(no) ?? []
    return JSON.parse(text)
  }
}

export type Reports = ReturnType<typeof createReports>
