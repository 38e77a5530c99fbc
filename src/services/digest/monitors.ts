import type { DigestPayload } from '../../core/watching/events.ts'
import type { Monitor } from '../../core/watching/monitor.ts'
import type { MonitorStore } from '../../store/watching/monitors.ts'
import type { Week } from './week.ts'

type Monitors = DigestPayload['monitors']
type Item = Monitors['items'][number]

const MOST_ITEMS = 10
/** More than a monitor takes in a week and the days until it is told. */
const MOST_SCORES = 20_000
const MOST_TOLD = 200
/** The worst first. */
const ORDER: readonly string[] = ['alerting', 'silent', 'ok', 'waiting', 'paused']

/** What a week brought of the monitors of an account; those of which there is nothing to tell are left out. */
export async function monitorsOf(
  store: Pick<MonitorStore, 'list' | 'scores' | 'told'>,
  accountId: string,
  week: Week,
): Promise<Monitors> {
  const items: Item[] = []
  for (const monitor of await store.list(accountId)) {
    // Of a week before it was there nothing can be told.
    if (monitor.createdAt >= week.to) continue
    // Each is read on this thread, which others wait for.
    await Bun.sleep(0)
    const item = await itemOf(store, monitor, week)
    if (tellsSomething(item)) items.push(item)
  }
  const rank = ({ state }: Item) => ORDER.indexOf(state)
  const sorted = items.toSorted(
    (a, b) => b.alerts - a.alerts || rank(a) - rank(b) || (a.name < b.name ? -1 : 1),
  )
  return {
    items: sorted.slice(0, MOST_ITEMS),
    more: Math.max(0, items.length - MOST_ITEMS),
    alerts: items.reduce((sum, one) => sum + one.alerts, 0),
  }
}

async function itemOf(
  store: Pick<MonitorStore, 'scores' | 'told'>,
  { id, name, standing }: Monitor,
  { from, to }: Week,
): Promise<Item> {
  const [scores, told] = await Promise.all([store.scores(id, from, MOST_SCORES), store.told(id, MOST_TOLD)])
  const messages = scores.filter(({ at }) => at >= from && at < to)
  const median = medianOf(messages.flatMap(({ score }) => score ?? []))
  return {
    id,
    name,
    state: standing.state,
    messages: messages.length,
    ...(median !== undefined && { median }),
    alerts: told.filter(({ at, event }) => event.type === 'monitor.alert' && at >= from && at < to).length,
  }
}

const tellsSomething = ({ state, messages, alerts }: Item) =>
  messages > 0 || alerts > 0 || !['waiting', 'paused'].includes(state)

/** To a tenth of a point; between the two in the middle where their number is even. */
function medianOf(scores: readonly number[]): number | undefined {
  const tenths = scores.map((score) => Math.round(score * 10)).toSorted((a, b) => a - b)
  const [low, high] = [tenths[Math.floor((tenths.length - 1) / 2)], tenths[Math.floor(tenths.length / 2)]]
  return low === undefined || high === undefined ? undefined : Math.round((low + high) / 2) / 10
}
