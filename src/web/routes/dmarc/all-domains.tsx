import { refusalOf } from '../../../core/access/permission.ts'
import type { Standings } from '../../../services/answers/standings/standings.ts'
import { DMARC_LINKS } from '../../links/dmarc.ts'
import { AllDomainsDocument } from '../../pages/dmarc/all-domains.tsx'
import { ownPage } from '../../respond.ts'
import { by, type Handler, type Route } from '../../router.ts'
import { refusal } from './place.ts'

/** Domains on one page, which is to stay below 60 KB. */
const ON_A_PAGE = 20
const LONGEST_ID = 100

/** `/dmarc`: how the mail of every verified domain of the account does. */
export function allDomainsRoutes(route: Route, standings: Pick<Standings, 'of'>): void {
  route(DMARC_LINKS.dmarc, { get: by('dmarc.read', allDomainsHandler(standings)) })
}

function allDomainsHandler(standings: Pick<Standings, 'of'>): Handler<'dmarc.read'> {
  return async ({ request, site, actor }) => {
    const after = new URL(request.url).searchParams.get('after')?.slice(0, LONGEST_ID)
    const found = await standings.of(actor, { limit: ON_A_PAGE, ...(after && { after }) })
    if (!found.ok) return refusal(site, found.refusal)
    const mayChange = !refusalOf(actor, 'domains.change')
    return ownPage(<AllDomainsDocument site={site} found={found.value} mayChange={mayChange} />)
  }
}
