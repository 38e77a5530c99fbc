import { csvLine } from '../../../core/files/csv.ts'
import type { AccountActor } from '../../../services/access/actor.ts'
import { HISTORY_WINDOWS, type History, type HistoryOf } from '../../../services/history/history.ts'
import type { WebDeps } from '../../deps.ts'
import { HISTORY_LINKS } from '../../links/history.ts'
import { type HistoryAsked, HistoryDocument } from '../../pages/history/history.tsx'
import { ownPage, streamedFile } from '../../respond.ts'
import { by, type Handler, type Route } from '../../router.ts'
import { domainOf } from '../tests/query.ts'

interface HistoryPageDeps extends Pick<WebDeps, 'checkWords'> {
  history: History
}

/** `/history`: what stays of the account's analysed mail. */
export function historyRoutes(route: Route, deps: HistoryPageDeps): void {
  route(HISTORY_LINKS.history, { get: by('tests.read', showHandler(deps)) })
  route(HISTORY_LINKS.historyFile, { get: by('tests.read', fileHandler(deps)) })
}

function showHandler({ history, checkWords }: HistoryPageDeps): Handler<'tests.read'> {
  return async ({ request, site, actor }) => {
    const asked = historyAsked(new URL(request.url))
    const [found, domains] = await Promise.all([history.of(actor, queryOf(asked)), history.domains(actor)])
    const isNew = found.days.length === 0 && (await isWithout(history, actor, asked))
    return ownPage(
      <HistoryDocument {...{ site, asked, domains, checkWords, isNew }} history={found} />,
      asked.wrong === undefined ? 200 : 422,
    )
  }
}

function fileHandler({ history }: HistoryPageDeps): Handler<'tests.read'> {
  return async ({ request, actor }) => {
    const found = await history.of(actor, { ...queryOf(historyAsked(new URL(request.url))), per: 'day' })
    return streamedFile(csvOf(found), 'text/csv; charset=utf-8', `history-${found.until}.csv`)
  }
}

/** Whether nothing at all is kept. What was typed wrong is still to be seen. */
async function isWithout(history: History, actor: AccountActor, asked: HistoryAsked): Promise<boolean> {
  if (asked.wrong !== undefined) return false
  const whole = await history.of(actor, { days: Math.max(...HISTORY_WINDOWS) })
  return whole.days.length === 0
}

const queryOf = ({ days, domain }: HistoryAsked) => ({ days, ...(domain !== undefined && { domain }) })

const USUAL = 30

/** What cannot be read is no condition; a domain that is none is said to be wrong. */
function historyAsked(url: URL): HistoryAsked {
  const days = HISTORY_WINDOWS.find((one) => String(one) === url.searchParams.get('days')) ?? USUAL
  const typed = (url.searchParams.get('domain') ?? '').slice(0, 253).trim()
  const domain = domainOf(typed)
  if (domain === undefined) return { days }
  return isName(domain) ? { days, domain } : { days, wrong: typed }
}

/** Of two labels or more, none of them empty or too long (RFC 1035 2.3.4). */
function isName(domain: string): boolean {
  const labels = domain.split('.')
  return labels.length > 1 && labels.every((label) => label.length > 0 && label.length <= 63)
}

async function* csvOf({ days }: HistoryOf): AsyncGenerator<string, void> {
  yield csvLine(['day', 'scored', 'not_analysed', 'median', 'lowest', 'highest'])
  yield days
    .map(({ day, scored, failed, score }) =>
      csvLine([day, scored, failed, score?.median, score?.low, score?.high]),
    )
    .join('')
}
