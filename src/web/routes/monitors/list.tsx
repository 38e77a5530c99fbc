import { refusalOf } from '../../../core/access/permission.ts'
import { MonitorListDocument } from '../../pages/monitors/list.tsx'
import { ownPage } from '../../respond.ts'
import { worstMonitorsFirst } from '../../words/monitor-states.ts'
import type { MonitorPagesDeps, Reading } from './deps.ts'

/** Monitors on one page, which is to stay below 60 KB. */
const PAGE = 40
const LONGEST_ID = 100

/** Shows all monitors. */
export function listHandler({ monitors, clock }: MonitorPagesDeps): Reading {
  return async ({ request, site, actor }) => {
    const { searchParams } = new URL(request.url)
    const now = clock.now()
    const all = worstMonitorsFirst(await monitors.list(actor))
    const after = searchParams.get('after')?.slice(0, LONGEST_ID)
    const from = all.findIndex(({ monitor }) => monitor.id === after) + 1
    const rows = all.slice(from, from + PAGE)
    const next = from + PAGE < all.length ? rows.at(-1)?.monitor.id : undefined
    return ownPage(
      <MonitorListDocument
        {...{ site, rows, all, now }}
        isLater={from > 0}
        {...(next !== undefined && { next })}
        mayChange={!refusalOf(actor, 'monitors.change')}
        {...(searchParams.has('deleted') && { done: 'The monitor is deleted.' })}
      />,
    )
  }
}
