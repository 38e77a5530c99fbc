import { readFields } from '../../forms/fields.ts'
import { noSuchTest, refusedPage } from '../../pages/plain.tsx'
import { seeOther } from '../../respond.ts'
import { by, type Handler, type Route } from '../../router.ts'
import { duration } from '../../wording.ts'
import type { TestsDeps } from './deps.ts'

/** What people of an account do with one of its tests, beside what whoever made one without an account does. */
export function ownTestRoutes(route: Route, deps: Pick<TestsDeps, 'accountTests'>): void {
  route('/t/:token/share', { post: by('test:tests.share', shareHandler(deps)) })
  route('/t/:token/again', { post: by('test:tests.repeat', againHandler(deps)) })
}

function shareHandler({ accountTests }: Pick<TestsDeps, 'accountTests'>): Handler<'test:tests.share'> {
  return async ({ request, site, reader, token }) => {
    const wanted = (await readFields(request)).text('shared')
    if (wanted !== 'yes' && wanted !== 'no') {
      return refusedPage(site, 400, {
        title: 'Nothing was changed',
        says: 'What was sent does not say whether to share the test. Go back to its page and try again.',
      })
    }
    const done = await accountTests.share(reader, token, wanted === 'yes')
    if (done.ok) return seeOther(`${site.href.test(token)}#sharing`)
    if (done.refusal.kind !== 'bad_request') return noSuchTest(site, token)
    return refusedPage(site, 400, { title: 'This test cannot be shared', says: done.refusal.reason })
  }
}

function againHandler({ accountTests }: Pick<TestsDeps, 'accountTests'>): Handler<'test:tests.repeat'> {
  return async ({ request, site, reader, token }) => {
    const message = (await readFields(request)).text('message') || undefined
    const done = await accountTests.analyseAgain(reader, token, message)
    // What is under way already is what was asked for.
    if (done.ok || done.refusal.kind === 'under_way') return seeOther(site.href.test(token, message))
    if (done.refusal.kind !== 'rate_limited') return noSuchTest(site, token)
    const seconds = done.refusal.retryAfterSeconds
    return refusedPage(
      site,
      503,
      {
        title: 'Too many messages of this account are being analysed',
        says: `Nothing was changed. Try again in ${duration(seconds)}.`,
      },
      { 'retry-after': String(seconds) },
    )
  }
}
