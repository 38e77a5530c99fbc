import { type Actor, holdsTest } from '../../core/access/permission.ts'
import type { MailTest } from '../../core/mail-test.ts'
import type { TestView } from '../../services/mail-tests/mail-tests.ts'
import type { SampleKind, WebDeps } from '../deps.ts'
import { exportOf } from '../export.ts'
import { holderIn, type Reader } from '../frame/needs.ts'
import { type Reading, readingOf } from '../frame/reading.ts'
import { DeleteDocument } from '../pages/delete.tsx'
import { deletedPage, noSuchMessage, noSuchTest, refusedPage } from '../pages/plain.tsx'
import { type BesideReport, TestDocument } from '../pages/test.tsx'
import {
  documentOf,
  FORM_PAGE,
  json,
  ownPage,
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
import { keepProviders, providerChoice } from './provider-columns.ts'
import { createShownBefore } from './shown-before.ts'

/** A test: its page, its events, its end, and in evaluation its samples. */
export function testRoutes(route: Route, deps: WebDeps): void {
  const { mailTests } = deps

  const showPreview: Handler<'test:tests.read'> = async ({ request, reader, token }) => {
    const read = await mailTests.readMessageView(reader, token, pinnedIn(request))
    const document = read.ok ? read.value.preview : undefined
    return document === undefined ? text('There is nothing to show.', 404) : preview(document)
  }

  const askToDelete: Handler<'test:tests.delete'> = async ({ reader, token, site }) => {
    const view = await readTest(deps, reader, token)
    if (!view || !holdsTest(reader, view.test, 'change')) return noSuchTest(site, token)
    const asks = <DeleteDocument site={site} page={testPage(view, false, deps.checkWords)} />
    return page(asks, 200, { ...UNLISTED, ...FORM_PAGE })
  }

  const remove: Handler<'test:tests.delete'> = async ({ reader, token, site }) => {
    const gone = await mailTests.delete(reader, token)
    if (!gone.ok) return noSuchTest(site, token)
    return seeOther(reader.kind === 'session' ? `${site.href.tests}?done=deleted` : site.href.deleted)
  }

  const kind = kindHandlers(deps)
  route('/t/:token', { get: by('test:tests.read', showHandler(deps), holderOfPage) })
  route('/t/:token/preview', { get: by('test:tests.read', showPreview) })
  route('/t/:token/kind', {
    get: by('test:tests.describe', kind.get),
    post: by('test:tests.describe', kind.post),
  })
  route('/t/:token/providers', { post: by('test:tests.describe', keepProviders(deps)) })
  route('/t/:token/events', { get: by('test:tests.read', liveHandler(deps)) })
  route('/t/:token/delete', {
    get: by('test:tests.delete', askToDelete),
    post: by('test:tests.delete', remove),
  })
  route('/deleted', { get: by('anybody', ({ site }) => deletedPage(site)) })
  if (deps.evaluation) {
    route('/t/:token/samples/clean', { post: by('test:tests.describe', sampleHandler(deps, 'clean')) })
    route('/t/:token/samples/bad', { post: by('test:tests.describe', sampleHandler(deps, 'bad')) })
  }
}

/** The page of a test, or its report as JSON. */
function showHandler(deps: WebDeps): Handler<'test:tests.read'> {
  const { mailTests } = deps
  const before = createShownBefore()
  return async ({ request, params, reader, token, site }) => {
    const pinned = pinnedIn(request)
    const read = await mailTests.read(reader, token, pinned)
    if (!read.ok) {
      const isThere = pinned !== undefined && (await mailTests.read(reader, token)).ok
      return isThere ? noSuchMessage(site, token) : noSuchTest(site, token)
    }
    const isExport = params['token']?.endsWith(AS_JSON) === true
    const [words, reading, beside] = await Promise.all([
      wordsOf(deps, reader, read.value, request),
      readingIn(deps, reader, read.value.test),
      isExport ? {} : besideReport(deps, reader, read.value),
    ])
    const shown = testPage(read.value, pinned !== undefined, deps.checkWords, words, reading)
    if (isExport) return json(exportOf(shown))
    // What people of the account read is written for each of them, and kept nowhere.
    if (reader.kind === 'session')
      return ownPage(<TestDocument site={site} page={shown} beside={beside} />, 200, WITH_FRAME)
    const content = { shown, visitor: site.visitor }
    const document = before.pageOf(content, () => documentOf(<TestDocument site={site} page={shown} />))
    return written(document, 200, { ...UNLISTED, ...WITH_FRAME })
  }
}

/** What the reader may do, and for people of the account who made the test. */
async function readingIn(deps: WebDeps, reader: Reader, test: MailTest): Promise<Reading> {
  if (reader.kind !== 'session' || test.creatorId === undefined) return readingOf(reader, test)
  const found = await deps.accountTests?.find(reader, { words: test.token, limit: 1 })
  return readingOf(reader, test, found?.items[0]?.createdBy)
}

/** For people of the account, beside a whole report: what receivers reported of the mail of the domain in From, and what one-click did. */
async function besideReport(
  { dmarc, unsubscribing }: WebDeps,
  reader: Reader,
  view: TestView,
): Promise<BesideReport> {
  const { report, gated } = view
  if (reader.kind !== 'session' || !report || gated) return {}
  const [mail, oneClick] = await Promise.all([
    dmarc?.reportedMail?.of(reader, report.headline.from),
    unsubscribing?.look(reader, view),
  ])
  return { ...(mail && { mail }), ...(oneClick && { oneClick }) }
}

const AS_JSON = '.json'

/** The address of the page with `.json` behind it is the report as JSON. */
function holderOfPage(params: Visit['params']) {
  const named = params['token'] ?? ''
  return holderIn({ token: named.endsWith(AS_JSON) ? named.slice(0, -AS_JSON.length) : named })
}

const pinnedIn = (request: Request) => new URL(request.url).searchParams.get('m') || undefined

/** What stands beside the report: what changed since the message before, and the message's own words, of which a gated report shows none. */
async function wordsOf(deps: WebDeps, actor: Actor, view: TestView, request: Request): Promise<Words> {
  const { mailTests, comparing } = deps
  const { test, message, report, gated } = view
  if (!report || !message) return {}
  const since = await comparing.since(actor, view)
  if (gated) return since ? { since } : {}
  const [messageView, received, subjects] = await Promise.all([
    mailTests.readMessageView(actor, test.token, message.id),
    mailTests.readMessage(actor, test.token, message.id),
    mailTests.readSubjects(actor, test.token),
  ])
  const shown = messageView.ok ? messageView.value : undefined
  const choice = await providerChoice(deps, { request, reader: actor, view, messageView: shown })
  return {
    ...(since && { since }),
    ...(choice && { providerChoice: choice }),
    ...(messageView.ok && { messageView: messageView.value }),
    ...(received.ok && { received: received.value }),
    ...(subjects.ok && { subjects: subjects.value }),
  }
}

async function readTest(deps: WebDeps, reader: Reader, token: string) {
  const read = await deps.mailTests.read(reader, token)
  return read.ok ? read.value : undefined
}

function sampleHandler(deps: WebDeps, kind: SampleKind): Handler<'test:tests.describe'> {
  return async ({ reader, token, site }) => {
    const view = await readTest(deps, reader, token)
    if (!view || !holdsTest(reader, view.test, 'change')) return noSuchTest(site, token)
    const sent = await deps.evaluation?.samples.send(kind, view.address)
    if (sent?.ok) return seeOther(site.href.test(view.test.token))
    const says =
      sent?.refusal.kind === 'mailbox_full'
        ? 'This test holds as many messages as a test may. Create another address.'
        : 'The SMTP listener did not take it. The log says why.'
    return refusedPage(site, 503, { title: 'The sample was not accepted', says })
  }
}
