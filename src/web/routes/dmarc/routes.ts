import { by, type Route } from '../../router.ts'
import type { DmarcPagesDeps } from './deps.ts'
import { fileHandlers } from './file.tsx'
import { contentHandler, filesHandler } from './files.tsx'
import { reportsHandler, sourcesHandler } from './lists.tsx'
import { overviewHandler } from './overview.tsx'
import { reportHandler } from './report.tsx'

/** `/domains/<id>/dmarc`: what DMARC reports say of a domain; below it the sources, the reports and the files. */
export function dmarcRoutes(route: Route, deps: DmarcPagesDeps): void {
  const { show, ask, take } = fileHandlers(deps)
  const place = '/domains/:domain/dmarc'
  route(place, { get: by('dmarc.read', overviewHandler(deps)) })
  route(`${place}/sources`, { get: by('dmarc.read', sourcesHandler(deps)) })
  route(`${place}/reports`, { get: by('dmarc.read', reportsHandler(deps)) })
  route(`${place}/reports/:report`, { get: by('dmarc.read', reportHandler(deps)) })
  route(`${place}/files`, { get: by('dmarc.read', filesHandler(deps)) })
  route(`${place}/files/:file`, { get: by('dmarc.read', show) })
  route(`${place}/files/:file/download`, { get: by('dmarc.read', contentHandler(deps)) })
  route(`${place}/files/:file/take`, { get: by('dmarc.change', ask), post: by('dmarc.change', take) })
}
