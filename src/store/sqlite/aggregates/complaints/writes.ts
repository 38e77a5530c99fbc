import { MOST_LETTERS } from '../../../../core/complaints/complaint.ts'
import type { ComplaintEvent } from '../../../../core/event.ts'
import { dayOf } from '../../../../core/kept/day.ts'
import {
  COMPLAINT_BOUNDS,
  type ComplaintMailResult,
  type NewComplaint,
} from '../../../complaints/complaints.ts'
import { upwards } from '../../../keeping/dmarc/home.ts'
import type { ReportMailClaim } from '../../../report-mail.ts'
import type { Connection } from '../../connection.ts'
import { toldWrites } from '../dmarc/watching.ts'
import { complaintCounts } from './counting.ts'

interface MailRow {
  seq: number
  accountId: string
  domainId: string
  receivedAt: number
}

type Letter = Extract<ComplaintMailResult, { kind: 'letter' }>

/** What is written of complaints. */
export function complaintWrites(connection: Connection) {
  const { driver } = connection
  const count = complaintCounts(connection)
  const isNew = createRing(connection)
  const claimed = driver.prepare<[string, string, number], MailRow>(
    `SELECT seq, account_id AS accountId, domain_id AS domainId, received_at AS receivedAt FROM report_mails
      WHERE id = ? AND claimed_by = ? AND claim_number = ?`,
  )
  const remove = driver.prepare<[number]>('DELETE FROM report_mails WHERE seq = ?')
  const verified = driver
    .prepare<[string, string], string>(
      'SELECT id FROM domains WHERE account_id = ? AND domain = ? AND verified_at IS NOT NULL',
    )
    .pluck()
  const latest = driver.prepare<[string, string, number]>(
    `INSERT INTO complaint_domains (domain_id, account_id, slot, latest_at) VALUES (?, ?, 0, ?)
      ON CONFLICT DO UPDATE SET latest_at = max(coalesce(latest_at, 0), excluded.latest_at)`,
  )
  const begin = driver.prepare<[string, string]>(
    'INSERT INTO complaint_domains (domain_id, account_id, slot) VALUES (?, ?, 0) ON CONFLICT DO NOTHING',
  )
  const keepLetter = driver.prepare<[string, number, number, string | null, string, string]>(
    'INSERT INTO complaint_letters (domain_id, received_at, authenticated, sender, subject, text) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const cutLetters = driver.prepare<[string, number, number]>(
    `DELETE FROM complaint_letters WHERE no IN
      (SELECT no FROM complaint_letters WHERE domain_id = ? AND authenticated = ? ORDER BY no DESC LIMIT -1 OFFSET ?)`,
  )

  /** The closest verified domain at or above one of the message's, else that of the address. */
  function homeOf({ accountId, domainId }: MailRow, domains: readonly string[]): string {
    for (const name of domains) {
      for (const one of upwards(name)) {
        const id = verified.get(accountId, one)
        if (id !== undefined) return id
      }
    }
    return domainId
  }

  function counted(row: MailRow, complaint: NewComplaint): 'counted' | 'duplicate' {
    const home = homeOf(row, complaint.domains)
    latest.run(home, row.accountId, row.receivedAt)
    if (!isNew(home, complaint.fingerprints)) return 'duplicate'
    count(home, dayOf(row.receivedAt), complaint)
    return 'counted'
  }

  function kept({ domainId, accountId, receivedAt }: MailRow, { letter, authenticated }: Letter): 'kept' {
    const proved = authenticated ? 1 : 0
    begin.run(domainId, accountId)
    keepLetter.run(domainId, receivedAt, proved, letter.from ?? null, letter.subject, letter.text)
    // Strangers push out none of those whose sender is proved.
    cutLetters.run(domainId, proved, MOST_LETTERS)
    return 'kept'
  }

  return {
    settle(
      { id, holder, number }: ReportMailClaim,
      result: ComplaintMailResult,
    ): 'counted' | 'kept' | 'duplicate' | 'nothing' | 'lost' {
      const row = claimed.get(id, holder, number)
      if (!row) return 'lost'
      remove.run(row.seq)
      if (result.kind === 'nothing') return 'nothing'
      return result.kind === 'letter' ? kept(row, result) : counted(row, result.complaint)
    },
    ...watchSettling(connection),
    ...deleting(connection),
  }
}

/** Knows the last reports of each domain again. */
function createRing({ driver }: Pick<Connection, 'driver'>) {
  const knows = driver
    .prepare<[string, Uint8Array], number>('SELECT 1 FROM complaint_known WHERE domain_id = ? AND hash = ?')
    .pluck()
  const next = driver
    .prepare<[number, string], number>(
      'UPDATE complaint_domains SET slot = (slot + 1) % ? WHERE domain_id = ? RETURNING slot',
    )
    .pluck()
  const free = driver.prepare<[string, number]>(
    'DELETE FROM complaint_known WHERE domain_id = ? AND slot = ?',
  )
  const enter = driver.prepare<[string, number, Uint8Array]>(
    'INSERT INTO complaint_known (domain_id, slot, hash) VALUES (?, ?, ?)',
  )
  return (domainId: string, fingerprints: readonly string[]): boolean => {
    const hashes = fingerprints.map((hex) => Buffer.from(hex, 'hex'))
    if (hashes.some((hash) => knows.get(domainId, hash) !== undefined)) return false
    for (const hash of hashes) {
      const slot = next.get(COMPLAINT_BOUNDS.known, domainId) ?? 0
      free.run(domainId, slot)
      enter.run(domainId, slot, hash)
    }
    return true
  }
}

function watchSettling({ driver }: Pick<Connection, 'driver'>) {
  const domain = driver
    .prepare<[string], string>('SELECT account_id FROM domains WHERE id = ? AND verified_at IS NOT NULL')
    .pluck()
  const version = driver
    .prepare<[string], number>('SELECT version FROM complaint_watch WHERE domain_id = ?')
    .pluck()
  const keep = driver.prepare<[string, number, number, string]>(
    `INSERT INTO complaint_watch (domain_id, version, looked_at, state) VALUES (?, ?, ?, ?)
      ON CONFLICT (domain_id) DO UPDATE SET version = excluded.version, looked_at = excluded.looked_at, state = excluded.state`,
  )
  const tell = toldWrites({ driver })
  return {
    watchSettle(
      domainId: string,
      was: number,
      state: string,
      at: Date,
      events: readonly ComplaintEvent[],
    ): 'settled' | 'outdated' | 'unknown_domain' {
      const accountId = domain.get(domainId)
      if (accountId === undefined) return 'unknown_domain'
      if ((version.get(domainId) ?? 0) !== was) return 'outdated'
      keep.run(domainId, was + 1, at.getTime(), state)
      tell({ domainId, accountId, at }, events)
      return 'settled'
    },
  }
}

function deleting({ driver }: Pick<Connection, 'driver'>) {
  const days = driver.prepare<[string, number, number]>(
    `DELETE FROM complaint_days WHERE (domain_id, day, authenticated, provider, type) IN
      (SELECT d.domain_id, day, authenticated, provider, type FROM complaint_domains AS n
        CROSS JOIN complaint_days AS d ON d.domain_id = n.domain_id WHERE n.account_id = ? AND day < ? LIMIT ?)`,
  )
  const campaigns = driver.prepare<[string, number, number]>(
    `DELETE FROM complaint_campaigns WHERE (domain_id, day, authenticated, field, campaign) IN
      (SELECT d.domain_id, day, authenticated, field, campaign FROM complaint_domains AS n
        CROSS JOIN complaint_campaigns AS d ON d.domain_id = n.domain_id WHERE n.account_id = ? AND day < ? LIMIT ?)`,
  )
  const letters = driver.prepare<[number, number]>(
    `DELETE FROM complaint_letters WHERE no IN
      (SELECT no FROM complaint_letters WHERE received_at < ? ORDER BY received_at LIMIT ?)`,
  )
  return {
    deleteBefore: (accountId: string, day: number, limit: number): number =>
      days.run(accountId, day, limit).changes || campaigns.run(accountId, day, limit).changes,
    deleteLetters: (before: Date, limit: number): number => letters.run(before.getTime(), limit).changes,
  }
}
