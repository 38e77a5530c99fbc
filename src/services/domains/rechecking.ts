import type { DomainEntry, RecordState } from '../../core/sender-domain.ts'
import type { Store } from '../../store/store.ts'
import type { By } from '../access/by.ts'
import type { Clock, Log } from '../ports.ts'
import type { Looking } from './looking.ts'

/** Looks for the records of the domains that are due. */
export interface Rechecking {
  /** Does nothing while another process does. Gives how many it looked at. */
  run(): Promise<number>
  /** Ends what runs after the look that is under way. */
  stop(): void
}

export interface RecheckingDeps {
  store: Pick<Store, 'domains' | 'leases'>
  looking: Looking
  clock: Clock
  log: Log
  holder: { host: string; start: string }
  /** A name that none of the accounts answers for. */
  mailDomain: string
}

const LEASE = 'domain-rechecks'
const LEASE_MS = 60_000
const AT_ONCE = 20
/** Of one run; what is left is due in the next. */
const MOST = 300
/** After so many without an answer, one after the other, it is looked whether the DNS answers at all: where it does not, asking on would
 * only put them off. */
const SILENT = 20

const BY_ITSELF: By = { actor: { kind: 'nobody' } }

export function createRechecking({
  store,
  looking,
  clock,
  log,
  holder,
  mailDomain,
}: RecheckingDeps): Rechecking {
  const name = `${holder.host}/${holder.start}`
  let isStopped = false

  const due = (limit: number) => store.domains.due(clock.now(), limit)
  const mayGoOn = async () => !isStopped && (await store.leases.take(LEASE, name, LEASE_MS))

  /** Gives what was seen. */
  async function lookAt(entry: DomainEntry): Promise<RecordState | undefined> {
    const looked = await looking.look(entry, BY_ITSELF)
    if (looked?.became === 'unverified')
      log.info({ domain: entry.domain }, 'A domain is no longer verified: its record was gone for three days')
    return looked?.entry.look?.state
  }

  /** Those that are due, a few at a time, as a look puts each of them off. */
  async function* inTurn(): AsyncGenerator<DomainEntry> {
    for (;;) {
      const entries = await due(AT_ONCE)
      yield* entries
      if (entries.length < AT_ONCE) return
    }
  }

  /** After so many without an answer. */
  const isMute = async (silent: number) =>
    silent > 0 && silent % SILENT === 0 && !(await looking.answers(mailDomain))

  async function lookAtDue(): Promise<number> {
    let [looks, silent] = [0, 0]
    for await (const entry of inTurn()) {
      if (looks === MOST || (await isMute(silent)) || !(await mayGoOn())) break
      silent = (await lookAt(entry)) === 'unknown' ? silent + 1 : 0
      looks += 1
    }
    return looks
  }

  return {
    async run() {
      // Most of the time nothing is due, and nothing has to be written to know it.
      if ((await due(1)).length === 0 || !(await mayGoOn())) return 0
      try {
        return await lookAtDue()
      } finally {
        await store.leases.release(LEASE, name)
      }
    },
    stop() {
      isStopped = true
    },
  }
}
