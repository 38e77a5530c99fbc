import { refusalOf } from '../../../core/access/permission.ts'
import type { VisitFor } from '../../frame/needs.ts'
import { MonitorDocument } from '../../pages/monitors/monitor.tsx'
import { noSuchPage } from '../../pages/plain.tsx'
import { ownPage } from '../../respond.ts'
import { rowOf } from '../../words/monitor-states.ts'
import type { MonitorPagesDeps, Reading } from './deps.ts'

/** Messages that the chart is drawn of, and those of the list. */
const DRAWN = 100
const LISTED = 20
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
  { monitors, clock, checkWords }: MonitorPagesDeps,
  { request, site, actor, params }: VisitFor<'monitors.read'>,
): Promise<Response> {
  const id = params['monitor'] ?? ''
  const found = await monitors.read(actor, id)
  if (!found.ok) return noSuchPage(site)
  const { searchParams } = new URL(request.url)
  const after = searchParams.get('after')?.slice(0, LONGEST_ID)
  const [latest, listed, alerts, records] = await Promise.all([
    monitors.messages(actor, id, { limit: DRAWN }),
    monitors.messages(actor, id, { limit: LISTED, ...(after !== undefined && { after }) }),
    monitors.alerts(actor, id),
    monitors.records(actor, id),
  ])
  const done = Object.entries(DONE).find(([word]) => searchParams.has(word))?.[1]
  const now = clock.now()
  const messages = listed.ok ? listed.value : { items: [] }
  return ownPage(
    <MonitorDocument
      {...{ site, checkWords, now }}
      row={rowOf(found.value, now)}
      latest={latest.ok ? latest.value.items : []}
      messages={{ ...messages, isLater: after !== undefined }}
      alerts={alerts.ok ? alerts.value : []}
      records={records.ok ? records.value : []}
      mayChange={!refusalOf(actor, 'monitors.change')}
      {...(done !== undefined && { done })}
    />,
  )
}
