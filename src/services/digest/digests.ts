import { QueryTooLong } from '../../store/aggregates.ts'
import type { Store } from '../../store/store.ts'
import type { Clock, Log } from '../ports.ts'
import { type DomainDigestStore, domainsOf } from './domains.ts'
import { monitorsOf } from './monitors.ts'
import { type Week, weekToTell } from './week.ts'

/** Tells accounts once a week what it brought. */
export interface Digests {
  /** Tells the accounts that were not told of the last week yet. Does nothing while another process does. Gives how many were told. */
  run(isOver?: () => boolean): Promise<number>
}

export interface DigestDeps {
  store: DomainDigestStore & Pick<Store, 'digests' | 'leases'> & { monitors: MonitorReads }
  clock: Clock
  log: Log
  holder: { host: string; start: string }
}

type MonitorReads = Pick<Store['monitors'], 'list' | 'scores' | 'told'>

const LEASE = 'weekly-digest'
const LEASE_MS = 60_000
const AT_ONCE = 100
/** Accounts that fail one after the other before a run is given up. */
const FAILURES = 5

export function createDigests({ store, clock, log, holder }: DigestDeps): Digests {
  const name = `${holder.host}/${holder.start}`
  /** Every account there was had it. */
  let done = ''

  async function tell(accountId: string, week: Week): Promise<boolean> {
    const monitors = await monitorsOf(store.monitors, accountId, week)
    const domains = await domainsOf(store, accountId, week)
    const isSomething = monitors.items.length + domains.items.length > 0
    const payload = { from: week.from.toISOString(), to: week.to.toISOString(), monitors, domains }
    const settled = await store.digests.settle(
      accountId,
      week.name,
      clock.now(),
      isSomething ? payload : undefined,
    )
    return settled === 'settled' && isSomething
  }

  /** Whether it could be told; what could not stays due. */
  async function tried(accountId: string, week: Week): Promise<'told' | 'nothing' | 'failed'> {
    try {
      return (await tell(accountId, week)) ? 'told' : 'nothing'
    } catch (cause) {
      const facts = { account: accountId, week: week.name }
      if (cause instanceof QueryTooLong)
        log.warn(
          facts,
          'The reports of an account take too long to read for its weekly digest; it is tried again',
        )
      else log.error({ ...facts, err: cause }, 'An account was not told its weekly digest; it is tried again')
      return 'failed'
    }
  }

  async function* dueIn(week: Week): AsyncGenerator<string> {
    for (let after = ''; ; ) {
      const page = await store.digests.due(week.name, after, AT_ONCE)
      yield* page
      if (page.length < AT_ONCE) return
      after = page.at(-1) ?? ''
    }
  }

  async function tellAll(week: Week, mayGoOn: () => Promise<boolean>): Promise<number> {
    const came = { told: 0, nothing: 0, failed: 0 }
    let inRow = 0
    for await (const accountId of dueIn(week)) {
      if (inRow === FAILURES || !(await mayGoOn())) return came.told
      const one = await tried(accountId, week)
      came[one] += 1
      inRow = one === 'failed' ? inRow + 1 : 0
    }
    if (came.failed === 0) done = week.name
    return came.told
  }

  return {
    async run(isOver = () => false) {
      const week = weekToTell(clock.now())
      const mayGoOn = async () => !isOver() && (await store.leases.take(LEASE, name, LEASE_MS))
      if (done === week.name || !(await mayGoOn())) return 0
      try {
        const told = await tellAll(week, mayGoOn)
        if (told > 0) log.info({ accounts: told, week: week.name }, 'Told accounts of their week')
        return told
      } finally {
        await store.leases.release(LEASE, name)
      }
    },
  }
}
