import type { DmarcEvent } from '../../../core/event.ts'
import type { AggregateWindow } from '../../../store/aggregates.ts'
import type { PastEvent } from '../../../store/dmarc/watching.ts'
import { type LookingDeps, lookAt } from '../../answers/watching/looking.ts'
import { watch } from '../../answers/watching/machine.ts'
import type { WatchState } from '../../answers/watching/state.ts'

/** What the watch over reports would have told, had it looked on each day of a past. */
export interface PastLooks {
  of(
    domain: { accountId: string; domainId: string; domain: string },
    days: { from: number; to: number },
  ): Promise<PastEvent[]>
}

export interface PastDeps {
  store: Pick<LookingDeps['store'], 'aggregates' | 'tlsReports'>
  sources: LookingDeps['sources']
}

const DAY_MS = 86_400_000
/** When it would have looked: most reports come in the night. */
const AT_MS = 9 * 3_600_000
const MARKS = { report: 0, file: 0, tls: 0 }

export function createPastLooks({ store: { aggregates, tlsReports }, sources }: PastDeps): PastLooks {
  /** As on that day: nothing had come about it or a later one. */
  function depsOn(today: number): LookingDeps {
    const until = (window: AggregateWindow) => ({ ...window, to: Math.min(window.to, today - 1) })
    return {
      store: {
        aggregates: {
          summary: (id, window) => aggregates.summary(id, until(window)),
          facts: (id, window, most) => aggregates.facts(id, until(window), most),
          policies: (id, window) => aggregates.policies(id, until(window)),
          sourceDays: (id, window, ips) => aggregates.sourceDays(id, until(window), ips),
        },
        tlsReports: { summary: (id, window) => tlsReports.summary(id, until(window)) },
        watching: { imported: async () => false },
      },
      sources,
    }
  }

  return {
    async of(domain, { from, to }) {
      const begun = { domain: domain.domain, marks: MARKS, kin: [], isMoving: false }
      const past: PastEvent[] = []
      let state: WatchState | undefined
      for (let today = from + 1; today <= to; today += 1) {
        const look = await lookAt(depsOn(today), domain, today, { begun, ...(state && { state }) })
        const { told, ...after } = watch(state, look)
        state = after.state
        const at = new Date(today * DAY_MS + AT_MS)
        past.push(...told.map((one) => ({ at, event: { ...one, subject: domain.domainId } as DmarcEvent })))
      }
      return past
    },
  }
}
