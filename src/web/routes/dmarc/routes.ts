import { by, type Route } from '../../router.ts'
import type { DmarcPagesDeps, FilePagesDeps } from './deps.ts'
import { fileHandlers } from './file.tsx'
import { contentHandler, filesHandler } from './files.tsx'
import { reportsHandler, sourcesHandler } from './lists.tsx'
import { overviewHandler } from './overview.tsx'
import { reportHandler } from './report.tsx'

const PLACE = '/domains/:domain/dmarc'

/** `/domains/<id>/dmarc`: what DMARC reports say of a domain; below it the sources, the reports and the files. */
export function dmarcRoutes(route: Route, deps: DmarcPagesDeps): void {
  route(PLACE, { get: by('dmarc.read', overviewHandler(deps)) })
  route(`${PLACE}/sources`, { get: by('dmarc.read', sourcesHandler(deps)) })
  route(`${PLACE}/reports`, { get: by('dmarc.read', reportsHandler(deps)) })
  route(`${PLACE}/reports/:report`, { get: by('dmarc.read', reportHandler(deps)) })
  if (deps.files) fileRoutes(route, { ...deps, files: deps.files })
}

function fileRoutes(route: Route, deps: FilePagesDeps): void {
  const { show, ask, take } = fileHandlers(deps)
  route(`${PLACE}/files`, { get: by('dmarc.read', filesHandler(deps)) })
  route(`${PLACE}/files/:file`, { get: by('dmarc.read', show) })
  route(`${PLACE}/files/:file/download`, { get: by('dmarc.read', contentHandler(deps)) })
  route(`${PLACE}/files/:file/take`, { get: by('dmarc.change', ask), post: by('dmarc.change', take) })
}
