import { refusalOf } from '../../core/access/permission.ts'
import { COMPLAINT, FEEDBACK_TYPES } from '../../core/complaints/complaint.ts'
import type { ComplaintProvider, ComplaintProviders } from '../../core/complaints/provider.ts'
import { dayOf } from '../../core/kept/day.ts'
import { granted, type Result, refused } from '../../core/refusal.ts'
import type { AggregateWindow } from '../../store/aggregates.ts'
import type {
  CampaignComplaints,
  ComplaintReads,
  CountsByType,
  KeptLetter,
} from '../../store/complaints/complaints.ts'
import { aboutDomain } from '../aggregates/about-domain.ts'
import type { DomainActor } from '../domains/domains.ts'
import type { SenderDomains } from '../domains/sender-domains.ts'
import type { Clock } from '../ports.ts'
import { rateOf, sentTo } from './sent.ts'
import { SETTLED_DAYS } from './watching/machine.ts'
import { type LastingComplaints, lastingIn } from './watching/state.ts'

export type { CampaignComplaints, CountsByType, KeptLetter, LastingComplaints }

/** What one provider told, beside what was sent to it as its DMARC reports say. */
export interface ProviderRow {
  /** The id of a provider that is known, the organization of another; '': providers beyond those that are told apart. */
  provider: string
  name: string
  complaints: number
  counts: CountsByType
  /** Messages that passed DMARC, by its own reports of the same days. Absent: it sent none. */
  sent?: number
  /** Of these, 0 to 1. Absent: not known. */
  rate?: number
  /** Days since 1970. */
  lastDay: number
}

export interface ComplaintDayRow {
  day: number
  complaints: number
  unauthenticated: number
}

export interface ComplaintOverview {
  domain: string
  verified: boolean
  /** Where reports are sent to. Absent: the domain is not verified. */
  address?: string
  window: AggregateWindow
  /** Authenticated complaints of the window; `counts` has the other types too. */
  complaints: number
  counts: CountsByType
  /** Of these nothing proves who sent them: they make no rate. */
  unauthenticated: CountsByType
  days: ComplaintDayRow[]
  providers: ProviderRow[]
  campaigns: CampaignComplaints[]
  moreCampaigns: number
  withoutCampaign: number
  beyondCampaigns: number
  latestAt?: Date
  /** What was told and is not over. */
  lasting: LastingComplaints[]
}

/** What a feedback loop is asked for with. */
export type RegisteredProvider = ComplaintProvider & { register: NonNullable<ComplaintProvider['register']> }

/** Complaints of recipients about mail of a domain, for those who may read its DMARC reports. `not_found`: it is no domain of the
 * account. */
export interface Complaints {
  /** Where feedback loops are asked for, and who has none. */
  readonly loops: { register: readonly RegisteredProvider[]; without: ComplaintProviders['without'] }
  overview(actor: DomainActor, domainId: string, window: AggregateWindow): Promise<Result<ComplaintOverview>>
  /** Mails to the address that were no report, newest first: texts of strangers. */
  letters(actor: DomainActor, domainId: string): Promise<Result<KeptLetter[]>>
  /** Authenticated complaints of each domain that has some. */
  ofAccount(
    actor: DomainActor,
    window: AggregateWindow,
  ): Promise<Result<{ domainId: string; complaints: number }[]>>
}

export interface ComplaintsDeps {
  store: { complaints: ComplaintReads }
  domains: Pick<SenderDomains, 'byId'>
  known: ComplaintProviders
  /** The host of the addresses. */
  host: string
  clock: Clock
}

export function createComplaints({ store, domains, known, host, clock }: ComplaintsDeps): Complaints {
  const { complaints } = store
  const { about, within } = aboutDomain(domains)
  const { providers } = known
  const nameOf = (id: string) => providers.find((provider) => provider.id === id)?.name ?? id
  const today = () => dayOf(clock.now().getTime())

  /** What was sent is known of settled days alone, and complaints are counted of the same. */
  async function rates(domainId: string, window: AggregateWindow) {
    const settled = { from: window.from, to: Math.min(window.to, today() - SETTLED_DAYS) }
    const sent = await sentTo(complaints, domainId, settled, providers)
    const days = await complaints.providerDays(domainId, settled)
    return (provider: string): Pick<ProviderRow, 'sent' | 'rate'> => {
      const all = sent.get(provider)
      if (all === undefined) return {}
      const told = days.filter((row) => row.provider === provider)
      const rate = rateOf(
        told.reduce((sum, row) => sum + row.complaints, 0),
        all,
      )
      return { sent: all, ...(rate !== undefined && { rate }) }
    }
  }

  return {
    loops: {
      register: providers.filter(
        (provider): provider is RegisteredProvider => provider.register !== undefined,
      ),
      without: known.without,
    },
    overview: (actor, domainId, window) =>
      within(actor, domainId, window, async ({ domain, verified }) => {
        const local = verified ? await complaints.localPart(domainId) : undefined
        const { days, providers: told, ...summary } = await complaints.summary(domainId, window)
        const rate = await rates(domainId, window)
        const counts = sumOf(days.map(({ authenticated }) => authenticated))
        return {
          domain,
          verified,
          ...(local !== undefined && { address: `${local}@${host}` }),
          window,
          complaints: counts[COMPLAINT] ?? 0,
          counts,
          unauthenticated: sumOf(days.map(({ unauthenticated }) => unauthenticated)),
          days: days.map(({ day, authenticated, unauthenticated }) => ({
            day,
            complaints: authenticated[COMPLAINT] ?? 0,
            unauthenticated: unauthenticated[COMPLAINT] ?? 0,
          })),
          providers: told.map(({ provider, counts: own, lastDay }) => ({
            provider,
            name: nameOf(provider),
            complaints: own[COMPLAINT] ?? 0,
            counts: own,
            ...rate(provider),
            lastDay,
          })),
          ...summary,
          lasting: lastingIn(await complaints.watchedState(domainId), today()),
        }
      }),
    letters: (actor, domainId) => about(actor, domainId, () => complaints.letters(domainId)),
    async ofAccount(actor, window) {
      const refusal = refusalOf(actor, 'dmarc.read')
      return refusal ? refused(refusal) : granted(await complaints.ofAccount(actor.accountId, window))
    },
  }
}

function sumOf(all: readonly CountsByType[]): CountsByType {
  const sum: CountsByType = {}
  for (const counts of all) {
    for (const type of FEEDBACK_TYPES) {
      const more = counts[type]
      if (more !== undefined) sum[type] = (sum[type] ?? 0) + more
    }
  }
  return sum
}
