import type { SicknessStore } from '../../../store/watching/sickness.ts'
import type { Doctor } from '../../doctor/doctor.ts'
import type { Clock, Log } from '../../ports.ts'
import { type AmongHosts, type HostLook, hostsIn, lookAmong } from './hosts.ts'
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
  /** Absent: there is no other host. */
  among?: AmongHosts
}

/** Looks at the instance, and tells its destinations what became bad and what is over. */
export interface Sickness {
  run(): Promise<void>
}

/** Sooner is no second look: a service that starts again and again finds out nothing by that. */
const APART_MS = 4 * 60_000
/** Looks of other hosts that ended meanwhile. */
const TRIES = 10

export function createSickness({ store, doctor, clock, log, makeDefault, among }: SicknessDeps): Sickness {
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

  async function begin() {
    const begun = await store.sickness.begin()
    return { version: begun?.version ?? 0, before: readState(begun?.state) }
  }

  function isTooSoon(before: SickState | undefined, now: Date): boolean {
    const last = among ? before?.hosts?.[among.host] : before?.lookedAt
    return last !== undefined && Math.abs(now.getTime() - Date.parse(last)) < APART_MS
  }

  /** What the look makes of what is remembered, kept unless another look ended meanwhile. */
  async function settle({ version, before }: Awaited<ReturnType<typeof begin>>, look: HostLook, now: Date) {
    const looked = watch(before, look.findings, now, look.ended)
    const seen = among ? hostsIn(looked.state, among, look.alive, now) : looked.state
    const state = JSON.stringify(await withDefault(seen))
    const kept = await store.sickness.settle(version, state, now, looked.events)
    if (kept === 'outdated') return false
    for (const { type, subject } of looked.events)
      log.info({ finding: subject, event: type }, 'Administrators are told how the instance is')
    return true
  }

  return {
    async run() {
      let begun = await begin()
      const now = clock.now()
      if (isTooSoon(begun.before, now)) return
      const findings = await doctor.examine(true)
      if (!among) {
        await settle(begun, { findings, ended: () => 'It does not apply any more.', alive: new Set() }, now)
        return
      }
      const look = await lookAmong(among, findings)
      for (let tries = 0; tries < TRIES; tries += 1) {
        // Another host's look is another's: this one is still to be kept.
        if (tries > 0) begun = await begin()
        if (isTooSoon(begun.before, now) || (await settle(begun, look, now))) return
      }
    },
  }
}
