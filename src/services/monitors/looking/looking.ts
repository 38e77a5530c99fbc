import type { DueRecords } from '../../../store/watching/record-history.ts'
import { lookAtMonitor, type MonitorLooksDeps } from './monitor-looks.ts'
import { lookAtDomain } from './record-looks.ts'
import { createRounds } from './rounds.ts'
import { ASK_AGAIN_MS } from './settling.ts'

/** Looks on a schedule at what domains publish, and at what is said of those that monitors watch. */
export interface RecordLooking {
  /** Looks at all domains that are due; resolves when none is, or when it was stopped. */
  domains(): Promise<void>
  /** The same of monitors. */
  monitors(): Promise<void>
  /** Begins no further look. */
  stop(): void
}

export type LookingDeps = Omit<MonitorLooksDeps, 'isStopped'>

const DOMAINS_AT_ONCE = 16
const DOMAINS_OF_ONE = 4
/** Each takes an analysis process. */
const MONITORS_AT_ONCE = 1
const MONITORS_OF_ONE = 1

const keyOf = ({ owner }: DueRecords) => ('domainId' in owner ? owner.domainId : owner.monitorId)

/** One for the whole service: it bounds how many are under way. */
export function createRecordLooking(deps: LookingDeps): RecordLooking {
  const { store, clock, log } = deps
  let isStopped = false

  /** What fails is put off, so that it holds up nothing. */
  const guarded = (look: (due: DueRecords) => Promise<void>) => async (due: DueRecords) => {
    try {
      await look(due)
    } catch (cause) {
      if (isStopped) return
      log.error({ err: cause, of: keyOf(due) }, 'Records could not be looked at; it is tried again')
      await store.recordHistory.putOff(due.owner, new Date(clock.now().getTime() + ASK_AGAIN_MS))
    }
  }

  const dueOf = (of: 'domains' | 'monitors') => (request: { limit: number; leave: readonly string[] }) =>
    store.recordHistory.due(clock.now(), of, request)

  const domains = createRounds({
    due: dueOf('domains'),
    keyOf,
    look: guarded((due) => lookAtDomain(deps, due)),
    atOnce: DOMAINS_AT_ONCE,
    atOnceOfOne: DOMAINS_OF_ONE,
  })
  const monitors = createRounds({
    due: dueOf('monitors'),
    keyOf,
    look: guarded((due) => lookAtMonitor({ ...deps, isStopped: () => isStopped }, due)),
    atOnce: MONITORS_AT_ONCE,
    atOnceOfOne: MONITORS_OF_ONE,
  })

  return {
    domains: domains.run,
    monitors: monitors.run,
    stop() {
      isStopped = true
      domains.stop()
      monitors.stop()
    },
  }
}
