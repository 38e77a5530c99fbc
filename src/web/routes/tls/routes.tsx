import type { ReportFiles } from '../../../services/aggregates/report-files.ts'
import type { ReportsSetUp } from '../../../services/aggregates/set-up.ts'
import { dayNumberOf } from '../../../services/aggregates/window.ts'
import type { TlsReports } from '../../../services/tls-reports/tls-reports.ts'
import type { WebDeps } from '../../deps.ts'
import { TlsOverviewDocument } from '../../pages/tls/overview.tsx'
import { TlsReportDocument } from '../../pages/tls/report.tsx'
import { TlsReportsDocument } from '../../pages/tls/reports.tsx'
import { ownPage } from '../../respond.ts'
import { by, type Route } from '../../router.ts'
import { dmarcAsked, offsetOf } from '../dmarc/asked.ts'
import type { DmarcPagesDeps, Reading } from '../dmarc/deps.ts'
import { listPlaceOf, placeOf, refusal, statusOf } from '../dmarc/place.ts'
import { transportOf } from './transport.ts'

export interface TlsPagesDeps
  extends Pick<DmarcPagesDeps, 'clock' | 'domains'>,
    Pick<WebDeps, 'domainHealth' | 'checkWords'> {
  tls: TlsReports
  /** Absent: none come. */
  files?: ReportFiles
  /** Absent: nobody looks at records. */
  reportsSetUp?: Pick<ReportsSetUp, 'of'>
}

/** A look at the record that takes longer goes on behind the page. */
const LOOK_WAIT_MS = 1_500

/** Rows on one page, which is to stay below 60 KB, and in the overview. */
const ON_A_PAGE = 40
const SHOWN = 5

/** `/domains/<id>/tls`: what TLS reports say of a domain; below it the reports. */
export function tlsRoutes(route: Route, deps: TlsPagesDeps): void {
  const place = '/domains/:domain/tls'
  route(place, { get: by('dmarc.read', overviewHandler(deps)) })
  route(`${place}/reports`, { get: by('dmarc.read', reportsHandler(deps)) })
  route(`${place}/reports/:report`, { get: by('dmarc.read', reportHandler(deps)) })
}

function overviewHandler(deps: TlsPagesDeps): Reading {
  return async (visit) => {
    const place = await listPlaceOf(deps, visit)
    if (place instanceof Response) return place
    const { site, actor } = visit
    const { id } = place.domain
    const { window } = place.asked
    const until = { ...window, to: Math.max(window.to, dayNumberOf(place.now)), authenticated: true }
    const [summary, proved, reports, seen, known] = await Promise.all([
      deps.tls.summary(actor, id, window),
      deps.tls.summary(actor, id, until),
      deps.tls.reports(actor, id, window, { limit: SHOWN, offset: 0 }),
      deps.reportsSetUp?.of(actor, id, LOOK_WAIT_MS),
      transportOf(deps, actor, place),
    ])
    if (!summary.ok) return refusal(site, summary.refusal)
    if (!proved.ok) return refusal(site, proved.refusal)
    if (!reports.ok) return refusal(site, reports.refusal)
    const record = seen?.ok ? seen.value?.look?.items.tls : undefined
    return ownPage(
      <TlsOverviewDocument
        place={place}
        summary={summary.value}
        proved={proved.value}
        reports={reports.value.reports}
        {...known}
        {...(record && { record })}
      />,
      statusOf(place),
    )
  }
}

function reportsHandler(deps: TlsPagesDeps): Reading {
  return async (visit) => {
    const place = await listPlaceOf(deps, visit)
    if (place instanceof Response) return place
    const page = { limit: ON_A_PAGE, offset: offsetOf(new URL(visit.request.url)) }
    const found = await deps.tls.reports(visit.actor, place.domain.id, place.asked.window, page)
    if (!found.ok) return refusal(visit.site, found.refusal)
    return ownPage(<TlsReportsDocument place={place} found={found.value} page={page} />, statusOf(place))
  }
}

function reportHandler(deps: TlsPagesDeps): Reading {
  return async (visit) => {
    const { site, actor, params } = visit
    const place = await placeOf(deps, visit, dmarcAsked(new URL(visit.request.url), deps.clock.now()))
    if (place instanceof Response) return place
    const { id } = place.domain
    const report = await deps.tls.report(actor, id, params['report'] ?? '')
    if (!report.ok) return refusal(site, report.refusal)
    const file = await deps.files?.read(actor, id, report.value.fileId)
    return ownPage(
      <TlsReportDocument place={place} report={report.value} {...(file?.ok && { file: file.value })} />,
    )
  }
}
