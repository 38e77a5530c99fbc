import type { Elysia } from 'elysia'
import type { Actor } from '../../core/access/permission.ts'
import type { TestView } from '../../services/mail-tests/mail-tests.ts'
import type { SampleKind, WebDeps } from '../deps.ts'
import { exportOf } from '../export.ts'
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
import type { Handler, Router } from '../router.ts'
import type { Site } from '../site.ts'
import { testPage, type Words } from '../view.ts'
import { type Viewer, viewerOf } from '../viewer.ts'
import { kindHandlers } from './kind.tsx'
import { liveHandler } from './live.ts'
import { createShownBefore } from './shown-before.ts'

/** A test: its page, its events, its end, and in evaluation its samples. */
export function testRoutes(app: Elysia, route: Router, site: Site, deps: WebDeps): void {
  const { mailTests } = deps
  const before = createShownBefore()
  const unknown = () => noSuchTest(site)
  const nothingToShow = () => text('There is nothing to show.', 404)

  const show: Handler = async ({ request, params }) => {
    const named = params['token'] ?? ''
    const asJson = named.endsWith(AS_JSON)
    const viewer = viewerOf({ token: asJson ? named.slice(0, -AS_JSON.length) : named })
    if (viewer.kind !== 'holder') return unknown()
    const { actor } = viewer
    const { token } = actor
    const pinned = pinnedIn(request)
    const read = await mailTests.read(actor, token, pinned)
    if (!read.ok)
      return pinned && (await mailTests.read(actor, token)).ok ? noSuchMessage(site, token) : unknown()
    const shown = testPage(
      read.value,
      pinned !== undefined,
      deps.checkWords,
      await wordsOf(deps, actor, read.value),
    )
    if (asJson) return json(exportOf(shown))
    const document = before.pageOf(shown, () => documentOf(<TestDocument site={site} page={shown} />))
    return written(document, 200, { ...UNLISTED, ...WITH_FRAME })
  }

  const showPreview: Handler = async ({ request, viewer }) => {
    if (viewer.kind !== 'holder') return nothingToShow()
    const { actor } = viewer
    const read = await mailTests.readMessageView(actor, actor.token, pinnedIn(request))
    const document = read.ok ? read.value.preview : undefined
    return document === undefined ? nothingToShow() : preview(document)
  }

  const askToDelete: Handler = async ({ viewer }) => {
    const view = await readTest(deps, viewer)
    if (!view) return unknown()
    const asks = <DeleteDocument site={site} page={testPage(view, false, deps.checkWords)} />
    return page(asks, 200, { ...UNLISTED, ...FORM_PAGE })
  }

  const remove: Handler = async ({ viewer }) => {
    if (viewer.kind !== 'holder') return unknown()
    const gone = await mailTests.delete(viewer.actor, viewer.actor.token)
    return gone.ok ? seeOther(site.href.deleted) : unknown()
  }

  route(app, '/t/:token', { get: show })
  route(app, '/t/:token/preview', { get: showPreview })
  route(app, '/t/:token/kind', kindHandlers(site, deps))
  route(app, '/t/:token/events', { get: liveHandler(deps) })
  route(app, '/t/:token/delete', { get: askToDelete, post: remove })
  route(app, '/deleted', { get: () => deletedPage(site) })
  if (deps.evaluation) {
    route(app, '/t/:token/samples/clean', { post: sampleHandler(site, deps, 'clean') })
    route(app, '/t/:token/samples/bad', { post: sampleHandler(site, deps, 'bad') })
  }
}

const AS_JSON = '.json'

const pinnedIn = (request: Request) => new URL(request.url).searchParams.get('m') || undefined

/** The words of the message that the report is about. A gated report shows none of them. */
async function wordsOf(
  { mailTests }: WebDeps,
  actor: Actor,
  { test, message, report, gated }: TestView,
): Promise<Words> {
  if (!report || gated || !message) return {}
  const [messageView, received] = await Promise.all([
    mailTests.readMessageView(actor, test.token, message.id),
    mailTests.readMessage(actor, test.token, message.id),
  ])
  return {
    ...(messageView.ok && { messageView: messageView.value }),
    ...(received.ok && { received: received.value }),
  }
}

async function readTest(deps: WebDeps, viewer: Viewer) {
  const read =
    viewer.kind === 'holder' ? await deps.mailTests.read(viewer.actor, viewer.actor.token) : undefined
  return read?.ok ? read.value : undefined
}

function sampleHandler(site: Site, deps: WebDeps, kind: SampleKind): Handler {
  return async ({ viewer }) => {
    const view = await readTest(deps, viewer)
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
