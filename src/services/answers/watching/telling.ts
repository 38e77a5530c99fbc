import { refusalOf } from '../../../core/access/permission.ts'
import type { WatchedEvent } from '../../../core/event.ts'
import { dayOf, startOf } from '../../../core/kept/day.ts'
import type { Result } from '../../../core/refusal.ts'
import type { ComplaintReads } from '../../../store/complaints/complaints.ts'
import { MOST_TOLD, type ToldEvent, type WatchStore } from '../../../store/dmarc/watching.ts'
import { aboutDomain } from '../../aggregates/about-domain.ts'
import { lastingIn as lastingComplaints } from '../../complaints/watching/state.ts'
import type { DomainActor } from '../../domains/domains.ts'
import type { SenderDomains } from '../../domains/sender-domains.ts'
import type { Clock } from '../../ports.ts'
import type { Held } from './state.ts'

export type { ToldEvent }

/** Something that began and is not over. */
export interface LastingEvent {
  domainId: string
  event: Pick<WatchedEvent, 'type' | 'payload'>
  /** When it was found. */
  since: Date
  /** Nobody was told: it was there when the domain was first looked at, or came with an import. */
  silent: boolean
}

/** What the watch over reports and complaints found, for those who may read DMARC reports. */
export interface WatchTelling {
  /** Of all domains of the account: what lasts, and what else was told lately, newest first. */
  ofAccount(actor: DomainActor): Promise<{ lasting: LastingEvent[]; lately: ToldEvent[] }>
  /** Of one domain: what lasts, and the last events, newest first. */
  ofDomain(
    actor: DomainActor,
    domainId: string,
    limit?: number,
  ): Promise<Result<{ domain: string; lasting: LastingEvent[]; told: ToldEvent[] }>>
}

export interface WatchTellingDeps {
  store: {
    watching: Pick<WatchStore, 'lasting' | 'told' | 'toldSince'>
    complaints: Pick<ComplaintReads, 'watchedState'>
  }
  domains: Pick<SenderDomains, 'byId'>
  clock: Clock
}

/** How many days back events are told that do not last. */
export const LATELY_DAYS = 7
const MOST_LATELY = 50
/** Days without data after which nobody can say that it lasts; and days after which stopped reports are no news. */
const STALE_DAYS = 14
const GONE_DAYS = 30

export function createWatchTelling({
  store: { watching, complaints },
  domains,
  clock,
}: WatchTellingDeps): WatchTelling {
  const { about } = aboutDomain(domains)

  const lastingIn = ({ domainId, holds }: { domainId: string; holds: string }, now: Date): LastingEvent[] => {
    // Nothing is checked: only this service wrote it.
    const held = JSON.parse(holds) as Held[]
    return held
      .filter((one) => isCurrent(one, dayOf(now.getTime())))
      .map(({ told, since, silent }) => ({
        domainId,
        event: told,
        since: new Date(startOf(since)),
        silent: silent === true,
      }))
  }

  return {
    async ofAccount(actor) {
      if (refusalOf(actor, 'dmarc.read')) return { lasting: [], lately: [] }
      const now = clock.now()
      const since = new Date(startOf(dayOf(now.getTime()) - LATELY_DAYS + 1))
      const [rows, told] = await Promise.all([
        watching.lasting(actor.accountId),
        watching.toldSince(actor.accountId, since, MOST_LATELY),
      ])
      return {
        lasting: rows.flatMap((row) => lastingIn(row, now)),
        lately: told.filter(({ event: { type } }) => MOMENTS.includes(type)),
      }
    },
    ofDomain: (actor, domainId, limit = MOST_TOLD) =>
      about(actor, domainId, async ({ domain }) => {
        const [rows, complained, told] = await Promise.all([
          watching.lasting(actor.accountId, domainId),
          complaints.watchedState(domainId),
          watching.told(domainId, limit),
        ])
        const now = clock.now()
        const lasting = [
          ...rows.flatMap((row) => lastingIn(row, now)),
          ...complaintsIn(domainId, complained, dayOf(now.getTime())),
        ]
        return { domain, lasting, told }
      }),
  }
}

const complaintsIn = (domainId: string, state: string | undefined, today: number): LastingEvent[] =>
  lastingComplaints(state, today).map(({ event, since }) => ({
    domainId,
    event: { type: 'complaints.rate_high', payload: event },
    since,
    silent: false,
  }))

/** What does not last. */
const MOMENTS: readonly WatchedEvent['type'][] = ['dmarc.source_new', 'dmarc.policy_changed']

function isCurrent({ told, since, last }: Held, today: number): boolean {
  return told.type === 'dmarc.reports_missing' ? today - since <= GONE_DAYS : today - last <= STALE_DAYS
}
