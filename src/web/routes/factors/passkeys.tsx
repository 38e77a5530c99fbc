import type { Passkey } from '../../../core/access/person.ts'
import type { Adding } from '../../../services/people/passkeys/passkeys.ts'
import { CONFIRM_OPTIONS } from '../../components/factors/proof-fields.tsx'
import type { FactorDeps } from '../../deps.ts'
import { readFields } from '../../forms/fields.ts'
import { type Filled, type Problem, problemsOf, unfilled } from '../../forms/problems.ts'
import { proofIn, proofProblem } from '../../forms/proof.ts'
import type { VisitFor } from '../../frame/needs.ts'
import { PasskeyDocument, PasskeysDocument, RemovePasskeyDocument } from '../../pages/factors/passkeys.tsx'
import { PASSKEYS } from '../../pages/factors/paths.ts'
import { noSuchPage } from '../../pages/plain.tsx'
import { json, ownPage, seeOther } from '../../respond.ts'
import { by, type Route } from '../../router.ts'

type Mine = VisitFor<'person'>

/** `/me/passkeys`, and what the script asks for there. */
export function passkeyRoutes(route: Route, deps: FactorDeps): void {
  const { passkeys } = deps
  route(PASSKEYS.path, {
    get: by('person', (visit) => list(deps, visit, unfilled())),
    post: by('person', (visit) => add(deps, visit)),
  })
  route(PASSKEYS.options, {
    post: by('person', async ({ me, client, site }) =>
      passkeys.party.kind === 'usable'
        ? ((await tooMany(deps, me)) ??
          json(await passkeys.beginAdding({ person: me.person, client }, me.session.id)))
        : noSuchPage(site),
    ),
  })
  route(CONFIRM_OPTIONS, {
    post: by('person', async ({ me, site }) =>
      passkeys.party.kind === 'usable'
        ? ((await tooMany(deps, me)) ??
          json(await passkeys.beginSignIn({ personId: me.person.id, sessionId: me.session.id })))
        : noSuchPage(site),
    ),
  })
  route('/me/passkeys/:id', { get: by('person', (visit) => one(deps, visit, unfilled())) })
  route('/me/passkeys/:id/rename', { post: by('person', (visit) => rename(deps, visit)) })
  route('/me/passkeys/:id/remove', {
    get: by('person', (visit) => askRemoval(deps, visit)),
    post: by('person', (visit) => remove(deps, visit)),
  })
}

/** Each question waits in the database for its answer: one session does not fill it. */
export async function tooMany(
  { asking }: Pick<FactorDeps, 'asking'>,
  { session }: Mine['me'],
): Promise<Response | undefined> {
  const turn = await asking.take(session.id)
  return 'waitSeconds' in turn ? json({}, 429, { 'retry-after': String(turn.waitSeconds) }) : undefined
}

const DONE: Readonly<Record<string, string>> = {
  added: 'The passkey was added. It is offered at your next sign-in.',
  renamed: 'The passkey was renamed.',
  removed: 'The passkey was removed.',
}

async function list(deps: FactorDeps, { site, me, request }: Mine, filled: Filled): Promise<Response> {
  const passkeys = await deps.passkeys.of(me.person.id)
  const done = DONE[new URL(request.url).searchParams.get('done') ?? '']
  return ownPage(
    <PasskeysDocument
      site={site}
      party={deps.passkeys.party}
      passkeys={passkeys}
      proofs={await proofsOf(deps, me)}
      filled={filled}
      {...(done !== undefined && filled.problems.length === 0 && { done })}
    />,
    filled.problems.length > 0 ? 422 : 200,
  )
}

/** Whoever has a password types it first. To show another passkey would be one more dialog of the same kind. */
async function proofsOf(deps: FactorDeps, { person }: Mine['me']) {
  const proofs = await deps.confirming.proofsOf(person.id)
  return proofs.filter((proof) => proof === 'password')
}

const NOT_ADDED: Readonly<Record<Exclude<Adding['kind'], 'added'>, Problem>> = {
  bad_name: { field: 'name', says: 'Enter a name for the passkey, of at most 100 characters.' },
  expired: { says: 'This took longer than five minutes. Add the passkey again.' },
  known: { says: 'This passkey was added already.' },
  too_many: { says: 'You have 50 passkeys, the most there can be. Remove one first.' },
  refused: { says: 'The browser’s answer could not be verified, so nothing was added. Try again.' },
}

async function add(deps: FactorDeps, visit: Mine): Promise<Response> {
  const { me, client } = visit
  if (deps.passkeys.party.kind !== 'usable') return list(deps, visit, unfilled())
  const fields = await readFields(visit.request)
  const name = fields.text('name')
  const token = fields.text('passkey_token')
  const doer = { person: me.person, client }
  if ((await proofsOf(deps, me)).length > 0) {
    const proof = { ...proofIn(fields), passkey: { token: '', answer: '' } }
    const refused = proofProblem(await deps.confirming.confirm(me, proof, client))
    if (refused) return list(deps, visit, { typed: { name }, problems: [refused] })
  }
  const outcome = await deps.passkeys.finishAdding(
    doer,
    me.session.id,
    token,
    name,
    fields.secret('passkey_answer'),
  )
  if (outcome.kind === 'added') return seeOther(`${PASSKEYS.path}?done=added`)
  return list(deps, visit, { typed: { name }, problems: [NOT_ADDED[outcome.kind]] })
}

/** The passkey that a path names, where it is one of theirs. */
async function mine(deps: FactorDeps, { me, params }: Mine): Promise<Passkey | undefined> {
  const all = await deps.passkeys.of(me.person.id)
  return all.find(({ id }) => id === params['id'])
}

async function one(deps: FactorDeps, visit: Mine, filled: Filled): Promise<Response> {
  const passkey = await mine(deps, visit)
  if (!passkey) return noSuchPage(visit.site)
  const page = <PasskeyDocument site={visit.site} passkey={passkey} filled={filled} />
  return ownPage(page, filled.problems.length > 0 ? 422 : 200)
}

async function rename(deps: FactorDeps, visit: Mine): Promise<Response> {
  const name = (await readFields(visit.request)).text('name')
  const outcome = await deps.passkeys.rename(visit.me.person.id, visit.params['id'] ?? '', name)
  if (outcome === 'renamed') return seeOther(`${PASSKEYS.path}?done=renamed`)
  if (outcome === 'unknown_passkey') return noSuchPage(visit.site)
  return one(deps, visit, { typed: { name }, problems: [NOT_ADDED.bad_name] })
}

async function askRemoval(deps: FactorDeps, visit: Mine, problem?: Problem): Promise<Response> {
  const passkey = await mine(deps, visit)
  if (!passkey) return noSuchPage(visit.site)
  const proofs = await deps.confirming.proofsOf(visit.me.person.id)
  const filled = { ...unfilled(), problems: problemsOf(problem) }
  return ownPage(
    <RemovePasskeyDocument site={visit.site} passkey={passkey} proofs={proofs} filled={filled} />,
    problem ? 422 : 200,
  )
}

const LAST_WAY: Problem = {
  says: 'This is your only way to sign in. Set a password or add another passkey first.',
}

async function remove(deps: FactorDeps, visit: Mine): Promise<Response> {
  const { me, client } = visit
  const proof = proofIn(await readFields(visit.request))
  const refused = proofProblem(await deps.confirming.confirm(me, proof, client))
  if (refused) return askRemoval(deps, visit, refused)
  const outcome = await deps.passkeys.remove({ person: me.person, client }, visit.params['id'] ?? '')
  if (outcome === 'unknown_passkey') return noSuchPage(visit.site)
  return outcome === 'last_way_in'
    ? askRemoval(deps, visit, LAST_WAY)
    : seeOther(`${PASSKEYS.path}?done=removed`)
}
