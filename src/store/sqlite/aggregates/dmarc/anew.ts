import type { Connection } from '../../connection.ts'
import type { Homes, KnownDomain, VerifiedDomain } from './homes.ts'
import { ROW } from './leaving.ts'
import type { RecordRow } from './ledger/counts.ts'
import type { Ledger } from './ledger/ledger.ts'
import type { Memory } from './memory.ts'
import type { KeptReport, Reports } from './reports.ts'

/** Notes that records of a domain may belong elsewhere now: part of the transaction that changes it. */
export function attributionMarks({ driver }: Pick<Connection, 'driver'>) {
  const back = 'anew = 1, anew_day = 0, anew_report = 0, anew_seq = -1'
  const ofAccount = driver.prepare<[string]>(`UPDATE dmarc_domains SET ${back} WHERE account_id = ?`)
  const ofDomain = driver.prepare<[string]>(`UPDATE dmarc_domains SET ${back} WHERE domain_id = ?`)
  return {
    /** Any domain of the account may hold records that are the new one's. */
    verified: (accountId: string) => void ofAccount.run(accountId),
    deleted: (domainId: string) => void ofDomain.run(domainId),
  }
}

interface Cursor {
  no: number
  day: number
  report: number
  seq: number
}

type Found = RecordRow & { day: number; report: number }

export interface AnewParts {
  memory: Memory
  homes: Homes
  ledger: Ledger
  reports: Reports
}

/** Looks at some records of a domain that is marked, and moves those that belong elsewhere. Gives how many it looked at. */
export function createAnew(connection: Pick<Connection, 'driver'>, parts: AnewParts) {
  const { driver } = connection
  const { memory, homes } = parts
  const marked = driver.prepare<[], Cursor>(
    `SELECT no, anew_day AS day, anew_report AS report, anew_seq AS seq FROM dmarc_domains WHERE anew = 1 ORDER BY no LIMIT 1`,
  )
  const behind = driver.prepare<[number, number, number, number, number], Found>(
    `SELECT day, report, ${ROW} FROM dmarc_records WHERE domain = ? AND (day, report, seq) > (?, ?, ?)
      ORDER BY day, report, seq LIMIT ?`,
  )
  const moveOn = driver.prepare(
    'UPDATE dmarc_domains SET anew_day = ?, anew_report = ?, anew_seq = ? WHERE no = ?',
  )
  const end = driver.prepare<[number]>('UPDATE dmarc_domains SET anew = 0 WHERE no = ?')
  const drop = driver.prepare<[number]>('DELETE FROM dmarc_domains WHERE no = ?')
  const movedTo = createMoving(connection, parts)

  function finish(domain: KnownDomain): void {
    if (domain.stands) end.run(domain.no)
    else drop.run(domain.no)
  }

  function some(limit: number): number {
    const at = marked.get()
    const domain = at && homes.domain(at.no)
    if (!at || !domain) return 0
    memory.change()
    const rows = behind.all(at.no, at.day, at.report, at.seq, limit)
    const last = movedTo(domain, rows)
    if (last) moveOn.run(last.day, last.report, last.seq, at.no)
    if (rows.length === 0) finish(domain)
    // A domain that was looked through to its end counts, so that the next one is looked at.
    return Math.max(rows.length, 1)
  }

  return (limit: number): number => {
    memory.look()
    const looked = some(limit)
    memory.end()
    return looked
  }
}

/** Records that one write moves; each is taken from one domain and given to another. */
const MOVES_AT_ONCE = 250

function createMoving({ driver }: Pick<Connection, 'driver'>, { homes, ledger, reports }: AnewParts) {
  const text = driver.prepare<[number], [string]>('SELECT text FROM dmarc_texts WHERE no = ?').raw()

  /** Where a record belongs by its header_from. `stays`: where it is; undefined: nowhere. */
  function placesIn(domain: KnownDomain, policyDomain: string) {
    const home = homes.of(domain.accountId)
    const stays = domain.stands ? domain.domain : undefined
    const found = new Map<number, VerifiedDomain | 'stays' | undefined>()
    const placeOf = (headerFrom: number) => {
      const other = home(text.get(headerFrom)?.[0] ?? '', policyDomain, stays)
      const isHere = other ? other.id === domain.domainId : domain.stands
      return isHere ? 'stays' : other
    }
    return (headerFrom: number) => {
      if (!found.has(headerFrom)) found.set(headerFrom, placeOf(headerFrom))
      return found.get(headerFrom)
    }
  }

  function move(domain: KnownDomain, report: KeptReport, moving: Map<VerifiedDomain | undefined, Found[]>) {
    if (moving.size === 0) return
    const facts = reports.factsOf(report)
    for (const [place, rows] of moving) {
      ledger.remove(facts, domain.no, rows)
      if (place) ledger.enter(facts, homes.numberOf(domain.accountId, place.id, place.domain), rows)
    }
    if (!reports.hasRecords(report.no)) reports.remove(report)
  }

  /** Moves records of one report. Gives the last that was looked at. */
  function ofReport(domain: KnownDomain, rows: readonly Found[], most: number) {
    const report = rows[0] && reports.byNo(rows[0].report)
    if (!report) return { last: rows.at(-1), moved: 0 }
    const placeOf = placesIn(domain, reports.policyDomainOf(report))
    const moving = new Map<VerifiedDomain | undefined, Found[]>()
    let last: Found | undefined
    let moved = 0
    for (const row of rows) {
      if (moved === most) break
      last = row
      const place = placeOf(row.headerFrom)
      if (place === 'stays') continue
      const own = moving.get(place)
      if (own) own.push(row)
      else moving.set(place, [row])
      moved += 1
    }
    move(domain, report, moving)
    return { last, moved }
  }

  return (domain: KnownDomain, rows: readonly Found[]): Found | undefined => {
    let last: Found | undefined
    let left = MOVES_AT_ONCE
    for (const own of byReport(rows)) {
      if (left === 0) break
      const done = ofReport(domain, own, left)
      last = done.last ?? last
      left -= done.moved
    }
    return last
  }
}

/** Rows of one report stand side by side. */
export function byReport<R extends { day: number; report: number }>(rows: readonly R[]): R[][] {
  const groups: R[][] = []
  for (const row of rows) {
    const group = groups.at(-1)
    if (group?.[0]?.report === row.report && group[0].day === row.day) group.push(row)
    else groups.push([row])
  }
  return groups
}
