import type { AggregateReads } from '../../../store/aggregates.ts'

/** A domain whose sources may have no names yet. */
export interface DueDomain {
  accountId: string
  domainId: string
  /** When its last report came. */
  latest: number
}

/** When all of a domain's sources had names, and its last report by then. */
export interface Looked {
  at: Date
  latest: number
}

export interface DueDomains {
  areNone(): boolean
  /** One domain of each account in turn, from the account behind the one that was last. */
  inTurns(last: string): Iterable<DueDomain>
  /** There may be more of it: it has another turn. */
  again(domain: DueDomain): void
}

/** Domains that are looked through at one go. */
const PAGE = 500
const DAY_MS = 86_400_000
/** Of a domain for which reports come all the time. */
const LEAST_MS = 10 * 60_000

/** Domains to which reports came since, and those of which nothing was looked at for a day; account by account. */
export async function dueDomains(
  aggregates: Pick<AggregateReads, 'reported'>,
  looked: Map<string, Looked>,
  now: Date,
): Promise<DueDomains> {
  const byAccount = new Map<string, DueDomain[]>()
  const there = new Set<string>()
  for (let after = -1, page = await aggregates.reported(after, PAGE); page.length > 0; ) {
    for (const { accountId, domainId, latestReportAt } of page) {
      there.add(domainId)
      const latest = latestReportAt?.getTime() ?? 0
      if (isDue(latest, looked.get(domainId), now)) add({ accountId, domainId, latest })
    }
    after = page.at(-1)?.place ?? after
    page = page.length < PAGE ? [] : await aggregates.reported(after, PAGE)
  }
  for (const domainId of looked.keys()) if (!there.has(domainId)) looked.delete(domainId)

  function add(domain: DueDomain): void {
    const own = byAccount.get(domain.accountId)
    if (own) own.push(domain)
    else byAccount.set(domain.accountId, [domain])
  }

  return {
    areNone: () => byAccount.size === 0,
    *inTurns(last) {
      let accounts = [...byAccount.keys()].sort()
      const behind = accounts.findIndex((account) => account > last)
      if (behind > 0) accounts = [...accounts.slice(behind), ...accounts.slice(0, behind)]
      while (byAccount.size > 0) {
        for (const account of accounts) {
          const domain = byAccount.get(account)?.shift()
          if (byAccount.get(account)?.length === 0) byAccount.delete(account)
          if (domain) yield domain
        }
      }
    },
    again: add,
  }
}

function isDue(latest: number, before: Looked | undefined, now: Date): boolean {
  if (latest === 0) return false
  if (!before) return true
  const since = now.getTime() - before.at.getTime()
  return since >= DAY_MS || (latest !== before.latest && since >= LEAST_MS)
}
