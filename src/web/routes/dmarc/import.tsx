import type { Outcome } from '../../../core/aggregate/file.ts'
import type { Imported, Importing, ImportRequest } from '../../../services/aggregates/importing.ts'
import type { VisitFor } from '../../frame/needs.ts'
import type { DmarcPlace } from '../../pages/dmarc/asked.ts'
import { type ImportBounds, ImportDocument, ImportedDocument } from '../../pages/dmarc/import.tsx'
import { ownPage } from '../../respond.ts'
import { by, type Route } from '../../router.ts'
import type { Gathering, UploadRefused } from '../gathering.ts'
import { dmarcAsked } from './asked.ts'
import type { Changing, DmarcPagesDeps } from './deps.ts'
import { placeOf, refusal } from './place.ts'

interface ImportPagesDeps extends Pick<DmarcPagesDeps, 'domains' | 'clock'> {
  importing: Importing
  gathering: Gathering
}

/** What one form takes: as much as is read of one file that is imported elsewhere. */
export const IMPORT_BOUNDS: ImportBounds = { maxBytes: 32 * 1024 * 1024, maxFiles: 200 }
/** Whoever sent the form waits for the page that answers it. */
const READ_WITHIN_MS = 45_000

type Visit = VisitFor<'dmarc.change'>

/** `/domains/<id>/dmarc/import`: takes report files of a form. */
export function dmarcImportRoutes(route: Route, deps: ImportPagesDeps): void {
  route('/domains/:domain/dmarc/import', {
    get: by('dmarc.change', askHandler(deps)),
    post: by('dmarc.change', takeHandler(deps)),
  })
}

const placeFor = ({ domains, clock }: ImportPagesDeps, visit: Visit) =>
  placeOf({ domains, clock }, visit, dmarcAsked(new URL(visit.request.url), clock.now()))

function askHandler(deps: ImportPagesDeps): Changing {
  return async (visit) => {
    const place = await placeFor(deps, visit)
    return place instanceof Response
      ? place
      : ownPage(<ImportDocument place={place} bounds={IMPORT_BOUNDS} />)
  }
}

function takeHandler(deps: ImportPagesDeps): Changing {
  return async (visit) => {
    const place = await placeFor(deps, visit)
    if (place instanceof Response) return place
    const notTaken = ({ status, notice, headers }: UploadRefused) => {
      const problem = `${notice.title}. ${notice.says}`
      return ownPage(
        <ImportDocument place={place} bounds={IMPORT_BOUNDS} problem={problem} />,
        status,
        headers,
      )
    }
    return deps.gathering(visit, {
      ...IMPORT_BOUNDS,
      what: 'The files of one import',
      lasts: true,
      notTaken,
      take: (form) => take(deps, visit, place, form),
    })
  }
}

async function take(
  deps: ImportPagesDeps,
  visit: Visit,
  place: DmarcPlace,
  form: FormData | undefined,
): Promise<Response> {
  const again = (problem: string) =>
    ownPage(<ImportDocument place={place} bounds={IMPORT_BOUNDS} problem={problem} />, 422)
  const files = filesIn(form)
  if (files.length === 0) return again('Choose at least one file.')
  if (files.length > IMPORT_BOUNDS.maxFiles) return again(`Choose at most ${IMPORT_BOUNDS.maxFiles} files.`)
  const begun = await deps.importing.begin(visit.actor, { trust: form?.get('trust') === 'yes' })
  if (!begun.ok) return refusal(visit.site, begun.refusal)
  const { imported, unread } = await importAll(deps, visit, begun.value, files)
  return ownPage(<ImportedDocument place={place} imported={imported} unread={unread} />)
}

async function importAll(
  { importing }: ImportPagesDeps,
  { actor }: Visit,
  request: ImportRequest,
  files: readonly File[],
): Promise<{ imported: Imported[]; unread: string[] }> {
  const until = performance.now() + READ_WITHIN_MS
  const imported: Imported[] = []
  const unread: string[] = []
  for (const file of files) {
    const taken =
      performance.now() < until &&
      (await importing.take(actor, request, { name: file.name, bytes: await file.bytes() }))
    if (taken !== false && taken.ok) imported.push(...taken.value)
    else unread.push(file.name)
  }
  await importing.end(actor, request, sumsOf(imported))
  return { imported, unread }
}

function sumsOf(imported: readonly Imported[]): Partial<Record<Outcome, number>> {
  const sums: Partial<Record<Outcome, number>> = {}
  for (const { outcome } of imported) sums[outcome] = (sums[outcome] ?? 0) + 1
  return sums
}

/** The files that were chosen: a browser sends one without a name where none was. */
const filesIn = (form: FormData | undefined): File[] =>
  (form?.getAll('files') ?? []).filter((one): one is File => one instanceof File && one.name !== '')
