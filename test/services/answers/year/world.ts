import { KNOWN } from '../../../../src/app/aggregates/open-sources.ts'
import { sourceInquiries } from '../../../../src/app/aggregates/source-inquiries.ts'
import { reportUidFrom } from '../../../../src/core/aggregate/report-uid.ts'
import { readReportFile } from '../../../../src/mail/aggregate/read.ts'
import { lookAtPolicy } from '../../../../src/mail/authentication/dmarc/raising/live.ts'
import { lookAtNames } from '../../../../src/mail/authentication/dmarc/raising/names-below.ts'
import { withPolicies } from '../../../../src/mail/authentication/dmarc/raising/with-policies.ts'
import { readSpfTerms } from '../../../../src/mail/authentication/spf/naming/terms.ts'
import { organisationOf } from '../../../../src/mail/reading/domains/sender-domain.ts'
import { type ZoneLiteral, zoneResolver } from '../../../../src/net/dns/zone.ts'
import { createReadinessAnswers } from '../../../../src/services/answers/readiness/create-readiness.ts'
import { createPolicyLooking } from '../../../../src/services/answers/readiness/looking.ts'
import { createSourceAnswers } from '../../../../src/services/answers/sources/create-source-answers.ts'
import { createSourceReading } from '../../../../src/services/answers/sources/reading.ts'
import { createSpfNamings } from '../../../../src/services/answers/spf-naming.ts'
import { createWatching } from '../../../../src/services/answers/watching/watching.ts'
import { createSenderDomains } from '../../../../src/services/domains/sender-domains.ts'
import { aggregateOf } from '../../../../src/services/samples/dmarc-year/aggregate.ts'
import { namesOf } from '../../../../src/services/samples/dmarc-year/load.ts'
import type { SampleTlsReport } from '../../../../src/services/samples/dmarc-year/tls.ts'
import type { SampleReport } from '../../../../src/services/samples/dmarc-year/year.ts'
import type { ToldEvent } from '../../../../src/store/dmarc/watching.ts'
import { packed } from '../../../support/aggregate/containers.ts'
import { random } from '../../../support/builders.ts'
import { asWritten, provenDomain } from '../../../support/dmarc-year.ts'
import { entry as said } from '../../../support/people.ts'
import { testStore } from '../../../support/store.ts'
import { type KnownDomain, namesThere } from './domains.ts'
import { endOf } from './run.ts'

const QUIET = { info() {}, warn() {}, error: (facts: unknown, says: string) => console.error(says, facts) }

export type YearWorld = Awaited<ReturnType<typeof openYear>>

/** The services that answer, over a real store and a zone, on a day that is turned. */
export async function openYear(all: readonly KnownDomain[]) {
  const time = { day: 0 }
  const clock = { now: () => endOf(time.day), ticks: () => time.day * 86_400_000 }
  const { store, done } = await testStore({ clock })
  const zone: ZoneLiteral = Object.fromEntries(
    all.flatMap(({ scenario: { domain }, spf }) => [
      [domain, { TXT: [spf] }],
      [`_dmarc.${domain}`, { TXT: ['v=DMARC1; p=none; rua=mailto:reports@reports.example'] }],
      ...namesThere(domain).map((name): [string, ZoneLiteral[string]] => [name, { A: ['192.0.2.80'] }]),
    ]),
  )
  const resolver = zoneResolver(zone)
  const spf = createSpfNamings({ clock, read: (domain) => readSpfTerms(domain, resolver) })
  const reading = createSourceReading({ store, clock, spf, organisationOf, senders: KNOWN })
  const readiness = createReadinessAnswers({
    domains: createSenderDomains(store),
    reading,
    looking: createPolicyLooking(
      {
        policy: (domain) => lookAtPolicy(domain, resolver),
        names: (domain, names, seen) => lookAtNames(domain, names, resolver, seen),
      },
      clock,
    ),
    write: withPolicies,
    clock,
  })
  const watching = createWatching({
    store,
    clock,
    log: QUIET,
    holder: { host: 'local', start: 'test' },
    sources: reading,
  })
  const names = new Map(
    all.flatMap(({ scenario }) => namesOf(scenario, endOf(20_900))).map((one) => [one.ip, one]),
  )
  const entries = new Map<KnownDomain, Awaited<ReturnType<typeof provenDomain>>>()
  for (const known of all) entries.set(known, await provenDomain(store, known.scenario.domain))

  const entryOf = (known: KnownDomain) => {
    const entry = entries.get(known)
    if (!entry) throw new Error('no such domain')
    return entry
  }

  async function put(known: KnownDomain, report: SampleReport): Promise<void> {
    const aggregate = known.asXml ? await readBack(report) : aggregateOf(report)
    const uid = reportUidFrom(random, report.receivedAt)
    const { accountId } = entryOf(known)
    const { receivedAt } = report
    const kept = { aggregate, accountId, uid, fileId: `msg_${uid}`, receivedAt, authenticated: true }
    const { outcome } = await store.aggregates.put(kept)
    if (outcome !== 'stored') throw new Error(`${known.scenario.domain} ${report.reportId}: ${outcome}`)
  }

  return {
    store,
    done,
    clock,
    entryOf,
    reading,
    put,
    /** The DNS is asked for the names of addresses that were not known before. */
    async name(reports: readonly SampleReport[]): Promise<void> {
      const ips = new Set(reports.flatMap(({ records }) => records.map(({ ip }) => ip)))
      const found = [...ips].flatMap((ip) => names.get(ip) ?? [])
      for (const { ip } of found) names.delete(ip)
      if (found.length > 0) await store.aggregates.name(found)
    },
    turnTo(day: number) {
      time.day = day
    },
    sources(known: KnownDomain, window: { from: number; to: number }) {
      const { accountId, ...domain } = entryOf(known)
      return reading.read(accountId, domain, { ...window, authenticated: true })
    },
    async readiness(known: KnownDomain) {
      const { accountId, id } = entryOf(known)
      const answer = await readiness.readiness({ kind: 'operator', accountId }, id)
      if (!answer.ok) throw new Error(answer.refusal.kind)
      return answer.value
    },
    answers: createSourceAnswers({
      store,
      reading,
      domains: createSenderDomains(store),
      inquiries: sourceInquiries(resolver, clock),
    }),
    watch: watching.run,
    /** Everything that was told of it, oldest first. */
    async told(known: KnownDomain): Promise<ToldEvent[]> {
      return (await store.watching.told(entryOf(known).id, 200)).reverse()
    },
    async putTls(known: KnownDomain, { report, receivedAt }: SampleTlsReport): Promise<void> {
      const uid = reportUidFrom(random, receivedAt)
      const { accountId, id: domainId } = entryOf(known)
      const { outcome } = await store.tlsReports.put({
        ...{ report, accountId, domainId, uid, receivedAt },
        ...{ fileId: `msg_${uid}`, authenticated: true },
      })
      if (outcome !== 'stored') throw new Error(`${known.scenario.domain} ${report.reportId}: ${outcome}`)
    },
    mark(known: KnownDomain, key: string) {
      const { accountId, id, domain } = entryOf(known)
      const entry = said('dmarc.source_marked', { accountId, target: domain })
      return store.sourceMarks.change(
        accountId,
        id,
        { key, mark: 'mine' },
        { at: clock.now(), by: 'Ann' },
        entry,
      )
    },
  }
}

/** As a receiver writes it, packed, and read as what comes by mail is. */
async function readBack(report: SampleReport) {
  const container = report.begin % 2 === 0 ? 'gzip' : 'zip'
  const [attachment] = await readReportFile('report', packed(asWritten(report), container))
  const content = attachment?.files[0]?.content
  if (content?.kind !== 'aggregate') throw new Error(`${report.reportId} could not be read`)
  return content.aggregate
}
