import type { NotChanged } from '../../../services/people/profile.ts'
import type { PeopleDeps } from '../../deps.ts'
import { type Fields, readFields } from '../../forms/fields.ts'
import { MeDocument, type MyForm } from '../../pages/people/me.tsx'
import { ownPage, seeOther } from '../../respond.ts'
import { by, type Handler, type Route, type VisitFor } from '../../router.ts'
import { plural } from '../../wording.ts'
import { comingOf, flawed, later, type NotTaken } from './coming.ts'

type MyVisit = VisitFor<'person'>

const DONE: Readonly<Record<string, string>> = {
  name: 'Your name is saved.',
  email: 'Your address is changed.',
  password: 'Your password is changed, and you are signed out everywhere else.',
  sessions: 'The session is ended.',
}
const ASKED = 'Check your mail: your address changes once you open the link that was sent to the new one.'
const AGAIN =
  'You signed in too long ago for this. Sign out, sign in again, and come back within ten minutes.'

/** `/me`: what people change of their own, and where they are signed in. */
export function meRoutes(route: Route, deps: PeopleDeps): void {
  const { profile, sessions } = deps

  const show: Handler<'person'> = (visit) => {
    const query = new URL(visit.request.url).searchParams
    const codes = /^\d{1,3}$/.exec(query.get('codes') ?? '')?.[0]
    const done = codes === undefined ? DONE[query.get('done') ?? ''] : codesLeft(Number(codes))
    return myPage(deps, visit, query.get('done') === 'asked' ? ASKED : done)
  }

  const saveName: Handler<'person'> = async ({ request, client, me, site }) => {
    await profile.rename(me, (await readFields(request)).text('name'), client)
    return seeOther(`${site.href.me}?done=name`)
  }

  const changeEmail: Handler<'person'> = async (visit) => {
    const fields = await readFields(visit.request)
    const typed = { email: fields.text('email'), current: fields.secret('emailPassword') }
    const outcome = await profile.changeEmail(visit.me, typed, visit.client)
    if (outcome.kind === 'changed') return seeOther(`${visit.site.href.me}?done=email`)
    if (outcome.kind === 'asked') return seeOther(`${visit.site.href.me}?done=asked`)
    return notChanged(deps, visit, 'email', outcome, fields)
  }

  const changePassword: Handler<'person'> = async (visit) => {
    const fields = await readFields(visit.request)
    const typed = { current: fields.secret('current'), password: fields.secret('password') }
    const outcome = await profile.changePassword(visit.me, typed, comingOf(visit))
    if (outcome.kind === 'changed')
      return seeOther(`${visit.site.href.me}?done=password`, { 'set-cookie': outcome.setCookie })
    return notChanged(deps, visit, 'password', outcome, fields)
  }

  const endSessions: Handler<'person'> = async ({ request, client, me, site }) => {
    const which = (await readFields(request)).text('session')
    if (which === 'others') await sessions.revokeOthers(me.person, me.session.id, client)
    else await sessions.revoke(me.person, which, client)
    return seeOther(`${site.href.me}?done=sessions`)
  }

  route('/me', { get: by('person', show) })
  route('/me/name', { post: by('person', saveName) })
  route('/me/email', { post: by('person', changeEmail) })
  route('/me/password', { post: by('person', changePassword) })
  route('/me/sessions', { post: by('person', endSessions) })
}

const codesLeft = (left: number) =>
  `You signed in with a recovery code. ${left === 0 ? 'That was the last one: make new codes under Two-step sign-in' : `You have ${left} ${plural(left, 'code')} left`}.`

interface Wrong extends NotTaken {
  form: MyForm
}

async function myPage(
  { profile, sessions }: PeopleDeps,
  { me, site }: MyVisit,
  done?: string,
  wrong?: Wrong,
): Promise<Response> {
  const { id, name, email } = me.person
  const [kept, all, lately] = await Promise.all([profile.of(id), sessions.of(id), profile.lately(id)])
  const page = (
    <MeDocument
      site={site}
      name={name}
      email={email}
      hasPassword={kept?.credentials.passwordHash !== undefined}
      current={me.session.id}
      sessions={all}
      lately={lately}
      {...(done !== undefined && { done })}
      {...(wrong && { wrong })}
    />
  )
  return ownPage(page, wrong?.status, wrong?.headers)
}

function notChanged(
  deps: PeopleDeps,
  visit: MyVisit,
  form: MyForm,
  outcome: NotChanged,
  fields: Fields,
): Promise<Response> {
  const typed = { email: fields.text('email') }
  return myPage(deps, visit, undefined, { form, ...whyNot(typed, form, outcome) })
}

function whyNot(typed: NotTaken['filled']['typed'], form: MyForm, outcome: NotChanged): NotTaken {
  if (outcome.kind === 'sign_in_again') return flawed(typed, [{ says: AGAIN }])
  if (outcome.kind !== 'flawed') return later(typed, outcome)
  const field = outcome.field === 'current' && form === 'email' ? 'emailPassword' : outcome.field
  return flawed(typed, [{ field, says: outcome.says }])
}
