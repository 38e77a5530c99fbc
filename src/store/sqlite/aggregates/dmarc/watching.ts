import type { DmarcEvent, WatchedEvent } from '../../../../core/event.ts'
import {
  type BegunWatch,
  MOST_TOLD,
  type PastEvent,
  type SettledWatch,
  type ToldEvent,
  type WatchedDomain,
  type WatchMarks,
} from '../../../dmarc/watching.ts'
import type { Connection } from '../../connection.ts'

interface WatchedRow {
  accountId: string
  domainId: string
  mark: string
  lookedAt: number | null
  lookedMark: string | null
}

interface ToldRow {
  domainId: string
  at: number
  type: DmarcEvent['type']
  payload: string
}

/** Days of a domain that are looked at for when its last report came. */
const LATEST_DAYS = 60
/** A look may have been kept by a clock that was a little ahead. */
const SLACK_MS = 86_400_000

const WATCHED = `
  SELECT d.account_id AS accountId, d.id AS domainId,
    coalesce((SELECT max(latest_received_at) FROM (
      SELECT latest_received_at FROM dmarc_days WHERE domain = n.no ORDER BY day DESC LIMIT ${LATEST_DAYS})), 0)
      || '.' || coalesce((SELECT seq FROM tls_reports WHERE domain_id = d.id ORDER BY day DESC, seq DESC LIMIT 1), 0) AS mark,
    w.looked_at AS lookedAt, w.mark AS lookedMark
  FROM domains AS d LEFT JOIN dmarc_domains AS n ON n.domain_id = d.id LEFT JOIN dmarc_watch AS w ON w.domain_id = d.id
  WHERE d.id > ? AND d.verified_at IS NOT NULL ORDER BY d.id LIMIT ?`

/** In the payload of an event of sample data. */
const SAMPLE = 'of_sample'

/** Reports that came by mail have the file of a message. */
const BY_MAIL = 'msg_*'

/** Where the last look was long ago, all of the days is read: an import that came since is not overlooked. */
const IMPORTED = `
  WITH RECURSIVE days (day) AS (SELECT @from UNION ALL SELECT day + 1 FROM days WHERE day < @to)
  SELECT 1 FROM days CROSS JOIN dmarc_slices AS s ON s.domain = @domain AND s.day = days.day AND s.received_at >= @at
    CROSS JOIN dmarc_reports AS r ON r.no = s.report
    WHERE s.report > @report AND r.file_id NOT GLOB '${BY_MAIL}' LIMIT 1`
/** The same again, by which a report counts as authenticated. */
const IMPORTED_AGAIN = `
  SELECT 1 FROM report_files AS f CROSS JOIN dmarc_reports AS r ON r.uid = f.report_uid
    WHERE f.domain_id = @domainId AND f.seq > @file AND f.source = 'import' AND f.outcome = 'duplicate'
      AND f.authentication = 'passed' AND r.day BETWEEN @from AND @to LIMIT 1`
const IMPORTED_TLS = `
  SELECT 1 FROM tls_reports WHERE domain_id = @domainId AND day BETWEEN @from AND @to AND seq > @tls
    AND file_id NOT GLOB '${BY_MAIL}' LIMIT 1`

export function watchReads({ driver }: Pick<Connection, 'driver'>) {
  const watched = driver.prepare<[string, number], WatchedRow>(WATCHED)
  const own = driver.prepare<[string], { accountId: string; domain: string }>(
    'SELECT account_id AS accountId, domain FROM domains WHERE id = ? AND verified_at IS NOT NULL',
  )
  const verified = driver.prepare<[string], { domainId: string; domain: string }>(
    'SELECT id AS domainId, domain FROM domains WHERE account_id = ? AND verified_at IS NOT NULL',
  )
  const moving = driver
    .prepare<[string], string>('SELECT domain FROM dmarc_domains WHERE account_id = ? AND anew = 1')
    .pluck()
  const marks = driver.prepare<[], WatchMarks>(
    `SELECT coalesce((SELECT max(no) FROM dmarc_reports), 0) AS report, coalesce((SELECT max(seq) FROM report_files), 0) AS file,
      coalesce((SELECT max(seq) FROM tls_reports), 0) AS tls`,
  )
  const kept = driver.prepare<[string], { version: number; state: string; lookedAt: number }>(
    'SELECT version, state, looked_at AS lookedAt FROM dmarc_watch WHERE domain_id = ?',
  )
  const no = driver.prepare<[string], number>('SELECT no FROM dmarc_domains WHERE domain_id = ?').pluck()
  const imported = driver.prepare(IMPORTED)
  const importedAgain = driver.prepare(IMPORTED_AGAIN)
  const importedTls = driver.prepare(IMPORTED_TLS)
  const lasting = driver.prepare<[string], { domainId: string; domain: string; holds: string }>(
    `SELECT d.id AS domainId, d.domain, w.holds FROM domains AS d CROSS JOIN dmarc_watch AS w ON w.domain_id = d.id
      WHERE d.account_id = ? AND d.verified_at IS NOT NULL AND w.holds <> '[]' ORDER BY d.domain`,
  )
  const lastingOf = driver.prepare<[string, string], { domainId: string; domain: string; holds: string }>(
    `SELECT d.id AS domainId, d.domain, w.holds FROM domains AS d CROSS JOIN dmarc_watch AS w ON w.domain_id = d.id
      WHERE d.id = ? AND d.account_id = ? AND d.verified_at IS NOT NULL AND w.holds <> '[]'`,
  )
  const told = driver.prepare<[string, number], ToldRow>(
    'SELECT domain_id AS domainId, at, type, payload FROM dmarc_told WHERE domain_id = ? ORDER BY no DESC LIMIT ?',
  )
  const toldSince = driver.prepare<[string, number, number], ToldRow>(
    `SELECT t.domain_id AS domainId, t.at, t.type, t.payload FROM dmarc_told AS t CROSS JOIN domains AS d ON d.id = t.domain_id
      WHERE t.account_id = ? AND d.verified_at IS NOT NULL AND t.at >= ? AND t.payload ->> '${SAMPLE}' IS NULL ORDER BY t.at DESC, t.domain_id DESC, t.no DESC LIMIT ?`,
  )
  return {
    domains: (after: string, limit: number): WatchedDomain[] => watched.all(after, limit).map(watchedOf),
    begin(domainId: string): BegunWatch | undefined {
      const found = own.get(domainId)
      if (!found) return undefined
      const isKin = (name: string) => name.endsWith(`.${found.domain}`) || found.domain.endsWith(`.${name}`)
      const row = kept.get(domainId)
      return {
        domain: found.domain,
        marks: marks.get() ?? { report: 0, file: 0, tls: 0 },
        kin: verified
          .all(found.accountId)
          .filter(({ domain }) => isKin(domain))
          .sort((a, b) => (a.domainId < b.domainId ? -1 : 1)),
        isMoving: moving.all(found.accountId).some((name) => name === found.domain || isKin(name)),
        ...(row && { kept: { ...row, lookedAt: new Date(row.lookedAt) } }),
      }
    },
    imported(
      domainId: string,
      { at, ...since }: WatchMarks & { at: Date },
      { from, to }: { from: number; to: number },
    ): boolean {
      const asked = {
        ...since,
        domainId,
        domain: no.get(domainId) ?? 0,
        at: at.getTime() - SLACK_MS,
        from,
        to,
      }
      return [imported, importedAgain, importedTls].some((statement) => statement.get(asked) !== undefined)
    },
    lasting: (accountId: string, domainId?: string) =>
      domainId === undefined ? lasting.all(accountId) : lastingOf.all(domainId, accountId),
    told: (domainId: string, limit: number): ToldEvent[] => told.all(domainId, limit).map(toldOf),
    toldSince: (accountId: string, since: Date, limit: number): ToldEvent[] =>
      toldSince.all(accountId, since.getTime(), limit).map(toldOf),
  }
}

const watchedOf = ({ accountId, domainId, mark, lookedAt, lookedMark }: WatchedRow): WatchedDomain => ({
  accountId,
  domainId,
  mark,
  ...(lookedAt !== null && { looked: { at: new Date(lookedAt), mark: lookedMark ?? '' } }),
})

/** Nothing is checked: only this store wrote it. */
function toldOf({ domainId, at, type, payload: text }: ToldRow): ToldEvent {
  const { [SAMPLE]: isSample, ...payload } = JSON.parse(text)
  const event = { type, subject: domainId, payload } as WatchedEvent
  return { domainId, at: new Date(at), event, ...(isSample === true && { isSample }) }
}

export function watchWrites({ driver }: Pick<Connection, 'driver'>) {
  const domain = driver
    .prepare<[string], string>('SELECT account_id FROM domains WHERE id = ? AND verified_at IS NOT NULL')
    .pluck()
  const version = driver
    .prepare<[string], number>('SELECT version FROM dmarc_watch WHERE domain_id = ?')
    .pluck()
  const keep = driver.prepare(
    `INSERT INTO dmarc_watch (domain_id, version, looked_at, mark, state, holds) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (domain_id) DO UPDATE SET version = excluded.version, looked_at = excluded.looked_at, mark = excluded.mark,
        state = excluded.state, holds = excluded.holds`,
  )
  const tell = toldWrites({ driver })
  const isTold = driver.prepare<[string]>('SELECT 1 FROM dmarc_told WHERE domain_id = ? LIMIT 1')
  const list = driver.prepare(
    'INSERT INTO dmarc_told (domain_id, no, account_id, at, type, payload) VALUES (?, ?, ?, ?, ?, ?)',
  )
  return {
    tellOfPast(domainId: string, events: readonly PastEvent[]): boolean {
      const accountId = domain.get(domainId)
      if (accountId === undefined || isTold.get(domainId)) return false
      for (const [no, { at, event }] of events.slice(-MOST_TOLD).entries()) {
        const payload = JSON.stringify({ ...event.payload, [SAMPLE]: true })
        list.run(domainId, no + 1, accountId, at.getTime(), event.type, payload)
      }
      return true
    },
    settle(
      domainId: string,
      was: number,
      { state, holds, at, mark }: SettledWatch,
      events: readonly DmarcEvent[],
    ): 'settled' | 'outdated' | 'unknown_domain' {
      const accountId = domain.get(domainId)
      if (accountId === undefined) return 'unknown_domain'
      if ((version.get(domainId) ?? 0) !== was) return 'outdated'
      keep.run(domainId, was + 1, at.getTime(), mark, state, holds)
      tell({ domainId, accountId, at }, events)
      return 'settled'
    },
  }
}

/** Tells events of a domain to whoever listens, and keeps the last ones. */
export function toldWrites({ driver }: Pick<Connection, 'driver'>) {
  const last = driver
    .prepare<[string], number>('SELECT coalesce(max(no), 0) FROM dmarc_told WHERE domain_id = ?')
    .pluck()
  const tell = driver.prepare(
    'INSERT INTO dmarc_told (domain_id, no, account_id, at, type, payload) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const trim = driver.prepare('DELETE FROM dmarc_told WHERE domain_id = ? AND no <= ?')
  const announce = driver.prepare(
    'INSERT INTO outbox (type, account_id, subject, payload, at, domain_id) VALUES (?, ?, ?, ?, ?, ?)',
  )
  return (
    { domainId, accountId, at }: { domainId: string; accountId: string; at: Date },
    events: readonly WatchedEvent[],
  ): void => {
    let no = last.get(domainId) ?? 0
    for (const { type, payload } of events) {
      const text = JSON.stringify(payload)
      no += 1
      tell.run(domainId, no, accountId, at.getTime(), type, text)
      announce.run(type, accountId, domainId, text, at.getTime(), domainId)
    }
    if (events.length > 0) trim.run(domainId, no - MOST_TOLD)
  }
}
