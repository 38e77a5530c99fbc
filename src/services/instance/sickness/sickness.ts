import type { SicknessStore } from '../../../store/watching/sickness.ts'
import type { Doctor } from '../../doctor/doctor.ts'
import type { Clock, Log } from '../../ports.ts'
import { watch } from './machine.ts'
import { readState, type SickState } from './state.ts'

export interface SicknessDeps {
  store: { sickness: SicknessStore }
  /** Looks at what is watched alone. */
  doctor: Doctor
  clock: Clock
  log: Log
  /** Makes the destination that exists by default, once. False: it cannot be made yet. Absent: there is none. */
  makeDefault?(): Promise<boolean>
}

/** Looks at the instance, and tells its destinations what became bad and what is over. */
export interface Sickness {
  run(): Promise<void>
}

/** Sooner is no second look: a service that starts again and again finds out nothing by that. */
const APART_MS = 4 * 60_000

export function createSickness({ store, doctor, clock, log, makeDefault }: SicknessDeps): Sickness {
  async function withDefault(state: SickState): Promise<SickState> {
    if (state.hasDefault || !makeDefault) return state
    try {
      return (await makeDefault()) ? { ...state, hasDefault: true } : state
    } catch (cause) {
      // What was seen is kept all the same.
      log.error({ err: cause }, 'The destination of administrators could not be made; it is tried again')
      return state
    }
  }

  return {
    async run() {
      const begun = await store.sickness.begin()
      const before = readState(begun?.state)
      const now = clock.now()
      if (before && Math.abs(now.getTime() - Date.parse(before.lookedAt)) < APART_MS) return
      const looked = watch(before, await doctor.examine(true), now)
      const state = await withDefault(looked.state)
      const kept = await store.sickness.settle(begun?.version ?? 0, JSON.stringify(state), now, looked.events)
      if (kept === 'outdated') return
      for (const { type, subject } of looked.events)
        log.info({ finding: subject, event: type }, 'Administrators are told how the instance is')
    },
  }
}
