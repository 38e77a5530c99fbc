import { Elysia } from 'elysia'
import type { SenderDomain } from '../../core/sender-domain.ts'
import { answer, refuse } from '../answer.ts'
import type { RouteDeps } from '../deps.ts'
import { type DmarcQuery, dmarcQuery, type Knobs } from '../dmarc/query.ts'
import { reportsBody, sourcesBody, summaryBody } from '../dmarc/wire.ts'
import { methodNotAllowed, UNREAD } from '../method.ts'
import { toDomainBody } from '../wire.ts'

interface Asked {
  request: Request
  /** Null when the path is not properly encoded. */
  params: { id: string | null }
}

const AUTHENTICATED = { authenticated: ['true', 'false'] } as const
const RESULT = { result: ['pass', 'fail'] } as const

const SUMMARY: Knobs = AUTHENTICATED
const REPORTS: Knobs = { ...AUTHENTICATED, ...RESULT }
const SOURCES: Knobs = {
  ...AUTHENTICATED,
  ...RESULT,
  group_by: ['ip', 'organization', 'header_from', 'reporter'],
  sort: ['messages', 'dmarc_fail', 'last_seen'],
}

/** The domains of an account and what others report about them: GET /v1/domains and what is below it. */
export function domainRoutes({ keyed, senderDomains, clock }: RouteDeps) {
  const list = keyed('domains:read', async (_asked: { request: Request }, { account }) =>
    answer(200, { domains: (await senderDomains.list(account.id)).map(toDomainBody) }),
  )

  const about = (knobs: Knobs, bodyOf: (query: DmarcQuery, domain: SenderDomain) => object) =>
    keyed('dmarc:read', async ({ request, params }: Asked, { account }) => {
      const query = dmarcQuery(new URL(request.url), knobs, clock.now())
      if ('flaw' in query) return refuse({ kind: 'bad_request', reason: query.flaw })
      const domain = await senderDomains.byId(account.id, params.id ?? '')
      return domain ? answer(200, bodyOf(query, domain)) : refuse({ kind: 'not_found', what: 'domain' })
    })
  const summary = about(SUMMARY, summaryBody)
  const reports = about(REPORTS, reportsBody)
  const sources = about(SOURCES, sourcesBody)
  const onlyGet = methodNotAllowed('GET, HEAD')

  return new Elysia({ name: 'routes/domains', strictPath: true })
    .get('/v1/domains', ({ request }) => list({ request }), UNREAD)
    .all('/v1/domains', onlyGet, UNREAD)
    .get('/v1/domains/:id/dmarc/summary', ({ request, params }) => summary({ request, params }), UNREAD)
    .all('/v1/domains/:id/dmarc/summary', onlyGet, UNREAD)
    .get('/v1/domains/:id/dmarc/reports', ({ request, params }) => reports({ request, params }), UNREAD)
    .all('/v1/domains/:id/dmarc/reports', onlyGet, UNREAD)
    .get('/v1/domains/:id/dmarc/sources', ({ request, params }) => sources({ request, params }), UNREAD)
    .all('/v1/domains/:id/dmarc/sources', onlyGet, UNREAD)
}
