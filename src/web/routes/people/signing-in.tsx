import type { PeopleDeps } from '../../deps.ts'
import { readFields } from '../../forms/fields.ts'
import { unfilled } from '../../forms/problems.ts'
import { nextPath } from '../../frame/next.ts'
import { CodeDocument, NotSetUpDocument, SignInDocument } from '../../pages/people/signing-in.tsx'
import { ownPage, seeOther } from '../../respond.ts'
import { by, type Handler, type Route, type Visit, type VisitFor } from '../../router.ts'
import { comingOf, flawed, later, type NotTaken } from './coming.ts'

const WRONG = 'The e-mail address or the password is wrong.'
const DONE: Readonly<Record<string, string>> = {
  reset: 'Your password is set. Sign in with it.',
  confirmed: 'Your new address is confirmed. Sign in with it.',
}

/** Signing in: address and password, then the second factor where there is one. */
export function signingInRoutes(route: Route, deps: PeopleDeps): void {
  const { signIn, setup } = deps

  const show: Handler = async (visit) => {
    const { site, viewer } = visit
    const query = new URL(visit.request.url).searchParams
    const next = nextPath(query.get('next'))
    if (viewer.person) return seeOther(next ?? site.href.home)
    if (!(await setup.isClaimed())) return ownPage(<NotSetUpDocument site={site} />)
    return signInPage(visit, next, { filled: unfilled(), status: 200 }, DONE[query.get('done') ?? ''])
  }

  const signInPage = (
    { site }: Visit,
    next: string | undefined,
    { filled, status, headers }: NotTaken,
    done?: string,
  ) =>
    ownPage(
      <SignInDocument
        site={site}
        filled={filled}
        next={next}
        open={deps.signUp !== undefined}
        {...(done !== undefined && { done })}
      />,
      status,
      headers,
    )

  const enter: Handler = async (visit) => {
    const { request, site } = visit
    if (!site.ways.password) return seeOther(site.href.signIn)
    const fields = await readFields(request)
    const next = nextPath(fields.text('next'))
    const typed = { email: fields.text('email') }
    const password = fields.secret('password')
    const outcome = await signIn.withPassword({ ...typed, password }, comingOf(visit))
    if (outcome.kind === 'signed_in')
      return seeOther(next ?? site.href.home, { 'set-cookie': outcome.setCookie })
    if (outcome.kind === 'factor') {
      const asks = next === undefined ? site.href.code : `${site.href.code}?next=${encodeURIComponent(next)}`
      return seeOther(asks, { 'set-cookie': outcome.setCookie })
    }
    if (outcome.kind === 'wrong') return signInPage(visit, next, flawed(typed, [{ says: WRONG }]))
    return signInPage(visit, next, later(typed, outcome))
  }

  route('/sign-in', { get: by('anybody', show), post: by('anybody', enter) })
  codeRoutes(route, deps)
}

const CODE = {
  wrong: 'This code is wrong. Codes of the app change every 30 seconds: enter the one that it shows now.',
  replayed: 'This code was used already. Wait for the next one.',
  unusable:
    'Codes from an app cannot be checked at the moment. Use a recovery code, try again later, or ask whoever runs this site.',
} as const

function codeRoutes(route: Route, { signIn, factors }: PeopleDeps): void {
  const codePage = async (
    { site, me }: VisitFor<'factor'>,
    next: string | undefined,
    { filled, status, headers }: NotTaken,
  ) => {
    const state =
      site.ways.passkeys !== undefined ? await factors?.secondFactor.stateOf(me.person.id) : undefined
    const hasPasskeys = state?.hasPasskeys === true
    const page = <CodeDocument site={site} hasPasskeys={hasPasskeys} filled={filled} next={next} />
    return ownPage(page, status, headers)
  }

  const show: Handler<'factor'> = (visit) => {
    const next = nextPath(new URL(visit.request.url).searchParams.get('next'))
    return codePage(visit, next, { filled: unfilled(), status: 200 })
  }

  const enter: Handler<'factor'> = async (visit) => {
    const { request, site, me } = visit
    const fields = await readFields(request)
    const next = nextPath(fields.text('next'))
    const outcome = await signIn.withFactor(me, fields.secret('code'), comingOf(visit))
    if (outcome.kind === 'wait') return codePage(visit, next, later({}, outcome))
    if (outcome.kind === 'over') return seeOther(site.href.signIn)
    if (outcome.kind !== 'signed_in')
      return codePage(visit, next, flawed({}, [{ field: 'code', says: CODE[outcome.kind] }]))
    const { codesLeft, setCookie } = outcome
    const after = codesLeft === undefined ? (next ?? site.href.home) : `${site.href.me}?codes=${codesLeft}`
    return seeOther(after, { 'set-cookie': setCookie })
  }

  route('/sign-in/code', { get: by('factor', show), post: by('factor', enter) })
}
