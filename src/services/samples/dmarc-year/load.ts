import { reportUidFrom } from '../../../core/aggregate/report-uid.ts'
import type { AggregateStore, NamedAddress } from '../../../store/aggregates.ts'
import type { WatchStore } from '../../../store/dmarc/watching.ts'
import type { TlsReportStore } from '../../../store/tls-reports.ts'
import type { Clock, RandomBytes } from '../../ports.ts'
import { aggregateOf } from './aggregate.ts'
import type { PastLooks } from './past.ts'
import type { Scenario } from './scenario.ts'
import { tlsReportsOf } from './tls.ts'
import { reportsOf, type SampleDays } from './year.ts'

/** What a load put into the store. */
export interface LoadedYear {
  reports: number
  tlsReports: number
}

export interface SampleYear {
  /** Puts a year of reports about a verified domain into the store, as far as it is not there. Whoever asks meanwhile waits for the same load. */
  load(accountId: string, domainId: string): Promise<LoadedYear>
}

export interface SampleYearDeps {
  store: {
    aggregates: Pick<AggregateStore, 'put' | 'name' | 'summary'>
    tlsReports: Pick<TlsReportStore, 'put'>
    watching: Pick<WatchStore, 'tellOfPast' | 'told'>
  }
  /** Looks back at what happens in it. */
  past: PastLooks
  /** Whose reports they are. */
  scenario: Scenario
  clock: Clock
  random: RandomBytes
  /** The service that a host name is of. */
  knownSender(name: string): { name: string; type: string } | undefined
}

const DAY_MS = 86_400_000
const DAYS = 365
/** The last day that most receivers have reported. */
const SETTLED = 2
/** A domain with reports of such an age had its year loaded before: the same year goes on to today. */
const LOADED_AGE = [90, 730] as const
/** The writer takes what waits together. */
const AT_ONCE = 200
/** Nobody has these addresses, so the DNS is never asked for their names. */
const NAMED_FOR_MS = 10 * DAYS * DAY_MS

export function createSampleYear(deps: SampleYearDeps): SampleYear {
  const { store, past, scenario, clock, random, knownSender } = deps
  const underWay = new Map<string, Promise<LoadedYear>>()

  async function daysFor(domainId: string): Promise<SampleDays> {
    const to = Math.floor(clock.now().getTime() / DAY_MS) - SETTLED
    const [, oldest] = LOADED_AGE
    const { days } = await store.aggregates.summary(domainId, { from: to - oldest, to })
    const first = days[0]?.day
    const isLoaded = first !== undefined && to - first >= LOADED_AGE[0]
    const from = isLoaded ? first : to - DAYS + 1
    return { first: from, from, to }
  }

  async function load(accountId: string, id: string): Promise<LoadedYear> {
    const days = await daysFor(id)
    const received = (receivedAt: Date) => {
      const uid = reportUidFrom(random, receivedAt)
      return { accountId, uid, fileId: `year.${uid}`, receivedAt, authenticated: true }
    }
    const reports = await stored(cameBy(reportsOf(scenario, days), clock.now()), (one) =>
      store.aggregates.put({ aggregate: aggregateOf(one), ...received(one.receivedAt) }),
    )
    const tlsReports = await stored(cameBy(tlsReportsOf(scenario, days), clock.now()), (one) =>
      store.tlsReports.put({ report: one.report, domainId: id, ...received(one.receivedAt) }),
    )
    // Addresses have names once there are records of them.
    await store.aggregates.name(namesOf(scenario, clock.now()).map(called))
    await lookBack({ accountId, domainId: id, domain: scenario.domain }, days)
    return { reports, tlsReports }
  }

  /** What would have been told is listed with the sample data: nobody is told. */
  async function lookBack(
    of: { accountId: string; domainId: string; domain: string },
    { from, to }: SampleDays,
  ): Promise<void> {
    if ((await store.watching.told(of.domainId, 1)).length > 0) return
    await store.watching.tellOfPast(of.domainId, await past.of(of, { from, to: to + SETTLED }))
  }

  /** As it would be called if its name came from the DNS. */
  function called(named: NamedAddress): NamedAddress {
    const { reverseDns, organization } = named.name ?? {}
    const sender = reverseDns === undefined ? undefined : knownSender(reverseDns)
    if (!sender) return named
    return { ...named, name: { ...named.name, organization: { ...organization, ...sender, basis: 'ptr' } } }
  }

  return {
    load(accountId, domainId) {
      const running = underWay.get(domainId)
      if (running) return running
      const loading = load(accountId, domainId).finally(() => underWay.delete(domainId))
      underWay.set(domainId, loading)
      return loading
    },
  }
}

function* cameBy<T extends { receivedAt: Date }>(some: Iterable<T>, now: Date): Generator<T> {
  for (const one of some) if (one.receivedAt <= now) yield one
}

/** How many were stored; those that were there count for nothing. */
async function stored<T>(some: Iterable<T>, put: (one: T) => Promise<{ outcome: string }>): Promise<number> {
  let count = 0
  let waiting: Promise<{ outcome: string }>[] = []
  const settle = async () => {
    for (const { outcome } of await Promise.all(waiting)) count += outcome === 'stored' ? 1 : 0
    waiting = []
  }
  for (const one of some) {
    waiting.push(put(one))
    if (waiting.length === AT_ONCE) await settle()
  }
  await settle()
  return count
}

/** Names of all addresses of a scenario. */
export function namesOf({ senders }: Pick<Scenario, 'senders'>, now: Date): NamedAddress[] {
  const askAt = new Date(now.getTime() + NAMED_FOR_MS)
  return senders.flatMap(({ ips, name }) => ips.map((ip) => ({ ip, askAt, name: name ?? {} })))
}
