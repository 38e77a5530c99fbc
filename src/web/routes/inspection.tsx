import { type Refusal, refused } from '../../core/refusal.ts'
import type { WebDeps } from '../deps.ts'
import { InspectionForm, InspectionResult } from '../pages/inspection.tsx'
import { page, UNLISTED } from '../respond.ts'
import { by, type Handler, type Route } from '../router.ts'
import { shownCheck } from '../view.ts'
import { duration } from '../wording.ts'

const LONGEST_SHOWN = 300
const OFF = refused({ kind: 'anonymous_tests_off' })

/** `/check`: a domain or an address without a message; `?name=…` is the result. */
export function inspectionRoutes(route: Route, deps: WebDeps): void {
  const show: Handler = async ({ request, client, site }) => {
    const typed = new URL(request.url).searchParams.get('name')
    if (typed === null && site.anonymousTests) return page(<InspectionForm site={site} />, 200, UNLISTED)
    const found = typed === null ? OFF : await deps.inspections.inspect(typed, client)
    if (found.ok) {
      const { subject, checks } = found.value
      const shown = checks.map((check) => shownCheck(check, deps.checkWords))
      return page(<InspectionResult site={site} subject={subject} checks={shown} />, 200, UNLISTED)
    }
    const { status, title, says, headers } = shownRefusal(found.refusal)
    const form = (
      <InspectionForm site={site} typed={(typed ?? '').slice(0, LONGEST_SHOWN)} notice={{ title, says }} />
    )
    return page(form, status, { ...UNLISTED, ...headers })
  }
  route('/check', { get: by('anybody', show) })
}

interface ShownRefusal {
  status: number
  title: string
  says: string
  headers?: Record<string, string>
}

function shownRefusal(refusal: Refusal): ShownRefusal {
  switch (refusal.kind) {
    case 'bad_request':
      return { status: 400, title: 'Nothing was checked', says: refusal.reason }
    case 'under_way':
      return {
        status: 409,
        title: 'Your last check has not ended',
        says: 'One at a time for each network. Try again in a moment.',
      }
    case 'rate_limited':
      return {
        status: 429,
        title: 'Too many checks for now',
        says: `Try again in ${duration(refusal.retryAfterSeconds)}.`,
        headers: { 'retry-after': String(refusal.retryAfterSeconds) },
      }
    case 'anonymous_tests_off':
      return {
        status: 403,
        title: 'Nothing was checked',
        says: 'Checks without an account are turned off on this site.',
      }
    default:
      throw new Error(`An inspection was refused with ${refusal.kind}`)
  }
}
