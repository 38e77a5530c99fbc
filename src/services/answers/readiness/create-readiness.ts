import { isDeepStrictEqual } from 'node:util'
import type { SenderDomain } from '../../../core/sender-domain.ts'
import type { AggregateWindow } from '../../../store/aggregates.ts'
import { aboutDomain } from '../../aggregates/about-domain.ts'
import { dayNumberOf } from '../../aggregates/window.ts'
import type { SenderDomains } from '../../domains/sender-domains.ts'
import { type Clock, ticksOf } from '../../ports.ts'
import { lastingMs } from '../lasting.ts'
import type { Looked as Noticing } from '../looked.ts'
import type { Readiness, ReadinessAnswers } from '../ready.ts'
import { inTime, isGood } from '../soon.ts'
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
  /** Told what pages ask for. Absent: nothing is worked out before somebody asks. */
  looked?: Pick<Noticing, 'saw'>
}

/** Reads the mail of a domain, for services that have found out who may know of it. Rejects with `QueryTooLong`. */
export interface MailReading {
  readOnce(accountId: string, domain: SenderDomain, window: AggregateWindow): Promise<ReadMail>
  /** What is read is the same as long as this is, but for names that are found out and what the DNS says. */
  version(domainId: string, window: AggregateWindow): Promise<{ reports: string; marks: string }>
}

/** Names below a domain that are asked for: strangers choose them. */
const MOST_NAMES = 50
/** Domains of the account below one that are read for its sp. */
const MOST_ENTRIES = 20

/** Domains whose readiness is kept. */
const KEPT = { all: 500, account: 200 }

interface Kept {
  by: Version
  at: number
  lastsMs: number
  readiness: Readiness
  asked: readonly string[]
  looked: Looked
  /** It was found out who sends; else it is good for a moment alone. */
  isSure: boolean
}

/** What readiness goes by beside the DNS. Where `said` differs, it is another question. */
interface Version {
  reports: string
  said: string
}

interface Question {
  windows: Windows
  /** Verified domains of the account below it. */
  entries: readonly SenderDomain[]
  by: Version
}

interface Windows {
  window: AggregateWindow
  proved: AggregateWindow
}

/** What was worked out before is at hand, but for what the DNS says now. */
const LAST_MS = 10

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
  const underWay = new Map<string, Promise<Readiness>>()

  async function questionOf(accountId: string, domain: SenderDomain, now: Date): Promise<Question> {
    const windows = windowsOf(now)
    const entries = await entriesBelow(accountId, domain)
    return { windows, entries, by: await versionOf(domain, entries, windows) }
  }

  async function readinessOf(accountId: string, domain: SenderDomain, asked: Question): Promise<Readiness> {
    const { windows, entries, by } = asked
    const before = kept.get(domain.id)
    const isSame = before?.isSure && isDeepStrictEqual(before.by, by)
    if (
      isSame &&
      Math.abs(ticksOf(clock) - before.at) < before.lastsMs &&
      (await isAsPublished(accountId, domain, before))
    )
      return before.readiness
    const at = ticksOf(clock)
    const lastsMs = lastingMs(before && { by: keyOf(before.by), lastsMs: before.lastsMs }, keyOf(by))
    const made = await judged(accountId, domain, entries, windows)
    kept.put(domain.id, { accountId, weight: 1 }, { by, at, lastsMs, ...made })
    return made.readiness
  }

  /** What the DNS says is what it said then. */
  async function isAsPublished(accountId: string, { domain }: SenderDomain, { asked, looked }: Kept) {
    return isDeepStrictEqual(await looking.at(accountId, domain, asked), looked)
  }

  /** Whoever looks again while it is worked out waits for the same, whatever came meanwhile. */
  function begun(accountId: string, domain: SenderDomain, asked: Question): Promise<Readiness> {
    const key = `${domain.id} ${asked.by.said}`
    const before = underWay.get(key)
    if (before) return before
    const work = readinessOf(accountId, domain, asked).finally(() => underWay.delete(key))
    underWay.set(key, work)
    return work
  }

  /** What was worked out before, where that is as good. */
  async function lastOf(accountId: string, domain: SenderDomain, { by }: Question) {
    const last = kept.get(domain.id)
    if (!last || last.by.said !== by.said) return undefined
    const isSame = last.isSure && last.by.reports === by.reports
    const isStill = isGood(last.at, isSame, clock) && (await isAsPublished(accountId, domain, last))
    return isStill ? last.readiness : undefined
  }

  /** What reports and people say of domains: the same as long as neither says more. */
  async function versionOf(
    domain: SenderDomain,
    entries: readonly SenderDomain[],
    { window, proved }: Windows,
  ): Promise<Version> {
    const some = [domain, ...entries.slice(0, MOST_ENTRIES)]
    const each = await Promise.all(
      some.flatMap(({ id }) => [reading.version(id, window), reading.version(id, proved)]),
    )
    const below = entries.map((one) => one.domain)
    return {
      reports: JSON.stringify(each.map(({ reports }) => reports)),
      said: JSON.stringify([below, window, each.map(({ marks }) => marks)]),
    }
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
      about(actor, id, async (domain) =>
        readinessOf(actor.accountId, domain, await questionOf(actor.accountId, domain, now)),
      ),
    soon: (actor, id, patienceMs, now = clock.now()) =>
      about(actor, id, async (domain) => {
        const { accountId } = actor
        deps.looked?.saw(`readiness ${domain.id}`, accountId, async () => {
          if (!kept.get(domain.id)) return
          await begun(accountId, domain, await questionOf(accountId, domain, clock.now()))
        })
        const asked = questionOf(accountId, domain, now)
        const whole = asked.then((question) => begun(accountId, domain, question))
        const last = () => asked.then((question) => lastOf(accountId, domain, question))
        const found = (await inTime(whole, patienceMs)) ?? (await inTime(last(), LAST_MS))
        return found ? { found } : {}
      }),
  }
}

const keyOf = ({ reports, said }: Version) => `${reports} ${said}`
