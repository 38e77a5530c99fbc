import type { Clock } from '../ports.ts'
import type { Backups } from './backups.ts'

/** After one that failed the next one is tried so long later. */
const AGAIN_MS = 15 * 60_000

/** Makes a backup when the newest one of the schedule is old enough, and deletes those past their number. */
export function createBackupSchedule({ backups, clock }: { backups: Backups; clock: Clock }): {
  run(): Promise<void>
} {
  let notBefore = Number.NEGATIVE_INFINITY
  const { everyMs } = backups.setting

  return {
    async run() {
      const now = clock.now().getTime()
      if (everyMs === undefined || (now < notBefore && notBefore - now <= AGAIN_MS)) return
      const newest = (await backups.list()).find(({ kind }) => kind === 'scheduled')
      if (newest && !isDue(newest.madeAt.getTime(), now, everyMs)) return
      const outcome = await backups.make({ kind: 'scheduled' })
      if (outcome.kind === 'made') await backups.prune()
      if (outcome.kind === 'failed') notBefore = now + AGAIN_MS
    },
  }
}

/** One of the future is none to go by: the clock was wrong then. */
function isDue(madeAt: number, now: number, everyMs: number): boolean {
  return now - madeAt >= everyMs || madeAt - now > everyMs
}
