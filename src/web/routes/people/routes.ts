import type { PeopleDeps } from '../../deps.ts'
import { readFields } from '../../forms/fields.ts'
import { nextPath } from '../../frame/next.ts'
import { notTheirAccountPage } from '../../pages/turned-away.tsx'
import { seeOther } from '../../respond.ts'
import { by, type Handler, type Route } from '../../router.ts'
import { factorRoutes } from '../factors/routes.ts'
import { meRoutes } from './me.tsx'
import { resetRoutes } from './reset.tsx'
import { setupRoutes } from './setup.tsx'
import { signUpRoutes } from './sign-up.tsx'
import { signingInRoutes } from './signing-in.tsx'

/** Those who sign in: signing in and out, and their own pages. */
export function peopleRoutes(route: Route, deps: PeopleDeps): void {
  const { sessions } = deps

  const signOut: Handler = async ({ client, site, viewer }) => {
    const setCookie = await sessions.end(viewer.person ?? viewer.halfway, client)
    return seeOther(viewer.halfway ? site.href.signIn : site.href.home, { 'set-cookie': setCookie })
  }

  const switchAccount: Handler<'person'> = async ({ request, site, me }) => {
    const fields = await readFields(request)
    const done = await sessions.switchTo(me.session, fields.text('account'))
    return done === 'set'
      ? seeOther(nextPath(fields.text('next')) ?? site.href.home)
      : notTheirAccountPage(site)
  }

  signingInRoutes(route, deps)
  setupRoutes(route, deps)
  resetRoutes(route, deps)
  signUpRoutes(route, deps)
  meRoutes(route, deps)
  if (deps.factors) factorRoutes(route, deps, deps.factors)
  route('/sign-out', { post: by('anybody', signOut) })
  route('/switch', { post: by('person', switchAccount) })
}
