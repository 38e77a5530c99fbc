import { MONITOR_LINKS } from '../../links/monitors.ts'
import { by, type Route } from '../../router.ts'
import { badgePageHandlers } from './badge-page.tsx'
import { changeHandlers } from './change.tsx'
import { createHandlers } from './create.tsx'
import type { MonitorPagesDeps } from './deps.ts'
import { listHandler } from './list.tsx'
import { monitorHandler } from './monitor.tsx'
import { pauseHandlers } from './pause.tsx'
import { settingsHandlers } from './settings.tsx'
import { windowHandlers } from './windows.tsx'

/** `/monitors`: the monitors of the account; below it each of them. */
export function monitorRoutes(route: Route, deps: MonitorPagesDeps): void {
  const { resume, askToDelete, remove } = changeHandlers(deps)
  const made = createHandlers(deps)
  route(MONITOR_LINKS.monitors, {
    get: by('monitors.read', listHandler(deps)),
    post: by('monitors.change', made.post),
  })
  route(MONITOR_LINKS.newMonitor, { get: by('monitors.change', made.get) })
  route('/monitors/:monitor', { get: by('monitors.read', monitorHandler(deps)) })
  const asked = {
    settings: settingsHandlers(deps),
    pause: pauseHandlers(deps),
    windows: windowHandlers(deps),
    badge: badgePageHandlers(deps),
    delete: { get: askToDelete, post: remove },
  }
  for (const [name, { get, post }] of Object.entries(asked)) {
    route(`/monitors/:monitor/${name}`, {
      get: by('monitors.change', get),
      post: by('monitors.change', post),
    })
  }
  route('/monitors/:monitor/resume', { post: by('monitors.change', resume) })
}
