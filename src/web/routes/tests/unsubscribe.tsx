import type { Refusal } from '../../../core/refusal.ts'
import type { OneClick, Unsubscribing } from '../../../services/unsubscribing/unsubscribing.ts'
import type { WebDeps } from '../../deps.ts'
import { readFields } from '../../forms/fields.ts'
import { noSuchMessage, noSuchTest, refusedPage } from '../../pages/plain.tsx'
import { AskToUnsubscribe } from '../../pages/tests/unsubscribe.tsx'
import { ownPage, seeOther } from '../../respond.ts'
import { by, type Handler, type Route } from '../../router.ts'
import type { Site } from '../../site.ts'
import { duration } from '../../wording.ts'

interface Deps extends Pick<WebDeps, 'mailTests'> {
  unsubscribing: Unsubscribing
}

/** `/t/<token>/unsubscribe`: people of the account have the one-click request of a message sent. */
export function unsubscribeRoutes(route: Route, deps: Deps): void {
  route('/t/:token/unsubscribe', {
    get: by('test:tests.unsubscribe', askHandler(deps)),
    post: by('test:tests.unsubscribe', tryHandler(deps)),
  })
}

function askHandler({ mailTests, unsubscribing }: Deps): Handler<'test:tests.unsubscribe'> {
  return async ({ request, site, reader, token }) => {
    const pinned = new URL(request.url).searchParams.get('m') || undefined
    const read = await mailTests.read(reader, token, pinned)
    if (!read.ok) return noSuchMessage(site, token)
    const oneClick = await unsubscribing.look(reader, read.value)
    if (!oneClick) return refusal(site, token, { kind: 'bad_request', reason: NOT_ASKED })
    if (!isOffered(oneClick))
      return refusal(site, token, {
        kind: 'bad_request',
        reason: oneClick.offer.kind === 'none' ? oneClick.offer.says : NOT_ASKED,
      })
    return ownPage(<AskToUnsubscribe site={site} token={token} oneClick={oneClick} />)
  }
}

const NOT_ASKED =
  'It can be tried of marketing and list mail whose report is shown, and never of a message whose words are withheld.'

const isOffered = (oneClick: OneClick): oneClick is OneClick & { offer: { kind: 'offered' } } =>
  oneClick.offer.kind === 'offered'

function tryHandler({ unsubscribing }: Deps): Handler<'test:tests.unsubscribe'> {
  return async ({ request, site, reader, token }) => {
    const message = (await readFields(request)).text('message')
    const tried = await unsubscribing.try(reader, token, message)
    if (tried.ok) return seeOther(`${site.href.test(token, message)}#one-click`)
    return refusal(site, token, tried.refusal)
  }
}

function refusal(site: Site, token: string, refused: Refusal): Response {
  const title = 'Nothing was sent'
  switch (refused.kind) {
    case 'bad_request':
      return refusedPage(site, 400, {
        title: 'One-click cannot be tried of this message',
        says: refused.reason,
      })
    case 'under_way':
      return refusedPage(site, 409, {
        title,
        says: 'A request of this account is under way. Look at the report in a moment.',
      })
    case 'rate_limited': {
      const seconds = refused.retryAfterSeconds
      const says = `As many one-click requests as may go out at a time have been sent. Try again in ${duration(seconds)}.`
      return refusedPage(site, 503, { title, says }, { 'retry-after': String(seconds) })
    }
    case 'out_of_space':
      return refusedPage(site, 503, {
        title,
        says: 'The disk of this service is full, and a request is only sent where it can be written down. Tell its operator.',
      })
    default:
      return refused.kind === 'not_found' && refused.what === 'message'
        ? noSuchMessage(site, token)
        : noSuchTest(site, token)
  }
}
