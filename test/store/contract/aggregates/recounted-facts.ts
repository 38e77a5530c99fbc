import type { Results } from '../../../../src/core/aggregate/report.ts'
import type { AggregateWindow } from '../../../../src/store/aggregates.ts'
import type {
  DomainFacts,
  SeenPolicy,
  SourceDay,
  Standing,
} from '../../../../src/store/dmarc/source-facts.ts'
import type { MadeReport } from './random-reports.ts'
import { reportersOf } from './recounted.ts'

type Record = MadeReport['records'][number]
interface Row extends Record {
  made: MadeReport
}

const passes = ({ dkim, spf }: Record) => dkim || spf
const has = (all: Results['dkim'], result: string) => all.some((one) => one.result === result)
const given = ({ results }: Record, ...types: string[]) =>
  results.reasons.some(({ type }) => types.includes(type))
const isForwarded = (row: Record) =>
  given(row, 'forwarded', 'mailing_list', 'trusted_forwarder') ||
  row.results.reasons.some(
    ({ type, comment = '' }) => type === 'local_policy' && comment.includes('arc=pass'),
  )
const isWithin = (name: string, domain: string) => `.${name}`.endsWith(`.${domain}`)
const latest = (days: readonly number[]) => Math.max(...days)

/** Who sent, counted from the records as the notes define it: what the store has to say. `domain`: whose records they are. */
export function recountedFacts(
  all: readonly MadeReport[],
  domain: string,
  isOurs: (headerFrom: string) => boolean,
) {
  const about = all
    .map((made) => ({ ...made, records: made.records.filter(({ headerFrom }) => isOurs(headerFrom)) }))
    .filter(({ records }) => records.length > 0)
  const those = (made: readonly MadeReport[]) =>
    made.flatMap((one) => one.records.map((record): Row => ({ ...record, made: one })))
  const within = ({ from, to, authenticated }: AggregateWindow) =>
    about.filter(
      ({ day, report }) =>
        day >= from && day <= to && (authenticated === undefined || report.authenticated === authenticated),
    )
  const sum = (rows: readonly Row[], which: (row: Row) => boolean = () => true) =>
    rows.filter(which).reduce((total, { count }) => total + count, 0)
  const disposed = (rows: readonly Row[], as: string) => sum(rows, ({ disposition }) => disposition === as)
  const counts = (rows: readonly Row[]) => ({
    messages: sum(rows),
    pass: sum(rows, passes),
    dkimAligned: sum(rows, ({ dkim }) => dkim),
    spfAligned: sum(rows, ({ spf }) => spf),
    dkimAuthenticated: sum(rows, ({ results }) => has(results.dkim, 'pass')),
    spfAuthenticated: sum(rows, ({ results }) => has(results.spf, 'pass')),
    dispositions: {
      none: disposed(rows, 'none'),
      pass: disposed(rows, 'pass'),
      quarantine: disposed(rows, 'quarantine'),
      reject: disposed(rows, 'reject'),
    },
    forwarded: sum(rows, (row) => !passes(row) && isForwarded(row)),
    unaligned: sum(
      rows,
      (row) => !passes(row) && (has(row.results.dkim, 'pass') || has(row.results.spf, 'pass')),
    ),
  })
  const isBroken = (row: Row) =>
    !passes(row) &&
    isWithin(row.headerFrom, domain) &&
    row.results.dkim.some((one) => !['pass', 'none'].includes(one.result) && isWithin(one.domain, domain))
  const life = (isProven: boolean) => those(about.filter(({ report }) => !isProven || report.authenticated))

  function traitsOf(ip: string, isProven: boolean): DomainFacts['traits'] {
    const rows = life(isProven).filter((row) => row.ip === ip)
    return (['dkim', 'spf'] as const).flatMap((kind) => {
      const said = rows.flatMap(({ results, made }) =>
        results[kind]
          .filter(({ result }) => kind === 'spf' || result !== 'none')
          .map((one) => ({ ...one, day: made.day })),
      )
      return [...Map.groupBy(said, (one) => one.domain)].map(([name, own]) => ({
        ip,
        kind,
        domain: name,
        passed: own.some(({ result }) => result === 'pass'),
        lastSeen: latest(own.map(({ day }) => day)),
      }))
    })
  }

  const ranked = (made: readonly MadeReport[]) =>
    [...Map.groupBy(those(made), ({ ip }) => ip)].sort(([, a], [, b]) => sum(b) - sum(a))

  return {
    /** The most addresses up to so many of which it is sure which they are. */
    sure(window: AggregateWindow, most: number): number {
      const sums = ranked(within(window)).map(([, rows]) => sum(rows))
      let sure = most
      while (sure > 0 && sums[sure - 1] === sums[sure]) sure -= 1
      return sure
    },
    facts(window: AggregateWindow, most: number): DomainFacts {
      const made = within(window)
      const byIp = ranked(made)
      const [told, rest] = [byIp.slice(0, most), byIp.slice(most).flatMap(([, rows]) => rows)]
      const isProven = window.authenticated === true
      return {
        rows: told.flatMap(([ip, own]) => {
          const days = life(false).flatMap((row) => (row.ip === ip ? row.made.day : []))
          const passed = life(isProven).flatMap((row) => (row.ip === ip && passes(row) ? row.made.day : []))
          return [...Map.groupBy(own, ({ headerFrom }) => headerFrom)].map(([headerFrom, rows]) => ({
            ip,
            headerFrom,
            ...counts(rows),
            listed: sum(rows, (row) => !passes(row) && given(row, 'mailing_list')),
            broken: sum(rows, isBroken),
            firstSeen: Math.min(...days),
            lastSeen: latest(days),
            ...(passed.length > 0 && { lastPassed: latest(passed) }),
          }))
        }),
        traits: told.flatMap(([ip]) => traitsOf(ip, isProven)),
        ...(byIp.length > most && { rest: { ...counts(rest), ips: byIp.length - most } }),
        days: new Set(made.map(({ day }) => day)).size,
        reporters: reportersOf(made),
        reports: made.length,
        ...latestOf(made),
      }
    },
    policies: (window: AggregateWindow): SeenPolicy[] =>
      [
        ...Map.groupBy(within(window), ({ day, report: { aggregate, authenticated } }) =>
          JSON.stringify([day, aggregate.head.policyDomain, aggregate.head.policy, authenticated]),
        ),
      ].map(([key, made]) => {
        const [day, policyDomain, policy, authenticated] = JSON.parse(key)
        return { day, policyDomain, policy, reports: made.length, authenticated }
      }),
    sourceDays: (window: AggregateWindow, ips: readonly string[]): SourceDay[] =>
      daysOf(those(within(window)).filter(({ ip }) => ips.includes(ip))),
    records: (window: AggregateWindow, ips: readonly string[]) =>
      those(within(window)).filter(({ ip }) => ips.includes(ip)),
    standing(domainId: string, window: AggregateWindow): Told<Standing> {
      const { from, to } = window
      const before = within({ ...window, from: from - (to - from + 1), to: from - 1 })
      const [rows, were] = [those(within(window)), those(before)]
      return {
        domainId,
        messages: sum(rows),
        pass: sum(rows, passes),
        reports: within(window).length,
        before: { messages: sum(were), pass: sum(were, passes), reports: before.length },
        ...latestOf([...within(window), ...before]),
        ...lastOf(daysOf(rows)),
        days: daysOf(rows),
      }
    },
  }

  function daysOf(rows: readonly Row[]): SourceDay[] {
    return [...Map.groupBy(rows, ({ made }) => made.day)]
      .sort(([a], [b]) => a - b)
      .map(([day, own]) => ({ day, messages: sum(own), pass: sum(own, passes) }))
  }
}

/** A standing with the days that it makes. */
export type Told<S extends Pick<Standing, 'days'>> = Omit<S, 'days'> & { days: SourceDay[] }

const lastOf = (days: readonly SourceDay[]) => {
  const last = days.at(-1)
  return last ? { lastDay: last.day } : {}
}

const latestOf = (made: readonly MadeReport[]) =>
  made.length === 0
    ? {}
    : { latestReportAt: new Date(latest(made.map(({ report }) => report.receivedAt.getTime()))) }
