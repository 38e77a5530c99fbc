import type { SessionActor } from '../../../services/people/sessions.ts'
import type { Conflict } from '../../pages/dmarc/conflict.tsx'
import { FileDocument } from '../../pages/dmarc/file.tsx'
import { TakeDocument } from '../../pages/dmarc/take.tsx'
import type { File } from '../../pages/dmarc/told.ts'
import { noSuchPage, refusedPage } from '../../pages/plain.tsx'
import { ownPage, seeOther } from '../../respond.ts'
import { dmarcAsked } from './asked.ts'
import type { Changing, FilePagesDeps, Reading } from './deps.ts'
import { placeOf, refusal } from './place.ts'

/** Records of either side that are compared. */
const COMPARED = 1000

/** One file, and taking one that was kept out. */
export function fileHandlers(deps: FilePagesDeps) {
  const { files, clock } = deps
  const show: Reading = async (visit) => {
    const { site, actor, params } = visit
    const url = new URL(visit.request.url)
    const place = await placeOf(deps, visit, dmarcAsked(url, clock.now()))
    if (place instanceof Response) return place
    const file = await files.read(actor, place.domain.id, params['file'] ?? '')
    if (!file.ok) return refusal(site, file.refusal)
    const conflict = await conflictOf(deps, actor, file.value)
    return ownPage(
      <FileDocument
        place={place}
        file={file.value}
        {...(conflict && { conflict })}
        wasTaken={url.searchParams.has('taken')}
      />,
    )
  }

  const ask: Changing = async (visit) => {
    const { site, actor, params } = visit
    const place = await placeOf(deps, visit, dmarcAsked(new URL(visit.request.url), clock.now()))
    if (place instanceof Response) return place
    const file = await files.read(actor, place.domain.id, params['file'] ?? '')
    if (!file.ok || file.value.outcome !== 'conflict') return noSuchPage(site)
    return ownPage(<TakeDocument place={place} file={file.value} />)
  }

  const take: Changing = async ({ site, actor, params }) => {
    const [domain, file] = [params['domain'] ?? '', params['file'] ?? '']
    const outcome = await files.take(actor, domain, file)
    if (outcome.ok) return seeOther(`${site.href.domainDmarcFile(domain, file)}?taken`)
    const { refusal: why } = outcome
    if (why.kind !== 'bad_request') return refusal(site, why)
    return refusedPage(site, 409, { title: 'Nothing was changed', says: why.reason })
  }

  return { show, ask, take }
}

/** Both reports of one key, as far as they can be read. Absent: there is no conflict. */
async function conflictOf(
  { files, aggregates }: FilePagesDeps,
  actor: SessionActor,
  { id, domainId, outcome, uid, kind }: File,
): Promise<Conflict | undefined> {
  // Two TLS reports are not set side by side: the page leads to the one that counts, and to the file.
  if (outcome !== 'conflict' || kind === 'tls') return undefined
  const [content, report] = await Promise.all([
    files.content(actor, domainId, id),
    uid === undefined ? undefined : aggregates.report(actor, domainId, uid),
  ])
  const isBusy = !content.ok && content.refusal.kind === 'busy'
  if (!report?.ok) return { isBusy, ...(content.ok && { waiting: content.value }) }
  const { day } = report.value
  const records = await aggregates.records(
    actor,
    domainId,
    { from: day, to: day },
    { uid: report.value.uid, limit: COMPARED },
  )
  return {
    isBusy,
    ...(content.ok && { waiting: content.value }),
    stored: { report: report.value, records: records.ok ? records.value.records : [] },
  }
}
