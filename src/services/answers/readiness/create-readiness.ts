import { isDeepStrictEqual } from 'node:util'
import type { SenderDomain } from '../../../core/sender-domain.ts'
import type { AggregateWindow } from '../../../store/aggregates.ts'
import { aboutDomain } from '../../aggregates/about-domain.ts'
import { dayNumberOf } from '../../aggregates/window.ts'
import type { SenderDomains } from '../../domains/sender-domains.ts'
import { type Clock, ticksOf } from '../../ports.ts'
import { lastingMs } from '../lasting.ts'
import type { Readiness, ReadinessAnswers } from '../ready.ts'
import { createKept } from '../sources/kept.ts'
import { basisOf, isEnough } from './data.ts'
import { type EntryBelow, windowOf } from './evidence.ts'
import { evidenceOf, mailOf, type ReadMail } from './gather.ts'
import { judgeInTurns } from './judge.ts'
import type { Looked, Looking } from './looking.ts'
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
  readOnce(accountId: string, domain: SenderDomain, window: AggregateWindow): Promise<ReadMail>
  /** What is read is the same as long as this is, but for names that are found out and what the DNS says. */
  version(domainId: string, window: AggregateWindow): Promise<string>
}

/** Names below a domain that are asked for: strangers choose them. */
const MOST_NAMES = 50
/** Domains of the account below one that are read for its sp. */
const MOST_ENTRIES = 20

/** Domains whose readiness is kept. */
const KEPT = { all: 500, account: 200 }

interface Kept {
  by: string
  at: number
  lastsMs: number
  readiness: Readiness
  asked: readonly string[]
  looked: Looked
}

interface Windows {
  window: AggregateWindow
  proved: AggregateWindow
}

/** Thousands of addresses take some milliseconds at each step. */
const othersHaveTheirTurn = () => Bun.sleep(0)

const windowsOf = (now: Date): Windows => {
  const window = windowOf(dayNumberOf(now))
  return { window, proved: { ...window, authenticated: true } }
}

export function createReadinessAnswers(deps: ReadinessAnswersDeps): ReadinessAnswers {
  const { domains, reading, looking, write, clock } = deps
  const { about } = aboutDomain(domains)
  const kept = createKept<Kept>(KEPT)

  async function readinessOf(accountId: string, domain: SenderDomain, now: Date): Promise<Readiness> {
    const windows = windowsOf(now)
    const entries = await entriesBelow(accountId, domain)
    const below = entries.map((one) => one.domain)
    const by = JSON.stringify([below, await versionOf([domain, ...entries.slice(0, MOST_ENTRIES)], windows)])
    const before = kept.get(domain.id)
    const isSame = before?.by === by && Math.abs(ticksOf(clock) - before.at) < before.lastsMs
    if (isSame && isDeepStrictEqual(await looking.at(accountId, domain.domain, before.asked), before.looked))
      return before.readiness
    const at = ticksOf(clock)
    const { isSure, ...made } = await judged(accountId, domain, entries, windows)
    if (isSure)
      kept.put(domain.id, { accountId, weight: 1 }, { by, at, lastsMs: lastingMs(before, by), ...made })
    else kept.drop(domain.id)
    return made.readiness
  }

  /** What reports and people say of domains: the same as long as neither says more. */
  async function versionOf(some: readonly SenderDomain[], { window, proved }: Windows) {
    const each = some.flatMap(({ id }) => [reading.version(id, window), reading.version(id, proved)])
    return [window, await Promise.all(each)]
  }

  async function judged(
    accountId: string,
    domain: SenderDomain,
    entries: readonly SenderDomain[],
    { window, proved }: Windows,
  ) {
    const evidenceIn = async (some: AggregateWindow) => {
      const read = await reading.readOnce(accountId, domain, some)
      await othersHaveTheirTurn()
      return evidenceOf(read)
    }
    const authenticated = await evidenceIn(proved)
    // Where these alone are enough, nobody asks for the others.
    const all = isEnough(authenticated) ? authenticated : await evidenceIn(window)
    const basis = basisOf(authenticated, all)
    await othersHaveTheirTurn()
    const names = namesWorthALook(domain.domain, basis === 'all' ? all : authenticated, MOST_NAMES)
    const read = entries.slice(0, MOST_ENTRIES)
    const asked = [...new Set([...read.map((one) => one.domain), ...names])]
    const looked = await looking.at(accountId, domain.domain, asked)
    const { live, names: found } = looked
    const below = await Promise.all(
      entries.map(async (entry): Promise<EntryBelow> => {
        const governed = found.get(entry.domain)?.governed ?? 'unknown'
        const named = { domain: entry.domain, governed }
        if (governed === 'no' || !read.includes(entry)) return named
        return {
          ...named,
          sources: mailOf(await reading.readOnce(accountId, entry, basis === 'all' ? window : proved)),
        }
      }),
    )
    await othersHaveTheirTurn()
    const readiness = await judgeInTurns(
      { domain: domain.domain, window, authenticated, all, live, names: found, below },
      write,
    )
    return { readiness, asked, looked, isSure: !authenticated.spfUnknown && !all.spfUnknown }
  }

  /** Verified domains of the account below one: what reports say of them is theirs alone. */
  async function entriesBelow(accountId: string, { domain }: SenderDomain): Promise<SenderDomain[]> {
    const all = await domains.list(accountId)
    return all.filter((one) => one.verified && one.domain.endsWith(`.${domain}`))
  }

  return {
    readiness: (actor, id, now = clock.now()) =>
      about(actor, id, (domain) => readinessOf(actor.accountId, domain, now)),
  }
}
