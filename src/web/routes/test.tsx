import type { Elysia } from 'elysia'
import { isToken } from '../../core/mail-test.ts'
import type { SampleKind, WebDeps } from '../deps.ts'
import { DeleteDocument } from '../pages/delete.tsx'
import { deletedPage, noSuchMessage, noSuchTest, turnedAway } from '../pages/plain.tsx'
import { TestDocument } from '../pages/test.tsx'
import { FORM_PAGE, page, seeOther, UNLISTED } from '../respond.ts'
import type { Handler, Router, Visit } from '../router.ts'
import type { Site } from '../site.ts'
import { testPage } from '../view.ts'
import { liveHandler } from './live.ts'

/** A test: its page, its events, its end, and in evaluation its samples. */
export function testRoutes(app: Elysia, route: Router, site: Site, deps: WebDeps): void {
  const { mailTests } = deps
  const unknown = () => noSuchTest(site)

  const show: Handler = async ({ request, params }) => {
    const token = params['token'] ?? ''
    const pinned = new URL(request.url).searchParams.get('m') || undefined
    if (!isToken(token)) return unknown()
    const read = await mailTests.readShared(token, pinned)
    if (!read.ok)
      return pinned && (await mailTests.readShared(token)).ok ? noSuchMessage(site, token) : unknown()
    const shown = testPage(read.value, pinned !== undefined)
    return page(<TestDocument site={site} page={shown} />, 200, UNLISTED)
  }

  const askToDelete: Handler = async ({ params }) => {
    const view = await readTest(deps, params)
    if (!view) return unknown()
    const asks = <DeleteDocument site={site} page={testPage(view, false)} />
    return page(asks, 200, { ...UNLISTED, ...FORM_PAGE })
  }

  const remove: Handler = async ({ params }) => {
    const token = params['token'] ?? ''
    if (!isToken(token)) return unknown()
    const gone = await mailTests.deleteShared(token)
    return gone.ok ? seeOther(site.href.deleted) : unknown()
  }

  route(app, '/t/:token', { get: show })
  route(app, '/t/:token/events', { get: liveHandler(deps) })
  route(app, '/t/:token/delete', { get: askToDelete, post: remove })
  route(app, '/deleted', { get: () => deletedPage(site) })
  if (deps.evaluation) {
    route(app, '/t/:token/samples/clean', { post: sampleHandler(site, deps, 'clean') })
    route(app, '/t/:token/samples/bad', { post: sampleHandler(site, deps, 'bad') })
  }
}

async function readTest(deps: WebDeps, params: Visit['params']) {
  const token = params['token'] ?? ''
  const read = isToken(token) ? await deps.mailTests.readShared(token) : undefined
  return read?.ok ? read.value : undefined
}

function sampleHandler(site: Site, deps: WebDeps, kind: SampleKind): Handler {
  return async ({ params }) => {
    const view = await readTest(deps, params)
    if (!view) return noSuchTest(site)
    const sent = await deps.evaluation?.samples.send(kind, view.address)
    if (sent?.ok) return seeOther(site.href.test(view.test.token))
    const says =
      sent?.refusal.kind === 'mailbox_full'
        ? 'This test holds as many messages as a test may. Create another address.'
        : 'The SMTP door did not take it. The log says why.'
    return turnedAway(site, 503, { title: 'The sample was not accepted', says })
  }
}
