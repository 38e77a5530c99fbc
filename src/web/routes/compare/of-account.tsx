import { isToken } from '../../../core/mail-test.ts'
import type { Place, TwoReports } from '../../../services/comparing/comparing.ts'
import type { AccountTests } from '../../../services/mail-tests/account-tests.ts'
import type { WebDeps } from '../../deps.ts'
import { ChooseReports } from '../../pages/compare/choose.tsx'
import { PickDocument } from '../../pages/compare/pick.tsx'
import { NotComparedDocument } from '../../pages/compare/states.tsx'
import { TwoDocument } from '../../pages/compare/two.tsx'
import { noSuchTest } from '../../pages/plain.tsx'
import { ownPage } from '../../respond.ts'
import { by, type Handler, type Route, type VisitFor } from '../../router.ts'
import type { Site } from '../../site.ts'

interface CompareDeps extends Pick<WebDeps, 'comparing'> {
  accountTests: AccountTests
}

const ON_A_PAGE = 25
const LONGEST_SEARCH = 200

/** `/tests/compare`: any two reports of the account side by side, or its tests to choose them from. */
export function compareReportsRoutes(route: Route, deps: CompareDeps): void {
  const { comparing } = deps
  const show: Handler<'tests.read'> = async (visit) => {
    const { request, site, actor } = visit
    const query = new URL(request.url).searchParams
    const [before, after] = [placeIn(query.get('a')), placeIn(query.get('b'))]
    if (before === 'unreadable' || after === 'unreadable') return noSuchTest(site)
    if (!before || !after) return pick(deps, visit, before ?? after)
    const two = await comparing.of(actor, before, after)
    return two.ok ? ownPage(documentOf(site, before, after, two.value)) : noSuchTest(site)
  }
  route('/tests/compare', { get: by('tests.read', show) })
}

async function pick(
  { comparing, accountTests }: CompareDeps,
  { request, site, actor }: VisitFor<'tests.read'>,
  place: Place | undefined,
): Promise<Response> {
  const side = place && (await comparing.one(actor, place))
  if (side && !side.ok) return noSuchTest(site)
  const query = new URL(request.url).searchParams
  const words = (query.get('search') ?? '').trim().slice(0, LONGEST_SEARCH).toWellFormed()
  const after = query.get('after') ?? ''
  const tests = await accountTests.find(actor, {
    status: 'scored',
    limit: ON_A_PAGE,
    ...(words !== '' && { words }),
    ...(after !== '' && { after }),
  })
  const one = place && side && { place, side: side.value }
  return ownPage(<PickDocument {...{ site, one, words, tests }} isLater={after !== ''} />)
}

function documentOf(site: Site, before: Place, after: Place, two: TwoReports) {
  const choose = <ChooseReports {...{ site, before, after }} />
  return two.compared ? (
    <TwoDocument {...{ site, two, choose }} compared={two.compared} />
  ) : (
    <NotComparedDocument {...{ site, two, choose }} />
  )
}

/** A token, or a token and the id of a message with a point between them. */
function placeIn(text: string | null): Place | 'unreadable' | undefined {
  if (!text) return undefined
  const [, token = '', messageId] = /^([a-z2-7]{26})(?:\.(msg_[a-z2-7]{26}))?$/.exec(text) ?? []
  if (!isToken(token)) return 'unreadable'
  return { token, ...(messageId !== undefined && { messageId }) }
}
