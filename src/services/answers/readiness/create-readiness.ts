import type { SenderDomain } from '../../../core/sender-domain.ts'
import type { AggregateWindow } from '../../../store/aggregates.ts'
import { aboutDomain } from '../../aggregates/about-domain.ts'
import { dayNumberOf } from '../../aggregates/window.ts'
import type { SenderDomains } from '../../domains/sender-domains.ts'
import type { Clock } from '../../ports.ts'
import type { Readiness, ReadinessAnswers } from '../ready.ts'
import { basisOf, isEnough } from './data.ts'
import { type EntryBelow, windowOf } from './evidence.ts'
import { evidenceOf, mailOf, type ReadMail } from './gather.ts'
import { judgeReadiness } from './judge.ts'
import type { Looking } from './looking.ts'
import type { WritePolicies } from './rungs.ts'
import { namesWorthALook } from './scoped.ts'

export interface ReadinessAnswersDeps {
  domains: SenderDomains
  reading: MailReading
  looking: Looking
  write: WritePolicies
  clock: Clock
}

/** Reads the mail of a domain, for services that have found out who may know of it. Rejects with `QueryTooLong`. */
export interface MailReading {
  read(accountId: string, domain: SenderDomain, window: AggregateWindow): Promise<ReadMail>
}

/** Names below a domain that are asked for: strangers choose them. */
const MOST_NAMES = 50
/** Domains of the account below one that are read for its sp. */
const MOST_ENTRIES = 20

export function createReadinessAnswers(deps: ReadinessAnswersDeps): ReadinessAnswers {
  const { domains, reading, looking, write, clock } = deps
  const { about } = aboutDomain(domains)

  async function judged(accountId: string, domain: SenderDomain, now: Date): Promise<Readiness> {
    const window = windowOf(dayNumberOf(now))
    const proved = { ...window, authenticated: true }
    const evidenceIn = async (some: AggregateWindow) =>
      evidenceOf(await reading.read(accountId, domain, some))
    const authenticated = await evidenceIn(proved)
    // Where these alone are enough, nobody asks for the others.
    const all = isEnough(authenticated) ? authenticated : await evidenceIn(window)
    const basis = basisOf(authenticated, all)
    const entries = await entriesBelow(accountId, domain)
    const names = namesWorthALook(domain.domain, basis === 'all' ? all : authenticated, MOST_NAMES)
    const read = entries.slice(0, MOST_ENTRIES)
    const asked = [...new Set([...read.map((one) => one.domain), ...names])]
    const { live, names: found } = await looking.at(accountId, domain.domain, asked)
    const below = await Promise.all(
      entries.map(async (entry): Promise<EntryBelow> => {
        const governed = found.get(entry.domain)?.governed ?? 'unknown'
        const named = { domain: entry.domain, governed }
        if (governed === 'no' || !read.includes(entry)) return named
        return {
          ...named,
          sources: mailOf(await reading.read(accountId, entry, basis === 'all' ? window : proved)),
        }
      }),
    )
    return judgeReadiness(
      { domain: domain.domain, window, authenticated, all, live, names: found, below },
      write,
    )
  }

  /** Verified domains of the account below one: what reports say of them is theirs alone. */
  async function entriesBelow(accountId: string, { domain }: SenderDomain): Promise<SenderDomain[]> {
    const all = await domains.list(accountId)
    return all.filter((one) => one.verified && one.domain.endsWith(`.${domain}`))
  }

  return {
    readiness: (actor, id, now = clock.now()) =>
      about(actor, id, (domain) => judged(actor.accountId, domain, now)),
  }
}
