import type { AggregateReads, AggregateStore, NamedAddress } from '../../../store/aggregates.ts'
import type { Store } from '../../../store/store.ts'
import type { Clock, Log } from '../../ports.ts'
import { dayNumberOf, MOST_DAYS } from '../window.ts'
import { type DueDomain, type DueDomains, dueDomains, type Looked } from './due.ts'
import { type NamingOutside, nameFor } from './looking-up.ts'
import { createRenaming } from './renaming.ts'
import { createShares } from './shares.ts'

/** Looks up the names of the addresses that send as domains. */
export interface Naming {
  /** Does nothing while another process does. Gives how many addresses it asked about. */
  run(): Promise<number>
  /** Ends what runs after the addresses that are under way. */
  stop(): void
}

export interface NamingDeps extends NamingOutside {
  store: Pick<Store, 'leases'> & {
    aggregates: Pick<AggregateReads, 'names' | 'reported' | 'unnamed'> & Pick<AggregateStore, 'name'>
  }
  clock: Clock
  log: Log
  holder: { host: string; start: string }
}

const LEASE = 'source-names'
const LEASE_MS = 60_000
/** Addresses of one run, which is of a minute; those of one account before the next has its turn; and those at once. */
const PER_RUN = 240
const PER_TURN = 20
const AT_ONCE = 5
/** Sources of a domain that have names: those with most messages within a year. Reports that nobody is known to have sent name few, as
 * whoever writes them could make us ask without end. */
const NAMED = 500
const NAMED_UNPROVEN = 100

export function createNaming(deps: NamingDeps): Naming {
  const { store, clock, log, holder, answers } = deps
  const name = `${holder.host}/${holder.start}`
  const shares = createShares(clock)
  const renaming = createRenaming(deps)
  const looked = new Map<string, Looked>()
  let lastAccount = ''
  let isStopped = false

  const mayGoOn = async () => !isStopped && (await store.leases.take(LEASE, name, LEASE_MS))

  async function unnamedOf({ accountId, domainId }: DueDomain, most: number): Promise<string[]> {
    const to = dayNumberOf(clock.now()) + 1
    const window = { from: to - MOST_DAYS + 1, to }
    const proven = await unnamed({ ...window, authenticated: true }, NAMED)
    if (proven.length > 0) return proven.slice(0, Math.min(most, shares.left(accountId, 'proven')))
    const others = await unnamed(window, NAMED_UNPROVEN)
    return others.slice(0, Math.min(most, shares.left(accountId, 'unproven')))

    function unnamed(within: Parameters<AggregateReads['unnamed']>[1], count: number) {
      return store.aggregates.unnamed(domainId, within, count, clock.now())
    }
  }

  /** Undefined: the DNS answers nothing, so that asking on would only put everything off. */
  async function lookUp(ips: readonly string[]): Promise<number | undefined> {
    if (ips.length === 0) return 0
    const found: (NamedAddress & { isUnanswered: boolean })[] = []
    for (let at = 0; at < ips.length && !isStopped; at += AT_ONCE) {
      const some = ips.slice(at, at + AT_ONCE)
      found.push(...(await Promise.all(some.map((ip) => nameFor(ip, deps, clock.now())))))
    }
    if (found.length > 0 && found.every((one) => one.isUnanswered) && !(await answers())) return undefined
    await store.aggregates.name(found.map(({ isUnanswered: _, ...named }) => named))
    return found.length
  }

  /** One turn of a domain's account. */
  async function takeTurn(domain: DueDomain, most: number): Promise<number | undefined> {
    const ips = await unnamedOf(domain, Math.min(PER_TURN, most))
    if (ips.length === 0) looked.set(domain.domainId, { at: clock.now(), latest: domain.latest })
    shares.take(domain.accountId, ips.length)
    return lookUp(ips)
  }

  async function lookUpInTurns(due: DueDomains): Promise<number> {
    let asked = 0
    for (const domain of due.inTurns(lastAccount)) {
      if (asked >= PER_RUN || !(await mayGoOn())) break
      const count = await takeTurn(domain, PER_RUN - asked)
      if (count === undefined) {
        log.warn({}, 'The DNS does not answer: the names of sources are looked up later')
        break
      }
      lastAccount = domain.accountId
      asked += count
      if (count > 0) due.again(domain)
    }
    return asked
  }

  return {
    async run() {
      const due = await dueDomains(store.aggregates, looked, clock.now())
      // Most of the time nothing is due, and nothing has to be written to know it.
      if ((due.areNone() && renaming.isDone()) || !(await mayGoOn())) return 0
      try {
        await renaming.run(mayGoOn)
        return await lookUpInTurns(due)
      } finally {
        await store.leases.release(LEASE, name)
      }
    },
    stop() {
      isStopped = true
    },
  }
}
