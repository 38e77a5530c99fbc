import type { Refusal } from '../../../core/refusal.ts'
import type { Filled } from '../../forms/problems.ts'
import { noSuchPage, refusedPage } from '../../pages/plain.tsx'
import type { Site } from '../../site.ts'
import { duration } from '../../wording.ts'
import { published } from '../../words/published.ts'

/** What is wrong with a form, as the service says it. Absent: it is no matter of what was typed. */
export function problemIn(filled: Filled, refusal: Refusal): Filled | undefined {
  if (refusal.kind !== 'bad_request' && refusal.kind !== 'limit_reached') return undefined
  return { ...filled, problems: [...filled.problems, { says: published(refusal.reason) }] }
}

/** Why nothing was done, on a page of its own. */
export function notDone(site: Site, refusal: Refusal): Response {
  if (refusal.kind === 'not_found') return noSuchPage(site)
  if (refusal.kind === 'bad_request' || refusal.kind === 'limit_reached')
    return refusedPage(site, 422, { title: 'Nothing was changed', says: published(refusal.reason) })
  if (refusal.kind === 'rate_limited')
    return refusedPage(
      site,
      429,
      {
        title: 'Too often for now',
        says: `Monitors were changed many times lately. Try again in ${duration(refusal.retryAfterSeconds)}.`,
      },
      { 'retry-after': String(refusal.retryAfterSeconds) },
    )
  if (refusal.kind === 'out_of_space')
    return refusedPage(site, 503, {
      title: 'Nothing was changed',
      says: 'The service has no space left at the moment. Try again later.',
    })
  return refusedPage(site, 409, {
    title: 'Nothing was changed',
    says: 'The monitor was changed meanwhile. Open it again.',
  })
}
