import {
  type AggregateRecord,
  dayOfReport,
  type Results,
  reporterOf,
} from '../../../../src/core/aggregate/report.ts'
import type { Kept, NewAggregate } from '../../../../src/store/aggregates.ts'

/** A report on its way, with its records as they were before they were packed. */
export interface Sent {
  report: NewAggregate
  records: (Omit<AggregateRecord, 'results'> & { results: Results })[]
}

interface Held {
  sent: Sent
  uid: string
  fileId: string
  replacedFile?: string
  authenticated: boolean
  day: number
  records: { record: Sent['records'][number]; home: string }[]
}

interface Days {
  first: number
  last: number
}

const REJECTED: Kept = { outcome: 'rejected', reason: 'domain_mismatch' }

function keyOf({ report }: Sent): string {
  const { head } = report.aggregate
  return JSON.stringify([head.policyDomain, reporterOf(head), head.reportId, head.begin, head.end])
}

/** What the rules of docs/dmarc.md make of reports, said once more and without a table. Domains: ids by name; all are verified. */
export function historyModel() {
  const domains = new Map<string, string>()
  const held = new Map<string, Held>()
  const seen = new Map<string, Days>()

  function homeOf(headerFrom: string, policyDomain: string): string | undefined {
    for (const name of [headerFrom, policyDomain]) {
      for (let rest = name; rest !== ''; rest = rest.split('.').slice(1).join('.')) {
        const id = domains.get(rest)
        if (id !== undefined) return id
      }
    }
    return undefined
  }

  const placed = ({ report, records }: Sent) =>
    records.flatMap((record) => {
      const home = homeOf(record.headerFrom, report.aggregate.head.policyDomain)
      return home === undefined ? [] : [{ record, home }]
    })

  function came(day: number, records: Held['records']): void {
    for (const { record, home } of records) {
      const key = `${home} ${record.ip}`
      const days = seen.get(key) ?? { first: day, last: day }
      seen.set(key, { first: Math.min(days.first, day), last: Math.max(days.last, day) })
    }
  }

  const daysOf = (key: string) =>
    [...held.values()].flatMap(({ day, records }) =>
      records.some(({ record, home }) => `${home} ${record.ip}` === key) ? [day] : [],
    )

  /** Records that are held no more, or elsewhere. First days outlive those that went for their age. */
  function went(day: number, records: Held['records'], isOld: boolean): void {
    for (const key of new Set(records.map(({ record, home }) => `${home} ${record.ip}`))) {
      const days = seen.get(key)
      const left = daysOf(key)
      if (!days) continue
      if (left.length === 0) seen.delete(key)
      else if (!isOld) {
        const first = days.first === day ? Math.min(...left) : days.first
        seen.set(key, { first, last: Math.max(...left) })
      }
    }
  }

  function drop(key: string, isOld = false): void {
    const gone = held.get(key)
    held.delete(key)
    if (gone) went(gone.day, gone.records, isOld)
  }

  function hold(key: string, one: Omit<Held, 'day' | 'records'>): boolean {
    const [day, records] = [dayOfReport(one.sent.report.aggregate.head), placed(one.sent)]
    if (records.length === 0) return false
    held.set(key, { ...one, day, records })
    came(day, records)
    return true
  }

  const told = ({ uid, fileId, replacedFile }: Omit<Held, 'day' | 'records'>, given: string): Kept =>
    fileId === given
      ? { outcome: 'stored', uid, ...(replacedFile !== undefined && { replacedFile }) }
      : { outcome: 'duplicate', uid }

  /** What takes the place of a report that has its key, or what is said of one that does not. */
  function inPlaceOf(
    { day: _, records: __, ...known }: Held,
    sent: Sent,
  ): Omit<Held, 'day' | 'records'> | Kept {
    const { report } = sent
    const { uid, fileId, authenticated, instead = false } = report
    const isSame = known.sent.report.aggregate.head.contentHash === report.aggregate.head.contentHash
    const isBetter = authenticated && !known.authenticated
    if (!isBetter && isSame) return told(known, fileId)
    if (!isBetter && !instead) return { outcome: 'conflict', uid: known.uid }
    if (placed(sent).length === 0 && report.aggregate.pieces.length === 1) return REJECTED
    return isSame
      ? { ...known, authenticated: true }
      : { sent, uid, fileId, authenticated, replacedFile: known.fileId }
  }

  /** Records of all reports to where they belong now. */
  function attribute(): void {
    for (const [key, one] of held) {
      const { policyDomain } = one.sent.report.aggregate.head
      const all = one.records.map((was) => ({ was, home: homeOf(was.record.headerFrom, policyDomain) }))
      const moved = all.filter(({ was, home }) => home !== was.home)
      const at = (those: typeof all) =>
        those.flatMap(({ was: { record }, home }) => (home === undefined ? [] : [{ record, home }]))
      one.records = at(all)
      if (one.records.length === 0) held.delete(key)
      went(
        one.day,
        moved.map(({ was }) => was),
        false,
      )
      came(one.day, at(moved))
    }
  }

  return {
    domains,
    verify(name: string, id: string): void {
      domains.set(name, id)
      attribute()
    },
    delete(name: string): void {
      domains.delete(name)
      attribute()
    },
    put(sent: Sent): Kept {
      const { uid, fileId, authenticated } = sent.report
      const key = keyOf(sent)
      const known = held.get(key)
      const next = known ? inPlaceOf(known, sent) : { sent, uid, fileId, authenticated }
      if ('outcome' in next) return next
      drop(key)
      return hold(key, next) ? told(next, fileId) : REJECTED
    },
    deleteBefore(before: number): void {
      for (const [key, { day }] of held) if (day < before) drop(key, true)
    },
    /** What is to be told of a domain. */
    of(domainId: string) {
      const reports = [...held.values()].flatMap((one) => {
        const own = one.records.filter(({ home }) => home === domainId).map(({ record }) => record)
        return own.length === 0 ? [] : [{ ...one, own }]
      })
      const ips = [...new Set(reports.flatMap(({ own }) => own.map(({ ip }) => ip)))]
      return {
        reports: reports.map(({ uid, fileId, authenticated, day, own }) => ({
          uid,
          fileId,
          authenticated,
          day,
          records: own.length,
          messages: own.reduce((sum, { count }) => sum + count, 0),
          pass: own.reduce((sum, { count, dkim, spf }) => sum + (dkim || spf ? count : 0), 0),
        })),
        records: reports.flatMap(({ uid, authenticated, own }) =>
          own.map((record) => ({ uid, authenticated, record })),
        ),
        sources: ips.map((ip) => ({
          ip,
          firstSeen: seen.get(`${domainId} ${ip}`)?.first,
          lastSeen: seen.get(`${domainId} ${ip}`)?.last,
        })),
      }
    },
  }
}

export type HistoryModel = ReturnType<typeof historyModel>
