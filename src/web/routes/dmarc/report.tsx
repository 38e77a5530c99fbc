import { ReportDocument } from '../../pages/dmarc/report.tsx'
import { ownPage } from '../../respond.ts'
import { dmarcAsked } from './asked.ts'
import type { DmarcPagesDeps, Reading } from './deps.ts'
import { placeOf, refusal } from './place.ts'

/** Records on one page, which is to stay below 60 KB. */
const ON_A_PAGE = 14
const LONGEST_PLACE = 200

/** Shows one report with its records. */
export function reportHandler(deps: DmarcPagesDeps): Reading {
  const { aggregates, files, clock } = deps
  return async (visit) => {
    const { site, actor, params } = visit
    const url = new URL(visit.request.url)
    const place = await placeOf(deps, visit, dmarcAsked(url, clock.now()))
    if (place instanceof Response) return place
    const { id } = place.domain
    const report = await aggregates.report(actor, id, params['report'] ?? '')
    if (!report.ok) return refusal(site, report.refusal)
    const { uid, day, fileId } = report.value
    const after = url.searchParams.get('after')?.slice(0, LONGEST_PLACE)
    const [records, file] = await Promise.all([
      aggregates.records(
        actor,
        id,
        { from: day, to: day },
        { uid, limit: ON_A_PAGE, ...(after && { after }) },
      ),
      fileId === undefined ? undefined : files?.read(actor, id, fileId),
    ])
    if (!records.ok) return refusal(site, records.refusal)
    return ownPage(
      <ReportDocument
        place={place}
        report={report.value}
        records={records.value}
        isLater={Boolean(after)}
        {...(file?.ok && { file: file.value })}
      />,
    )
  }
}
