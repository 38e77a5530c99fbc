import { refusalOf } from '../../../core/access/permission.ts'
import type { Refusal } from '../../../core/refusal.ts'
import type { VisitFor } from '../../frame/needs.ts'
import type { DmarcAsked, DmarcPlace } from '../../pages/dmarc/asked.ts'
import { noSuchPage, refusedPage } from '../../pages/plain.tsx'
import { seeOther } from '../../respond.ts'
import type { Site } from '../../site.ts'
import { withoutEmpty } from '../tests/query.ts'
import { dmarcAsked } from './asked.ts'
import type { DmarcPagesDeps } from './deps.ts'

type Visit = VisitFor<'dmarc.read'>

/** The page of a list: with the conditions of its address, `own` beside the window. A form that was sent with empty fields leads to the
 * address without them. */
export async function listPlaceOf(
  deps: Pick<DmarcPagesDeps, 'domains' | 'clock'>,
  visit: Pick<Visit, 'request' | 'site' | 'actor' | 'params'>,
  own: Readonly<Record<string, string>> = {},
): Promise<DmarcPlace | Response> {
  const url = new URL(visit.request.url)
  const bare = withoutEmpty(url)
  return bare === undefined ? placeOf(deps, visit, dmarcAsked(url, deps.clock.now(), own)) : seeOther(bare)
}

/** The status of a page whose address asks for what there is not. */
export const statusOf = ({ asked }: DmarcPlace): number => (asked.filled.problems.length > 0 ? 422 : 200)

/** What the page of a domain is made with, or the page that says there is no such domain. */
export async function placeOf(
  { domains, clock }: Pick<DmarcPagesDeps, 'domains' | 'clock'>,
  { site, actor, params }: Pick<Visit, 'site' | 'actor' | 'params'>,
  asked: DmarcAsked,
): Promise<DmarcPlace | Response> {
  const domain = await domains.read(actor, params['domain'] ?? '')
  if (!domain.ok) return refusal(site, domain.refusal)
  const mayChange = !refusalOf(actor, 'dmarc.change')
  return { site, domain: domain.value, asked, mayChange, now: clock.now() }
}

/** Why a page cannot be shown. */
export function refusal(site: Site, why: Refusal): Response {
  if (why.kind !== 'busy') return noSuchPage(site)
  return refusedPage(
    site,
    503,
    {
      title: 'This took too long',
      says: 'The reports of these days could not be counted in time. Try again in a minute, or choose fewer days.',
    },
    { 'retry-after': '60' },
  )
}
