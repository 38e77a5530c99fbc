import type { PeopleDeps } from '../../deps.ts'
import { readFields } from '../../forms/fields.ts'
import { noAccountPage } from '../../pages/turned-away.tsx'
import { seeOther } from '../../respond.ts'
import { by, type Handler, type Route } from '../../router.ts'

/** Those who sign in: signing in and out, and their own pages. */
export function peopleRoutes(route: Route, { sessions }: PeopleDeps): void {
  const signOut: Handler = async ({ client, site, viewer }) =>
    seeOther(site.href.home, { 'set-cookie': await sessions.end(viewer.person, client) })

  const switchAccount: Handler<'person'> = async ({ request, site, me }) => {
    const accountId = (await readFields(request)).text('account')
    const done = await sessions.switchTo(me.session, accountId)
    return done === 'set' ? seeOther(site.href.home) : noAccountPage(site)
  }

  route('/sign-out', { post: by('anybody', signOut) })
  route('/switch', { post: by('person', switchAccount) })
}
