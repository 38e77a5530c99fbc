import type { Refusal } from '../../../core/refusal.ts'
import { DeleteDomainDocument } from '../../pages/domains/delete.tsx'
import { noSuchPage, refusedPage } from '../../pages/plain.tsx'
import { ownPage, seeOther } from '../../respond.ts'
import type { Site } from '../../site.ts'
import { duration } from '../../wording.ts'
import type { Changing, DomainPagesDeps } from './deps.ts'

/** Verifying a domain, having it looked at, and deleting it. */
export function changeHandlers({ domains, domainHealth, reportsSetUp }: DomainPagesDeps) {
  const verify: Changing = async (visit) => {
    const id = visit.params['domain'] ?? ''
    const outcome = await domains.verify(visit.actor, id)
    const { site } = visit
    return outcome.ok ? seeOther(`${site.href.domain(id)}?tried`) : refusal(site, outcome.refusal)
  }

  const look: Changing = async (visit) => {
    const id = visit.params['domain'] ?? ''
    const outcome = await domainHealth?.look(visit.actor, id)
    // Whoever asks twice sees what the first one began.
    if (!outcome || outcome.ok || outcome.refusal.kind === 'under_way')
      return seeOther(visit.site.href.domain(id))
    return refusal(visit.site, outcome.refusal)
  }

  const checkReports: Changing = async (visit) => {
    const id = visit.params['domain'] ?? ''
    const outcome = await reportsSetUp?.look(visit.actor, id)
    if (!outcome || outcome.ok) return seeOther(`${visit.site.href.domain(id)}#dmarc-reports`)
    return refusal(visit.site, outcome.refusal)
  }

  const askToDelete: Changing = async ({ site, actor, params }) => {
    const found = await domains.read(actor, params['domain'] ?? '')
    return found.ok ? ownPage(<DeleteDomainDocument site={site} domain={found.value} />) : noSuchPage(site)
  }

  const remove: Changing = async ({ site, actor, params }) => {
    const outcome = await domains.delete(actor, params['domain'] ?? '')
    return outcome.ok ? seeOther(`${site.href.domains}?deleted`) : refusal(site, outcome.refusal)
  }

  return { verify, look, checkReports, askToDelete, remove }
}

function refusal(site: Site, why: Refusal): Response {
  if (why.kind === 'rate_limited') {
    return refusedPage(
      site,
      429,
      {
        title: 'Too often for now',
        says: `The DNS was asked many times lately. Try again in ${duration(why.retryAfterSeconds)}.`,
      },
      { 'retry-after': String(why.retryAfterSeconds) },
    )
  }
  if (why.kind === 'not_found') return noSuchPage(site)
  return refusedPage(site, 409, {
    title: 'Nothing was changed',
    says: 'The domain was changed meanwhile. Open it again.',
  })
}
