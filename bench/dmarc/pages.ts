import { KNOWN } from '../../src/app/aggregates/open-sources.ts'
import { sourceInquiries } from '../../src/app/aggregates/source-inquiries.ts'
import { lookAtPolicy } from '../../src/mail/authentication/dmarc/raising/live.ts'
import { lookAtNames } from '../../src/mail/authentication/dmarc/raising/names-below.ts'
import { withPolicies } from '../../src/mail/authentication/dmarc/raising/with-policies.ts'
import { readSpfTerms } from '../../src/mail/authentication/spf/naming/terms.ts'
import { organisationOf } from '../../src/mail/reading/domains/sender-domain.ts'
import { zoneResolver } from '../../src/net/dns/zone.ts'
import { createAggregates } from '../../src/services/aggregates/read-aggregates.ts'
import { createReadinessAnswers } from '../../src/services/answers/readiness/create-readiness.ts'
import { createPolicyLooking } from '../../src/services/answers/readiness/looking.ts'
import { createSourceAnswers } from '../../src/services/answers/sources/create-source-answers.ts'
import { createSourceReading } from '../../src/services/answers/sources/reading.ts'
import { createSpfNamings } from '../../src/services/answers/spf-naming.ts'
import { createStandings } from '../../src/services/answers/standings/standings.ts'
import { createSenderDomains } from '../../src/services/domains/sender-domains.ts'
import type { AggregateWindow } from '../../src/store/aggregates.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'
import { domainName } from '../harness/dmarc-reports.ts'
import { BENCH_ACCOUNT } from '../harness/dmarc-store.ts'
import { statsOf, told } from '../harness/stats.ts'

const ROUNDS = 9
/** Rounds before, in which the program is still being compiled. */
const WARM = 5
const DAY_MS = 86_400_000
const BUSIEST = 'dom_0'
const ACTOR = { kind: 'session', accountId: BENCH_ACCOUNT, role: 'viewer', personId: 'per_bench' } as const
const PAGE = { limit: 5, offset: 0 }
const clock = { now: () => new Date(), ticks: () => performance.now() }
const today = Math.floor(Date.now() / DAY_MS)

/** What the pages of the busiest domain of a filled store ask for, beside the sums that are added up already. The DNS answers at once. */
export async function benchPages(directory: string): Promise<void> {
  if (directory === '') throw new Error('Give the data folder that `load` filled.')
  const store = await openStore({ directory, migrate: true, clock })
  for (const days of [30, 366]) await measured(store, { from: today - days + 1, to: today }, days)
  await store.close()
}

async function measured(store: Store, window: AggregateWindow, days: number): Promise<void> {
  const kept = answersOver(store)
  const aggregates = createAggregates({ store, domains: createSenderDomains(store) })
  const rollUps = await timed(`${days} days: summary, sources by address and reports`, () =>
    Promise.all([
      aggregates.summary(ACTOR, BUSIEST, window),
      aggregates.sources(ACTOR, BUSIEST, window, { groupBy: 'ip', sort: 'messages', ...PAGE }),
      aggregates.reports(ACTOR, BUSIEST, window, PAGE),
    ]),
  )
  const beside = (what: string, ask: () => Promise<unknown>) => timed(`${days} days: ${what}`, ask, rollUps)
  await beside('who sends, first', () => answersOver(store).sources.sources(ACTOR, BUSIEST, window))
  await beside('who sends, again', () => kept.sources.sources(ACTOR, BUSIEST, window))
  const all = await kept.sources.sources(ACTOR, BUSIEST, window)
  const [most] = all.ok ? all.value.sources.toSorted((a, b) => b.messages - a.messages) : []
  const key = most?.key ?? ''
  await beside('one source with its days and 50 records', async () => {
    await kept.sources.source(ACTOR, BUSIEST, window, key)
    await kept.sources.records(ACTOR, BUSIEST, window, { key, limit: 50 })
  })
  if (days !== 30) return
  await beside('readiness, first', () => answersOver(store).readiness.readiness(ACTOR, BUSIEST))
  await beside('readiness, again', () => kept.readiness.readiness(ACTOR, BUSIEST))
  await beside('all domains, worst first', () => kept.standings())
}

function answersOver(store: Store) {
  const resolver = zoneResolver({
    [domainName(0)]: { TXT: ['v=spf1 ip4:11.0.0.0/16 -all'] },
    [`_dmarc.${domainName(0)}`]: { TXT: ['v=DMARC1; p=quarantine; rua=mailto:d@reports.example'] },
  })
  const domains = createSenderDomains(store)
  const spf = createSpfNamings({ clock, read: (domain) => readSpfTerms(domain, resolver) })
  const reading = createSourceReading({ store, clock, spf, organisationOf, senders: KNOWN })
  const looks = {
    policy: (domain: string) => lookAtPolicy(domain, resolver),
    names: (domain: string, names: readonly string[], seen: Parameters<typeof lookAtNames>[3]) =>
      lookAtNames(domain, names, resolver, seen),
  }
  const readiness = createReadinessAnswers({
    domains,
    reading,
    looking: createPolicyLooking(looks, clock),
    write: withPolicies,
    clock,
  })
  const { aggregates, tlsReports: tls } = store
  const standings = createStandings({ aggregates, tls, domains, clock, readiness })
  return {
    sources: createSourceAnswers({ store, domains, reading, inquiries: sourceInquiries(resolver, clock) }),
    readiness,
    standings: () => standings.of(ACTOR, { limit: 100 }),
  }
}

async function timed(what: string, ask: () => Promise<unknown>, beside?: number): Promise<number> {
  for (let round = 0; round < WARM; round += 1) await ask()
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now()
    await ask()
    times.push(performance.now() - began)
  }
  const { median, low, high } = statsOf(times)
  const ratio = beside === undefined ? '' : `, ${told(median / beside)} times the sums`
  console.log(`${what.padEnd(60)} ${told(median)} ms (${told(low)} to ${told(high)})${ratio}`)
  return median
}
