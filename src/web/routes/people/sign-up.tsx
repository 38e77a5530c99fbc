import type { PeopleDeps } from '../../deps.ts'
import { readFields } from '../../forms/fields.ts'
import { unfilled } from '../../forms/problems.ts'
import { LinkGoneDocument } from '../../pages/people/reset.tsx'
import {
  ConfirmationSentDocument,
  ConfirmEmailDocument,
  ConfirmSignUpDocument,
  SignUpClosedDocument,
  SignUpDocument,
} from '../../pages/people/sign-up.tsx'
import { ownPage, seeOther } from '../../respond.ts'
import { by, type Handler, type Route, type Visit } from '../../router.ts'
import { comingOf, flawed, later, type NotTaken } from './coming.ts'

/** Signing up where that is open to everybody. */
export function signUpRoutes(route: Route, deps: PeopleDeps): void {
  const { signUp } = deps
  const closed = ({ site }: Visit) => ownPage(<SignUpClosedDocument site={site} />, 404)

  const signUpPage = ({ site }: Visit, { filled, status, headers }: NotTaken) =>
    ownPage(<SignUpDocument site={site} filled={filled} />, status, headers)

  const register: Handler = async (visit) => {
    if (!signUp) return closed(visit)
    const fields = await readFields(visit.request)
    const typed = { name: fields.text('name'), email: fields.text('email'), account: fields.text('account') }
    const outcome = await signUp.request({ ...typed, password: fields.secret('password') }, visit.client)
    if (outcome.kind === 'asked')
      return ownPage(<ConfirmationSentDocument site={visit.site} email={typed.email} />)
    return signUpPage(visit, outcome.kind === 'flawed' ? flawed(typed, outcome.flaws) : later(typed, outcome))
  }

  route('/sign-up', {
    get: by('anybody', (visit) =>
      signUp ? signUpPage(visit, { filled: unfilled(), status: 200 }) : closed(visit),
    ),
    post: by('anybody', register),
  })
  confirmRoutes(route, deps)
}

/** Links that confirm an address: of somebody who signs up, or who changes theirs. */
function confirmRoutes(route: Route, { signUp, profile }: PeopleDeps): void {
  const gone = ({ site }: Visit) =>
    ownPage(
      <LinkGoneDocument site={site} again={{ href: site.href.home, words: 'To the start page' }} />,
      404,
    )

  const confirmPage = async (visit: Visit, { filled, status, headers }: NotTaken) => {
    const { site } = visit
    const link = visit.params['link'] ?? ''
    const action = `${site.href.confirm}/${link}`
    const changed = await profile.confirming(link)
    if (changed !== undefined)
      return ownPage(<ConfirmEmailDocument site={site} email={changed} action={action} />, status, headers)
    const email = await signUp?.find(link)
    if (email === undefined) return gone(visit)
    const page = <ConfirmSignUpDocument site={site} filled={filled} email={email} action={action} />
    return ownPage(page, status, headers)
  }

  const join = async (visit: Visit, link: string) => {
    if (!signUp) return gone(visit)
    const password = (await readFields(visit.request)).secret('password')
    const outcome = await signUp.confirm(link, password, comingOf(visit))
    switch (outcome.kind) {
      case 'signed_in':
        return seeOther(visit.site.href.home, { 'set-cookie': outcome.setCookie })
      case 'gone':
        return gone(visit)
      case 'wrong':
        return confirmPage(visit, flawed({}, [{ field: 'password', says: NOT_CHOSEN }]))
      default:
        return confirmPage(visit, later({}, outcome))
    }
  }

  const confirm: Handler = async (visit) => {
    const link = visit.params['link'] ?? ''
    if ((await profile.confirming(link)) === undefined) return join(visit, link)
    const changed = await profile.confirmEmail(link, visit.client)
    if (changed !== 'changed') return gone(visit)
    return seeOther(visit.viewer.person ? `${visit.site.href.me}?done=email` : '/sign-in?done=confirmed')
  }

  route('/confirm/:link', {
    get: by('anybody', (visit) => confirmPage(visit, { filled: unfilled(), status: 200 })),
    post: by('anybody', confirm),
  })
}

const NOT_CHOSEN = 'This is not the password that you chose when you signed up.'
