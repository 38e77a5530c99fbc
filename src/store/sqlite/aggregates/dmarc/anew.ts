import type { VerifiedDomain } from '../../../keeping/dmarc/home.ts'
import type { Connection } from '../../connection.ts'
import type { Homes, KnownDomain } from './homes.ts'
import type { Ledger } from './ledger/ledger.ts'
import type { Memory } from './memory.ts'
import type { Counting } from './pieces/counting.ts'
import type { Pieces, PlacedRow } from './pieces/pieces.ts'
import type { KeptReport, Reports } from './reports.ts'

/** Notes that records of a domain may belong elsewhere now: part of the transaction that changes it. */
export function attributionMarks({ driver }: Pick<Connection, 'driver'>) {
  const back = 'anew = 1, anew_day = 0, anew_received_at = 0, anew_report = 0, anew_seq = -1'
  const ofAccount = driver.prepare<[string]>(`UPDATE dmarc_domains SET ${back} WHERE account_id = ?`)
  const ofDomain = driver.prepare<[string]>(`UPDATE dmarc_domains SET ${back} WHERE domain_id = ?`)
  return {
    /** Any domain of the account may hold records that are the new one's. */
    verified: (accountId: string) => void ofAccount.run(accountId),
    deleted: (domainId: string) => void ofDomain.run(domainId),
  }
}

/** A report, as far as it is about a domain; behind its record `seq` none was looked at. */
interface Place {
  day: number
  receivedAt: number
  report: number
  seq: number
}

export interface AnewParts {
  memory: Memory
  homes: Homes
  ledger: Ledger
  reports: Reports
  pieces: Pieces
  counting: Counting
}

/** Records that one write moves; each is taken from one domain and given to another. */
const MOVES_AT_ONCE = 250

/** Looks at some records of a domain that is marked, and moves those that belong elsewhere. Gives how many it looked at. */
export function createAnew(connection: Pick<Connection, 'driver'>, parts: AnewParts) {
  const { driver } = connection
  const { memory, homes, counting } = parts
  const marked = driver.prepare<[], Place & { no: number }>(
    `SELECT no, anew_day AS day, anew_received_at AS receivedAt, anew_report AS report, anew_seq AS seq
      FROM dmarc_domains WHERE anew = 1 ORDER BY no LIMIT 1`,
  )
  const from = driver.prepare<[number, number, number, number, number], Omit<Place, 'seq'>>(
    `SELECT day, received_at AS receivedAt, report FROM dmarc_slices
      WHERE domain = ? AND (day, received_at, report) >= (?, ?, ?) ORDER BY day, received_at, report LIMIT ?`,
  )
  const moveOn = driver.prepare(
    'UPDATE dmarc_domains SET anew_day = ?, anew_received_at = ?, anew_report = ?, anew_seq = ? WHERE no = ?',
  )
  const end = driver.prepare<[number]>('UPDATE dmarc_domains SET anew = 0 WHERE no = ?')
  const drop = driver.prepare<[number]>('DELETE FROM dmarc_domains WHERE no = ?')
  const moving = createMoving(connection, parts)

  function finish(domain: KnownDomain): void {
    if (domain.stands) end.run(domain.no)
    else drop.run(domain.no)
  }

  /** Gives how many records were looked at; undefined: something is to be counted first. */
  function look(domain: KnownDomain, at: Place, limit: number): number | undefined {
    let [left, moves] = [limit, MOVES_AT_ONCE]
    // The first may have no record behind the place.
    for (const slice of from.all(domain.no, at.day, at.receivedAt, at.report, limit + 1)) {
      if (left === 0 || moves === 0) break
      const seq = slice.report === at.report ? at.seq : -1
      const done = moving(domain, { ...slice, seq }, { look: left, move: moves })
      if (!done) return undefined
      if (done.looked > 0) moveOn.run(slice.day, slice.receivedAt, slice.report, done.last, domain.no)
      left -= done.looked
      moves -= done.moved
    }
    return limit - left
  }

  function some(limit: number): number {
    const at = marked.get()
    const domain = at && homes.domain(at.no)
    if (!at || !domain) return 0
    memory.change()
    const looked = counting.some(domain.no) ? look(domain, at, limit) : undefined
    if (looked === 0) finish(domain)
    // A domain that was looked through to its end counts, so that the next one is looked at; and what was only counted.
    return Math.max(looked ?? 1, 1)
  }

  return (limit: number): number => {
    memory.look()
    const looked = some(limit)
    memory.end()
    return looked
  }
}

function createMoving(
  { driver }: Pick<Connection, 'driver'>,
  { homes, ledger, reports, pieces, counting }: AnewParts,
) {
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

  function move(
    domain: KnownDomain,
    report: KeptReport,
    going: Map<VerifiedDomain | undefined, PlacedRow[]>,
  ): void {
    if (going.size === 0) return
    const facts = reports.factsOf(report)
    for (const [place, rows] of going) {
      ledger.remove(facts, domain.no, rows)
      if (!place) continue
      const there = homes.numberOf(domain.accountId, place.id, place.domain)
      ledger.enter(facts, there, rows)
      pieces.add(facts, there, rows)
    }
    if (!pieces.hasAny(report.no)) reports.remove(report)
  }

  /** Looks at some records of one report, and says how far it came; undefined: they are to be counted first. */
  return (domain: KnownDomain, at: Place, most: { look: number; move: number }) => {
    const report = reports.byNo(at.report)
    if (!report || !counting.ofReport(report.no)) return undefined
    const placeOf = placesIn(domain, reports.policyDomainOf(report))
    const going = new Map<VerifiedDomain | undefined, PlacedRow[]>()
    let [looked, moved, last] = [0, 0, at.seq]
    for (const row of pieces.behind(domain.no, at.report, at.seq, most.look)) {
      if (moved === most.move) break
      looked += 1
      last = row.seq
      const place = placeOf(row.headerFrom)
      if (place === 'stays') continue
      const own = going.get(place)
      if (own) own.push(row)
      else going.set(place, [row])
      moved += 1
    }
    move(domain, report, going)
    return { looked, moved, last }
  }
}
