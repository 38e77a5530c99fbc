import { granted, type Result } from '../../core/refusal.ts'
import type { KeyActor } from '../../services/access/actor.ts'
import { SOURCE_GROUPS, SOURCE_ORDERS } from '../../services/aggregates/aggregates.ts'
import { reportBody, sourceBody, summaryBody, windowBody } from '../../services/aggregates/told.ts'
import { DMARC_ROUTES } from '../../services/api-description/dmarc/routes.ts'
import { answer, type Headers, refuse } from '../answer.ts'
import type { HandlerDeps } from '../deps.ts'
import { type DmarcQuery, dmarcQuery } from '../dmarc/query.ts'
import type { Handler, Handlers } from '../handler.ts'
import { pageHeaders } from '../paging.ts'

type Name = keyof typeof DMARC_ROUTES

/** What is asked, of which domain, and by whom. */
interface Question extends DmarcQuery {
  actor: KeyActor
  id: string
  now: Date
}

/** A body; `total` where it is a page of a list. */
type Read = (question: Question) => Promise<Result<{ body: object; total?: number }>>

/** What others report about the mail of a domain. */
export function dmarcHandlers({ aggregates, clock, baseUrl }: HandlerDeps): Pick<Handlers, Name> {
  const about =
    (name: Name, read: Read): Handler<'key'> =>
    async ({ request, params }, actor) => {
      const url = new URL(request.url)
      const now = clock.now()
      const query = dmarcQuery(url, DMARC_ROUTES[name].parameters, now)
      if ('flaw' in query) return refuse({ kind: 'bad_request', reason: query.flaw })
      const found = await read({ ...query, actor, id: params['id'] ?? '', now })
      if (!found.ok) return refuse(found.refusal)
      const { body, total } = found.value
      const headers: Headers = total === undefined ? {} : listHeaders({ url, name, baseUrl }, query, total)
      return answer(200, body, headers)
    }
  return {
    getDmarcSummary: about('getDmarcSummary', summaryOf(aggregates)),
    listDmarcReports: about('listDmarcReports', reportsOf(aggregates)),
    listDmarcSources: about('listDmarcSources', sourcesOf(aggregates)),
  }
}

type Aggregates = HandlerDeps['aggregates']

function summaryOf(aggregates: Aggregates): Read {
  return async ({ actor, id, window, now }) => {
    const found = await aggregates.summary(actor, id, window)
    return found.ok ? granted({ body: summaryBody(found.value, { window, now }) }) : found
  }
}

function reportsOf(aggregates: Aggregates): Read {
  return async ({ actor, id, window, page, chosen, reporter, now }) => {
    const result = PASS_OR_FAIL.find((one) => one === chosen['result'])
    const asked = { ...page, ...(result && { result }), ...(reporter !== undefined && { reporter }) }
    const found = await aggregates.reports(actor, id, window, asked)
    if (!found.ok) return found
    const { total, reports, latestReportAt } = found.value
    const body = {
      window: windowBody({ window, latestReportAt, now }),
      total,
      ...page,
      reports: reports.map(reportBody),
    }
    return granted({ body, total })
  }
}

function sourcesOf(aggregates: Aggregates): Read {
  return async ({ actor, id, window, page, chosen, now }) => {
    const result = PASS_OR_FAIL.find((one) => one === chosen['result'])
    const groupBy = SOURCE_GROUPS.find((one) => one === chosen['group_by']) ?? 'ip'
    const sort = SOURCE_ORDERS.find((one) => one === chosen['sort']) ?? 'messages'
    const asked = { groupBy, sort, ...page, ...(result && { result }) }
    const found = await aggregates.sources(actor, id, window, asked)
    if (!found.ok) return found
    const { total, messages: all, sources, latestReportAt } = found.value
    const body = {
      window: windowBody({ window, latestReportAt, now }),
      group_by: groupBy,
      total,
      ...page,
      sources: sources.map((one) => sourceBody(one, { groupBy, all })),
    }
    return granted({ body, total })
  }
}

const PASS_OR_FAIL = ['pass', 'fail'] as const

/** The next page is asked for with the same parameters. */
function listHeaders(
  { url, name, baseUrl }: { url: URL; name: Name; baseUrl: string },
  { page }: DmarcQuery,
  total: number,
): Headers {
  const { parameters } = DMARC_ROUTES[name]
  const kept = parameters.flatMap(({ name: key, in: place }) => {
    const value = place === 'query' ? url.searchParams.get(key) : null
    return value === null || key === 'limit' || key === 'offset' ? [] : [[key, value] as const]
  })
  return pageHeaders(`${baseUrl}${url.pathname}`, page, total, kept)
}
