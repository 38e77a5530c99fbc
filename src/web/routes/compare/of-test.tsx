import type { OfTest } from '../../../services/comparing/comparing.ts'
import type { WebDeps } from '../../deps.ts'
import type { Reader } from '../../frame/needs.ts'
import { readingOf } from '../../frame/reading.ts'
import { ChooseMessages } from '../../pages/compare/choose.tsx'
import { isPending, type Live, NotComparedDocument, TooFewDocument } from '../../pages/compare/states.tsx'
import { TwoDocument } from '../../pages/compare/two.tsx'
import { noSuchMessage, noSuchTest } from '../../pages/plain.tsx'
import { page, UNLISTED } from '../../respond.ts'
import { by, type Handler, type Route } from '../../router.ts'
import type { Site } from '../../site.ts'
import { versionOf } from '../../view.ts'

/** `/t/<token>/compare`: two messages of a test side by side, the two latest where none are named. */
export function compareMessagesRoutes(route: Route, { comparing }: Pick<WebDeps, 'comparing'>): void {
  const show: Handler<'test:tests.read'> = async ({ request, site, token, reader }) => {
    const query = new URL(request.url).searchParams
    const [before, after] = [query.get('a'), query.get('b')]
    const read = await comparing.ofTest(reader, token, { ...(before && { before }), ...(after && { after }) })
    if (read.ok) return page(documentOf(site, reader, read.value), 200, UNLISTED)
    const { refusal } = read
    const isThere = refusal.kind === 'not_found' && refusal.what === 'message'
    return isThere ? noSuchMessage(site, token) : noSuchTest(site)
  }
  route('/t/:token/compare', { get: by('test:tests.read', show) })
}

function documentOf(site: Site, reader: Reader, { view, two }: OfTest) {
  const { token } = view.test
  const live: Live = { events: site.href.events(token), version: versionOf(view), report: false }
  if (!two) {
    const { changeable } = readingOf(reader, view.test)
    return <TooFewDocument {...{ site, view, live, changeable }} />
  }
  const choose = (
    <ChooseMessages
      site={site}
      token={token}
      messages={view.messages}
      chosen={[two.before.message?.id ?? '', two.after.message?.id ?? '']}
    />
  )
  if (two.compared) return <TwoDocument {...{ site, two, choose }} compared={two.compared} />
  return <NotComparedDocument {...{ site, two, choose }} {...(isPending(two) && { live })} />
}
