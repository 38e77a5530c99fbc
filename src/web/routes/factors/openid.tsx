import type { OpenId } from '../../../services/people/openid/openid.ts'
import type { FactorDeps, PeopleDeps } from '../../deps.ts'
import { readFields } from '../../forms/fields.ts'
import { type Problem, problemsOf, unfilled } from '../../forms/problems.ts'
import { proofIn, proofProblem } from '../../forms/proof.ts'
import { nextPath, signInFor } from '../../frame/next.ts'
import {
  LinkWaitingDocument,
  OnTheWayDocument,
  OpenIdDocument,
  UnlinkDocument,
} from '../../pages/factors/openid.tsx'
import { OPEN_ID } from '../../pages/factors/paths.ts'
import { signInProblemPage } from '../../pages/factors/problem.tsx'
import { ownPage, seeOther, withCookies } from '../../respond.ts'
import { by, type Route, type Visit, type VisitFor } from '../../router.ts'
import { duration } from '../../wording.ts'
import { comingOf } from '../people/coming.ts'
import { linkProblem, openIdProblem } from './openid-words.tsx'

type Mine = VisitFor<'person'>

/** What the routes of the provider work with. */
interface OpenIdDeps {
  people: PeopleDeps
  factors: FactorDeps
  openId: OpenId
}

const ANSWER_SECONDS = 10 * 60
const LINK_SECONDS = 30 * 60

/** Signing in with the provider of the configuration, and linking it. */
export function openIdRoutes(route: Route, people: PeopleDeps, factors: FactorDeps): void {
  const { openId } = factors
  if (!openId) return
  const deps = { people, factors, openId }
  route(OPEN_ID.begin, { get: by('anybody', (visit) => begin(deps, visit)) })
  route(OPEN_ID.back, { get: by('anybody', (visit) => comeBack(deps, visit)) })
  route(OPEN_ID.path, { get: by('person', (visit) => shown(deps, visit)) })
  route(OPEN_ID.link, { post: by('person', (visit) => beginLink(deps, visit)) })
  route(OPEN_ID.unlink, {
    get: by('person', (visit) => askUnlink(deps, visit)),
    post: by('person', (visit) => unlink(deps, visit)),
  })
  route(OPEN_ID.waiting, {
    get: by('person', (visit) => askWaiting(deps, visit)),
    post: by('person', (visit) => linkWaiting(deps, visit)),
  })
}

const tokenIn = ({ factors }: OpenIdDeps, { request }: Visit) =>
  factors.cookies.openId.valuesIn(request.headers.get('cookie'))[0] ?? ''

async function begin(deps: OpenIdDeps, visit: Visit): Promise<Response> {
  const { site, client, request } = visit
  const turn = await deps.factors.asking.take(client)
  if ('waitSeconds' in turn) {
    const says = `Too many tries. Wait ${duration(turn.waitSeconds)}, then try again.`
    return signInProblemPage(site, { status: 429, title: 'Too many tries', says })
  }
  const next = nextPath(new URL(request.url).searchParams.get('next'))
  const begun = await deps.openId.begin({ kind: 'sign_in', ...(next !== undefined && { next }) })
  if (begun.kind !== 'begun') return signInProblemPage(site, openIdProblem(begun, deps.openId.name))
  return withCookies(seeOther(begun.url), deps.factors.cookies.openId.set(begun.token, ANSWER_SECONDS))
}

async function comeBack(deps: OpenIdDeps, visit: Visit): Promise<Response> {
  const { site, client, request, viewer } = visit
  const cookie = deps.factors.cookies.openId
  const sessionId = viewer.person?.session.id
  const from = { client, ...(sessionId !== undefined && { sessionId }) }
  const answer = await deps.openId.finish(tokenIn(deps, visit), new URL(request.url).search, from)
  switch (answer.kind) {
    case 'signed_in': {
      const { person } = answer
      // What the provider asked of them is not known here: who turned on a second step is asked for it.
      const { isOn } = await deps.factors.secondFactor.stateOf(person.id)
      const begun = { person, method: 'oidc', stage: isOn ? 'factor' : 'whole', ...comingOf(visit) } as const
      const session = await deps.people.sessions.begin(begun)
      return withCookies(seeOther(afterwards(visit, isOn, answer.next)), session, cookie.removed())
    }
    case 'linked':
      return withCookies(seeOther(`${OPEN_ID.path}?done=linked`), cookie.removed())
    case 'link_first':
      return withCookies(seeOther(signInFor(OPEN_ID.waiting)), cookie.set(answer.token, LINK_SECONDS))
    default:
      return withCookies(signInProblemPage(site, openIdProblem(answer, deps.openId.name)), cookie.removed())
  }
}

function afterwards({ site }: Visit, isOn: boolean, asked: string | undefined): string {
  const next = nextPath(asked)
  if (!isOn) return next ?? site.href.home
  return next === undefined ? site.href.code : `${site.href.code}?next=${encodeURIComponent(next)}`
}

const DONE: Readonly<Record<string, string>> = {
  linked: 'Linked. You can sign in with it from now on.',
  unlinked: 'Unlinked.',
}

async function shown(deps: OpenIdDeps, { site, me, request }: Mine, problem?: Problem): Promise<Response> {
  const { openId, factors } = deps
  const done = problem ? undefined : DONE[new URL(request.url).searchParams.get('done') ?? '']
  return ownPage(
    <OpenIdDocument
      site={site}
      name={openId.name}
      identities={await openId.of(me.person.id)}
      proofs={await factors.confirming.proofsOf(me.person.id)}
      filled={{ ...unfilled(), problems: problemsOf(problem) }}
      {...(done !== undefined && { done })}
    />,
    problem ? 422 : 200,
  )
}

/** A page in between: a form whose answer leads elsewhere would break the policy of its page (CSP, form-action). */
async function beginLink(deps: OpenIdDeps, visit: Mine): Promise<Response> {
  const { me, client, site, request } = visit
  const proof = proofIn(await readFields(request))
  const refused = proofProblem(await deps.factors.confirming.confirm(me, proof, client))
  if (refused) return shown(deps, visit, refused)
  const purpose = { kind: 'link', personId: me.person.id, sessionId: me.session.id } as const
  const begun = await deps.openId.begin(purpose)
  if (begun.kind !== 'begun') return signInProblemPage(site, openIdProblem(begun, deps.openId.name))
  const page = ownPage(<OnTheWayDocument site={site} name={deps.openId.name} url={begun.url} />)
  return withCookies(page, deps.factors.cookies.openId.set(begun.token, ANSWER_SECONDS))
}

async function askUnlink(deps: OpenIdDeps, { site, me }: Mine, problem?: Problem): Promise<Response> {
  const [identity] = await deps.openId.of(me.person.id)
  if (!identity) return seeOther(OPEN_ID.path)
  const proofs = await deps.factors.confirming.proofsOf(me.person.id)
  const filled = { ...unfilled(), problems: problemsOf(problem) }
  const page = <UnlinkDocument site={site} name={deps.openId.name} proofs={proofs} filled={filled} />
  return ownPage(page, problem ? 422 : 200)
}

const LAST_WAY: Problem = {
  says: 'This is your only way to sign in. Set a password or add a passkey first.',
}

async function unlink(deps: OpenIdDeps, visit: Mine): Promise<Response> {
  const { me, client, request } = visit
  const proof = proofIn(await readFields(request))
  const refused = proofProblem(await deps.factors.confirming.confirm(me, proof, client))
  if (refused) return askUnlink(deps, visit, refused)
  for (const identity of await deps.openId.of(me.person.id)) {
    const outcome = await deps.openId.unlink({ person: me.person, client }, identity)
    if (outcome === 'last_way_in') return askUnlink(deps, visit, LAST_WAY)
  }
  return seeOther(`${OPEN_ID.path}?done=unlinked`)
}

/** After signing in the way they have: links what they came with, where they say so. */
const askWaiting = async (deps: OpenIdDeps, visit: Mine): Promise<Response> => {
  const { site, me } = visit
  const waits = await deps.openId.waits(tokenIn(deps, visit), me.person.id)
  if (!waits) return signInProblemPage(site, linkProblem('expired', deps.openId.name))
  return ownPage(<LinkWaitingDocument site={site} name={deps.openId.name} />)
}

const linkWaiting: (deps: OpenIdDeps, visit: Mine) => Promise<Response> = async (deps, visit) => {
  const { site, me, client } = visit
  const outcome = await deps.openId.linkWaiting({ person: me.person, client }, tokenIn(deps, visit))
  const answer =
    outcome === 'linked'
      ? seeOther(`${OPEN_ID.path}?done=linked`)
      : signInProblemPage(site, linkProblem(outcome, deps.openId.name))
  return withCookies(answer, deps.factors.cookies.openId.removed())
}
