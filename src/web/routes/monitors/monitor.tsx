import { refusalOf } from '../../../core/access/permission.ts'
import type { VisitFor } from '../../frame/needs.ts'
import { MonitorDocument } from '../../pages/monitors/monitor.tsx'
import { noSuchPage } from '../../pages/plain.tsx'
import { ownPage } from '../../respond.ts'
import { rowOf } from '../../words/monitor-states.ts'
import type { MonitorPagesDeps, Reading } from './deps.ts'
import { toldTo } from './told-to.ts'

/** Messages of the list. */
const LISTED = 15
/** The chart reaches so far back, and draws so many messages at most. */
const CHART_DAYS = 90
const MOST_DRAWN = 100
const DAY_MS = 86_400_000
const LONGEST_ID = 100

/** What was done, by the word that the address ends with. */
const DONE: Readonly<Record<string, string>> = {
  made: 'The monitor is created.',
  changed: 'The settings are saved.',
  paused: 'The monitor is paused.',
  resumed: 'The monitor goes on.',
}

/** Shows one monitor with all that is known of it. */
export function monitorHandler(deps: MonitorPagesDeps): Reading {
  return (visit) => shown(deps, visit)
}

async function shown(
  deps: MonitorPagesDeps,
  { request, site, actor, params }: VisitFor<'monitors.read'>,
): Promise<Response> {
  const { monitors, clock, checkWords } = deps
  const id = params['monitor'] ?? ''
  const found = await monitors.read(actor, id)
  if (!found.ok) return noSuchPage(site)
  const { searchParams } = new URL(request.url)
  const after = searchParams.get('after')?.slice(0, LONGEST_ID)
  const now = clock.now()
  const since = new Date(now.getTime() - CHART_DAYS * DAY_MS)
  const [scores, listed, alerts, records, told] = await Promise.all([
    monitors.scores(actor, id, since),
    monitors.messages(actor, id, { limit: LISTED, ...(after !== undefined && { after }) }),
    monitors.alerts(actor, id),
    monitors.records(actor, id),
    toldTo(deps, actor, id),
  ])
  const done = Object.entries(DONE).find(([word]) => searchParams.has(word))?.[1]
  const messages = listed.ok ? listed.value : { items: [] }
  return ownPage(
    <MonitorDocument
      {...{ site, checkWords, now }}
      row={rowOf(found.value)}
      scores={scores.ok ? scores.value.slice(0, MOST_DRAWN) : []}
      messages={{ ...messages, isLater: after !== undefined }}
      alerts={alerts.ok ? alerts.value : []}
      records={records.ok ? records.value : []}
      {...(told !== undefined && { told })}
      mayChange={!refusalOf(actor, 'monitors.change')}
      {...(done !== undefined && { done })}
    />,
  )
}
