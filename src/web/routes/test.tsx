import type { Actor } from '../../core/access/permission.ts'
import type { TokenActor } from '../../services/access/actor.ts'
import type { TestView } from '../../services/mail-tests/mail-tests.ts'
import type { SampleKind, WebDeps } from '../deps.ts'
import { exportOf } from '../export.ts'
import { holderIn } from '../frame/needs.ts'
import { DeleteDocument } from '../pages/delete.tsx'
import { deletedPage, noSuchMessage, noSuchTest, refusedPage } from '../pages/plain.tsx'
import { TestDocument } from '../pages/test.tsx'
import {
  documentOf,
  FORM_PAGE,
  json,
  page,
  preview,
  seeOther,
  text,
  UNLISTED,
  WITH_FRAME,
  written,
} from '../respond.ts'
import { by, type Handler, type Route, type Visit } from '../router.ts'
import { testPage, type Words } from '../view.ts'
import { kindHandlers } from './kind.tsx'
import { liveHandler } from './live.ts'
import { createShownBefore } from './shown-before.ts'

/** A test: its page, its events, its end, and in evaluation its samples. */
export function testRoutes(route: Route, deps: WebDeps): void {
  const { mailTests } = deps

  const showPreview: Handler<'token'> = async ({ request, holder }) => {
    const read = await mailTests.readMessageView(holder, holder.token, pinnedIn(request))
    const document = read.ok ? read.value.preview : undefined
    return document === undefined ? text('There is nothing to show.', 404) : preview(document)
  }

  const askToDelete: Handler<'token'> = async ({ holder, site }) => {
    const view = await readTest(deps, holder)
    if (!view) return noSuchTest(site)
    const asks = <DeleteDocument site={site} page={testPage(view, false, deps.checkWords)} />
    return page(asks, 200, { ...UNLISTED, ...FORM_PAGE })
  }

  const remove: Handler<'token'> = async ({ holder, site }) => {
    const gone = await mailTests.delete(holder, holder.token)
    return gone.ok ? seeOther(site.href.deleted) : noSuchTest(site)
  }

  const kind = kindHandlers(deps)
  route('/t/:token', { get: by('token', showHandler(deps), holderOfPage) })
  route('/t/:token/preview', { get: by('token', showPreview) })
  route('/t/:token/kind', { get: by('token', kind.get), post: by('token', kind.post) })
  route('/t/:token/events', { get: by('token', liveHandler(deps)) })
  route('/t/:token/delete', { get: by('token', askToDelete), post: by('token', remove) })
  route('/deleted', { get: by('anybody', ({ site }) => deletedPage(site)) })
  if (deps.evaluation) {
    route('/t/:token/samples/clean', { post: by('token', sampleHandler(deps, 'clean')) })
    route('/t/:token/samples/bad', { post: by('token', sampleHandler(deps, 'bad')) })
  }
}

/** The page of a test, or its report as JSON. */
function showHandler(deps: WebDeps): Handler<'token'> {
  const { mailTests } = deps
  const before = createShownBefore()
  return async ({ request, params, holder, site }) => {
    const { token } = holder
    const pinned = pinnedIn(request)
    const read = await mailTests.read(holder, token, pinned)
    if (!read.ok) {
      const isThere = pinned !== undefined && (await mailTests.read(holder, token)).ok
      return isThere ? noSuchMessage(site, token) : noSuchTest(site)
    }
    const words = await wordsOf(deps, holder, read.value)
    const shown = testPage(read.value, pinned !== undefined, deps.checkWords, words)
    if (params['token']?.endsWith(AS_JSON)) return json(exportOf(shown))
    const content = { shown, visitor: site.visitor }
    const document = before.pageOf(content, () => documentOf(<TestDocument site={site} page={shown} />))
    return written(document, 200, { ...UNLISTED, ...WITH_FRAME })
  }
}

const AS_JSON = '.json'

/** The address of the page with `.json` behind it is the report as JSON. */
function holderOfPage(params: Visit['params']) {
  const named = params['token'] ?? ''
  return holderIn({ token: named.endsWith(AS_JSON) ? named.slice(0, -AS_JSON.length) : named })
}

const pinnedIn = (request: Request) => new URL(request.url).searchParams.get('m') || undefined

/** The words of the message that the report is about. A gated report shows none of them. */
async function wordsOf(
  { mailTests }: WebDeps,
  actor: Actor,
  { test, message, report, gated }: TestView,
): Promise<Words> {
  if (!report || gated || !message) return {}
  const [messageView, received, subjects] = await Promise.all([
    mailTests.readMessageView(actor, test.token, message.id),
    mailTests.readMessage(actor, test.token, message.id),
    mailTests.readSubjects(actor, test.token),
  ])
  return {
    ...(messageView.ok && { messageView: messageView.value }),
    ...(received.ok && { received: received.value }),
    ...(subjects.ok && { subjects: subjects.value }),
  }
}

async function readTest(deps: WebDeps, holder: TokenActor) {
  const read = await deps.mailTests.read(holder, holder.token)
  return read.ok ? read.value : undefined
}

function sampleHandler(deps: WebDeps, kind: SampleKind): Handler<'token'> {
  return async ({ holder, site }) => {
    const view = await readTest(deps, holder)
    if (!view) return noSuchTest(site)
    const sent = await deps.evaluation?.samples.send(kind, view.address)
    if (sent?.ok) return seeOther(site.href.test(view.test.token))
    const says =
      sent?.refusal.kind === 'mailbox_full'
        ? 'This test holds as many messages as a test may. Create another address.'
        : 'The SMTP listener did not take it. The log says why.'
    return refusedPage(site, 503, { title: 'The sample was not accepted', says })
  }
}
