import type { FactorDeps, PeopleDeps } from '../../deps.ts'
import { readFields } from '../../forms/fields.ts'
import { nextPath } from '../../frame/next.ts'
import { PASSKEY_SIGN_IN, SECOND_STEP } from '../../pages/factors/paths.ts'
import { signInProblemPage } from '../../pages/factors/problem.tsx'
import { noSuchPage } from '../../pages/plain.tsx'
import { json, seeOther, withCookies } from '../../respond.ts'
import { by, type Handler, type Route, type Visit } from '../../router.ts'
import { comingOf } from '../people/coming.ts'
import { notAccepted } from './passkey-words.ts'
import { tooMany } from './passkeys.tsx'

const CEREMONY_SECONDS = 300

/** `/sign-in/passkey`: who somebody is, by a passkey alone; and a passkey in place of a code. */
export function passkeySignInRoutes(route: Route, deps: PeopleDeps, factors: FactorDeps): void {
  const { passkeys, asking } = factors
  const cookie = factors.cookies.passkey
  const tokenIn = (request: Request) => cookie.valuesIn(request.headers.get('cookie'))[0] ?? ''

  const options: Handler = async ({ site, client }) => {
    if (passkeys.party.kind !== 'usable') return noSuchPage(site)
    const turn = await asking.take(client)
    if ('waitSeconds' in turn) return json({}, 429, { 'retry-after': String(turn.waitSeconds) })
    const { token, options } = await passkeys.beginSignIn()
    // The browser that is asked is the one that may answer.
    return json({ token: '', options }, 200, { 'set-cookie': cookie.set(token, CEREMONY_SECONDS) })
  }

  const signIn: Handler = async (visit) => {
    const { request, site } = visit
    if (passkeys.party.kind !== 'usable') return noSuchPage(site)
    const fields = await readFields(request)
    const outcome = await passkeys.finishSignIn(tokenIn(request), fields.secret('passkey_answer'))
    if (outcome.kind !== 'right')
      return withCookies(notSignedIn(visit, notAccepted(outcome)), cookie.removed())
    // User verification was asked for and given: who has the device, and can unlock it, has shown two factors.
    const begun = { person: outcome.person, method: 'passkey', stage: 'whole', ...comingOf(visit) } as const
    const goOn = seeOther(nextPath(fields.text('next')) ?? site.href.home)
    return withCookies(goOn, await deps.sessions.begin(begun), cookie.removed())
  }

  route(PASSKEY_SIGN_IN.options, { post: by('anybody', options) })
  route(PASSKEY_SIGN_IN.path, { post: by('anybody', signIn) })
  secondStepRoutes(route, deps, factors)
}

function secondStepRoutes(route: Route, { sessions }: PeopleDeps, factors: FactorDeps): void {
  const { passkeys } = factors
  const options: Handler<'factor'> = async ({ site, me }) =>
    passkeys.party.kind === 'usable'
      ? ((await tooMany(factors, me)) ??
        json(await passkeys.beginSignIn({ personId: me.person.id, sessionId: me.session.id })))
      : noSuchPage(site)

  const signIn: Handler<'factor'> = async (visit) => {
    const { request, site, me } = visit
    if (passkeys.party.kind !== 'usable') return noSuchPage(site)
    const fields = await readFields(request)
    const of = { personId: me.person.id, sessionId: me.session.id }
    const answer = fields.secret('passkey_answer')
    const outcome = await passkeys.finishSignIn(fields.text('passkey_token'), answer, of)
    if (outcome.kind !== 'right') {
      const next = { href: site.href.code, words: 'Enter a code instead' }
      return signInProblemPage(site, { status: 403, title: NOT_SIGNED_IN, says: notAccepted(outcome), next })
    }
    const { person, session } = me
    const begun = { person, method: session.method, stage: 'whole', ...comingOf(visit) } as const
    const goOn = nextPath(fields.text('next')) ?? site.href.home
    const setCookie = await sessions.beginOn({ sessionId: session.id }, begun)
    return setCookie === undefined ? seeOther(site.href.signIn) : seeOther(goOn, { 'set-cookie': setCookie })
  }

  route(SECOND_STEP.options, { post: by('factor', options) })
  route(SECOND_STEP.path, { post: by('factor', signIn) })
}

const NOT_SIGNED_IN = 'You are not signed in'

function notSignedIn({ site }: Visit, says: string): Response {
  return signInProblemPage(site, { status: 403, title: NOT_SIGNED_IN, says })
}
