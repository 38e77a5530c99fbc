import type { SenderDomain } from '../../core/sender-domain.ts'
import { DMARC_ROUTES } from '../../services/api-description/dmarc/routes.ts'
import { answer, refuse } from '../answer.ts'
import type { HandlerDeps } from '../deps.ts'
import { type DmarcQuery, dmarcQuery } from '../dmarc/query.ts'
import { reportsBody, sourcesBody, summaryBody } from '../dmarc/wire.ts'
import type { Handler, Handlers } from '../handler.ts'

type Name = keyof typeof DMARC_ROUTES

/** What others report about the mail of a domain. */
export function dmarcHandlers({ senderDomains, clock }: HandlerDeps): Pick<Handlers, Name> {
  const about =
    (name: Name, bodyOf: (query: DmarcQuery, domain: SenderDomain) => object): Handler<'key'> =>
    async ({ request, params }, { accountId }) => {
      const query = dmarcQuery(new URL(request.url), DMARC_ROUTES[name].parameters, clock.now())
      if ('flaw' in query) return refuse({ kind: 'bad_request', reason: query.flaw })
      const domain = await senderDomains.byId(accountId, params['id'] ?? '')
      return domain ? answer(200, bodyOf(query, domain)) : refuse({ kind: 'not_found', what: 'domain' })
    }
  return {
    getDmarcSummary: about('getDmarcSummary', summaryBody),
    listDmarcReports: about('listDmarcReports', reportsBody),
    listDmarcSources: about('listDmarcSources', sourcesBody),
  }
}
