import { WATCHING_EVENTS, type WatchingEvent } from '../../../core/watching/events.ts'
import type { MonitorStore } from '../../../store/watching/monitors.ts'
import type { Registry } from '../registry.ts'

/** Monitors that are shown one by one, in the order of their ids. */
export const MOST_MONITORS = 500

const TOLD = WATCHING_EVENTS.filter((type) => type.startsWith('monitor.'))

/** What monitors are, and what was told of them. Their names are texts of people: ids alone are shown. */
export function monitorMeter(registry: Registry) {
  const labels = ['monitor', 'account']
  const states = registry.table(
    {
      name: 'monitor_state',
      help: `Always 1; the label says what a monitor is: waiting, ok, alerting, silent or paused. Of the first ${MOST_MONITORS} monitors, by their ids. Of the whole store: hosts that share one say the same.`,
    },
    [...labels, 'state'],
  )
  const scores = registry.table(
    {
      name: 'monitor_score',
      help: 'Score of the latest message of a monitor that has one. Of the whole store: hosts that share one say the same.',
    },
    labels,
  )
  const ages = registry.table(
    {
      name: 'monitor_age_seconds',
      help: 'How long ago the latest message of a monitor came. Of the whole store: hosts that share one say the same.',
    },
    labels,
  )
  const events = registry.counter({
    name: 'monitor_events_total',
    help: 'Alerts and recoveries of monitors that were told.',
    labels: { type: TOLD },
  })
  return {
    told(some: readonly WatchingEvent[]): void {
      for (const { type } of some) events.add(1, type)
    },
    follow({ all }: Pick<MonitorStore, 'all'>, now: () => Date): void {
      registry.collect('monitors', async () => {
        for (const table of [states, scores, ages]) table.replace([])
        const monitors = await all('', MOST_MONITORS)
        const named = monitors.map(({ id, accountId, standing }) => ({ values: [id, accountId], standing }))
        states.replace(named.map(({ values, standing }) => ({ values: [...values, standing.state], to: 1 })))
        scores.replace(
          named.flatMap(({ values, standing: { score } }) =>
            score === undefined ? [] : { values, to: score },
          ),
        )
        ages.replace(
          named.flatMap(({ values, standing: { last } }) =>
            last ? { values, to: Math.max(0, (now().getTime() - last.at.getTime()) / 1000) } : [],
          ),
        )
      })
    },
  }
}
