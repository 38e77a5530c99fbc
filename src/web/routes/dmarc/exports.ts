import type { Result } from '../../../core/refusal.ts'
import type { AggregateWindow } from '../../../services/aggregates/aggregates.ts'
import { EXPORT_FORMATS, type ExportFile, type Exports } from '../../../services/aggregates/export/exports.ts'
import type { WebDeps } from '../../deps.ts'
import type { VisitFor } from '../../frame/needs.ts'
import { refusedPage } from '../../pages/plain.tsx'
import { streamedFile } from '../../respond.ts'
import { by, type Handler, type Route } from '../../router.ts'
import { dmarcAsked } from './asked.ts'
import { sourceQuery } from './lists.tsx'
import { refusal } from './place.ts'

interface ExportPagesDeps extends Pick<WebDeps, 'clock' | 'log'> {
  exports: Exports
}

type Visit = VisitFor<'dmarc.read'>
type Make = (visit: Visit, id: string, window: AggregateWindow) => Promise<Result<ExportFile>>

/** What DMARC and TLS reports say of a domain as files, under the addresses of the pages that show it. */
export function dmarcExportRoutes(route: Route, deps: ExportPagesDeps): void {
  const { exports } = deps
  const place = '/domains/:domain/dmarc'
  const file = (make: Make) => ({ get: by('dmarc.read', fileHandler(deps, make)) })
  route(
    `${place}/records.csv`,
    file(({ actor }, id, window) => exports.records(actor, id, window, 'csv')),
  )
  route(
    `${place}/records.json`,
    file(({ actor }, id, window) => exports.records(actor, id, window, 'json')),
  )
  route(
    `${place}/sources.csv`,
    file(({ actor, request }, id, window) => {
      const { groupBy, sort, result } = sourceQuery(new URL(request.url))
      return exports.sources(actor, id, window, { groupBy, sort, ...(result && { result }) })
    }),
  )
  for (const format of EXPORT_FORMATS) {
    route(
      `/domains/:domain/tls/reports.${format}`,
      file(({ actor }, id, window) => exports.tls(actor, id, window, format)),
    )
  }
}

/** A file of the days that its address names. */
export function fileHandler(
  { clock, log }: Pick<WebDeps, 'clock' | 'log'>,
  make: Make,
): Handler<'dmarc.read'> {
  return async (visit) => {
    const { request, site, params } = visit
    const { window, filled } = dmarcAsked(new URL(request.url), clock.now())
    const [problem] = filled.problems
    // A file of other days than those that were asked for would be taken for the right one.
    if (problem) return refusedPage(site, 422, { title: 'There are no such days', says: problem.says })
    const id = params['domain'] ?? ''
    const file = await make(visit, id, window)
    if (!file.ok) return refusal(site, file.refusal)
    const { name, type, parts } = file.value
    return streamedFile(parts, type, name, (cause) =>
      log.error({ domain: id, file: name, cause: String(cause) }, 'An export of reports broke off.'),
    )
  }
}
