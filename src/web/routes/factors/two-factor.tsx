import type { FactorDeps } from '../../deps.ts'
import { readFields } from '../../forms/fields.ts'
import { type Problem, problemsOf, unfilled } from '../../forms/problems.ts'
import { proofIn, proofProblem } from '../../forms/proof.ts'
import type { VisitFor } from '../../frame/needs.ts'
import { CodesDocument } from '../../pages/factors/codes.tsx'
import { TWO_FACTOR } from '../../pages/factors/paths.ts'
import { SetUpDocument } from '../../pages/factors/set-up.tsx'
import { TwoFactorAskDocument, TwoFactorDocument } from '../../pages/factors/two-factor.tsx'
import { ownPage, seeOther } from '../../respond.ts'
import { by, type Handler, type Route } from '../../router.ts'

type Mine = VisitFor<'person'>

const WRONG_CODE: Problem = {
  field: 'code',
  says: 'This code is wrong. Codes change every 30 seconds: enter the one that the app shows now, and check that the clock of the phone is right.',
}
const UNUSABLE: Problem = {
  says: 'Two-step sign-in cannot be set up: this server cannot open its encryption key. Whoever runs it finds the reason in its log.',
}

/** `/me/two-factor`: the second step of a person's own sign-in. */
export function twoFactorRoutes(route: Route, deps: FactorDeps): void {
  route(TWO_FACTOR.path, { get: by('person', (visit) => shown(deps, visit)) })
  route(TWO_FACTOR.setUp, {
    get: by('person', (visit) => setUp(deps, visit)),
    post: by('person', (visit) => enable(deps, visit)),
  })
  for (const what of ['codes', 'off'] as const) {
    route(TWO_FACTOR[what], {
      get: by('person', (visit) => asked(deps, visit, what)),
      post: by('person', changing(deps, what)),
    })
  }
}

const doerOf = ({ me, client }: Mine) => ({ person: me.person, client })

async function shown(deps: FactorDeps, { me, site, request }: Mine): Promise<Response> {
  const state = await deps.secondFactor.stateOf(me.person.id)
  const isDone = new URL(request.url).searchParams.has('off') && !state.isOn
  const done = isDone ? { done: 'Two-step sign-in is off.' } : {}
  return ownPage(<TwoFactorDocument site={site} {...state} {...done} />)
}

async function setUp(
  deps: FactorDeps,
  visit: Mine,
  again?: { base32: string; problems: readonly Problem[] },
): Promise<Response> {
  const { site, me } = visit
  if ((await deps.secondFactor.stateOf(me.person.id)).isOn) return seeOther(TWO_FACTOR.path)
  const doer = doerOf(visit)
  const shownAgain = again && (await deps.secondFactor.proposed(doer, again.base32))
  const secret = shownAgain ?? (await deps.secondFactor.propose(doer))
  const proofs = await deps.confirming.proofsOf(me.person.id)
  const filled = { typed: {}, problems: again?.problems ?? [] }
  const status = filled.problems.length > 0 ? 422 : 200
  return ownPage(<SetUpDocument site={site} secret={secret} proofs={proofs} filled={filled} />, status)
}

async function enable(deps: FactorDeps, visit: Mine): Promise<Response> {
  const fields = await readFields(visit.request)
  const base32 = fields.text('secret')
  const { me, client } = visit
  const confirmation = await deps.confirming.confirm(me, proofIn(fields), client)
  const refused = proofProblem(confirmation)
  if (refused) return setUp(deps, visit, { base32, problems: [refused] })
  const outcome = await deps.secondFactor.enable(doerOf(visit), base32, fields.text('code'))
  switch (outcome.kind) {
    case 'enabled':
      return codesPage(visit, outcome.codes, 'Two-step sign-in is on.')
    case 'is_enabled':
      return seeOther(TWO_FACTOR.path)
    case 'unusable':
      return setUp(deps, visit, { base32, problems: [UNUSABLE] })
    default:
      return setUp(deps, visit, { base32, problems: [WRONG_CODE] })
  }
}

function codesPage({ site, me }: Mine, codes: readonly string[], done: string): Response {
  return ownPage(<CodesDocument site={site} codes={codes} done={done} email={me.person.email} />)
}

async function asked(
  deps: FactorDeps,
  { site, me }: Mine,
  what: 'codes' | 'off',
  problem?: Problem,
): Promise<Response> {
  if (!(await deps.secondFactor.stateOf(me.person.id)).isOn) return seeOther(TWO_FACTOR.path)
  const proofs = await deps.confirming.proofsOf(me.person.id)
  const filled = { ...unfilled(), problems: problemsOf(problem) }
  const page = <TwoFactorAskDocument site={site} what={what} proofs={proofs} filled={filled} />
  return ownPage(page, problem ? 422 : 200)
}

function changing(deps: FactorDeps, what: 'codes' | 'off'): Handler<'person'> {
  return async (visit) => {
    const { me, client } = visit
    const proof = proofIn(await readFields(visit.request))
    const refused = proofProblem(await deps.confirming.confirm(me, proof, client))
    if (refused) return asked(deps, visit, what, refused)
    if (what === 'off') {
      await deps.secondFactor.disable(doerOf(visit))
      return seeOther(`${TWO_FACTOR.path}?off`)
    }
    const outcome = await deps.secondFactor.renewCodes(doerOf(visit))
    if (outcome.kind === 'not_enabled') return seeOther(TWO_FACTOR.path)
    return codesPage(visit, outcome.codes, 'These are your new codes. The earlier ones no longer work.')
  }
}
