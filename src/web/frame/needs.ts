import { type Action, type Actor, refusalOf } from '../../core/access/permission.ts'
import { isToken } from '../../core/mail-test.ts'
import { holderOf, type TokenActor } from '../../services/access/actor.ts'
import {
  actorIn,
  type CurrentAccount,
  type SessionActor,
  type SignedIn,
} from '../../services/people/sessions.ts'
import { noSuchPage, noSuchTest } from '../pages/plain.tsx'
import { noAccountPage, notYourRolePage, otherAccountPage, sessionEndedPage } from '../pages/turned-away.tsx'
import { seeOther } from '../respond.ts'
import type { Site } from '../site.ts'
import type { Viewer } from '../viewer.ts'
import { signInFor } from './next.ts'

/** What is done to a test that is there. */
type TestAction = Exclude<Extract<Action, `tests.${string}`>, 'tests.create'>

/** What whoever asks must be. file: it is the same for everybody, and nobody is asked who they are. Else anybody; somebody whose second factor is still asked for;
 * a person who is signed in; one who may do an action in their current account, or to the instance; or (`test:`) one who may do it to the test of the token in the path:
 * as one of its account who looks at it, or else as whoever holds the token. */
export type Needs = 'file' | 'anybody' | 'factor' | 'person' | Action | `test:${TestAction}`

/** What nobody does by a token alone. */
type OwnersAction = 'tests.share' | 'tests.repeat' | 'tests.unsubscribe'

/** Who looks at a test: one of its account, or whoever has its token. */
export type Reader = TokenActor | SessionActor

type InstanceAction = Extract<Action, `instance.${string}`>
type InstanceActor = Extract<Actor, { kind: 'instance_admin' }>

/** What a handler may know of a request. */
export interface Visit {
  request: Request
  params: Readonly<Record<string, string>>
  /** The network that it comes from, as text. */
  client: string
  /** The site as this visitor sees it: pages are made with it. */
  site: Site
  viewer: Viewer
}

/** A visit with what a route needs. */
export type VisitFor<N extends Needs> = Visit &
  (N extends 'file' | 'anybody'
    ? unknown
    : N extends `test:${infer A}`
      ? { token: string; reader: A extends OwnersAction ? SessionActor : Reader }
      : N extends 'factor' | 'person'
        ? { me: SignedIn }
        : N extends InstanceAction
          ? { me: SignedIn; actor: InstanceActor }
          : { me: SignedIn; account: CurrentAccount; actor: SessionActor })

/** What `admit` hands to handlers: of which route what, `VisitFor` says. */
type Admitted = Visit & {
  token?: string
  reader?: Reader
  me?: SignedIn
  account?: CurrentAccount
  actor?: SessionActor | InstanceActor
}

/** The account whose test a token names. Absent: nobody's. */
export type AccountOfTest = (token: string) => Promise<string | undefined>

/** Lets those through who are what a route needs, with what its handler is then handed; or says why not. */
export async function admit(
  needs: Needs,
  visit: Visit,
  accountOf: AccountOfTest,
): Promise<Admitted | Response> {
  const { halfway, person: me } = visit.viewer
  if (needs === 'file' || needs === 'anybody') return visit
  if (needs === 'factor') return halfway ? { ...visit, me: halfway } : seeOther('/sign-in')
  if (isOfTest(needs)) return admitToTest(actionOf(needs), visit, accountOf)
  if (!me) return signInFirst(visit)
  return needs === 'person' ? { ...visit, me } : admitTo(needs, visit, me)
}

const isOfTest = (needs: Needs): needs is `test:${TestAction}` => needs.startsWith('test:')

/** What is done, where a need is an action of an account, of the instance, or to a test. */
export const actionOf = <A extends Action>(needs: A | `test:${A}`): A => needs.replace(/^test:/, '') as A

async function admitToTest(
  action: TestAction,
  visit: Visit,
  accountOf: AccountOfTest,
): Promise<Admitted | Response> {
  const { site, viewer } = visit
  const { holder, person: me } = viewer
  if (!holder) return noSuchTest(site)
  const { token } = holder
  // Of who is not signed in nothing has to be looked up.
  const owner = me && (await accountOf(token))
  if (me?.account && me.account.id === owner) {
    const reader = actorIn(me.person, me.account)
    const refusal = refusalOf(reader, action)
    if (!refusal) return { ...visit, token, reader }
    return notYourRolePage(site, me.account, refusal.kind === 'missing_role' ? refusal.role : undefined)
  }
  const other = owner === undefined ? undefined : site.visitor?.accounts.find(({ id }) => id === owner)
  if (other) return otherAccountPage(site, other, site.href.test(token))
  if (!refusalOf(holder, action)) return { ...visit, token, reader: holder }
  return me ? noSuchTest(site, token) : signInFirst(visit)
}

function admitTo(action: Action, visit: Visit, me: SignedIn): Admitted | Response {
  const { person, account } = me
  if (action.startsWith('instance.')) {
    const actor = { kind: 'instance_admin', personId: person.id } as const
    const mayDo = person.isInstanceAdmin && !refusalOf(actor, action)
    // Others learn nothing of what an operator has.
    return mayDo ? { ...visit, me, actor } : noSuchPage(visit.site)
  }
  if (!account) return noAccountPage(visit.site)
  const actor = actorIn(person, account)
  const refusal = refusalOf(actor, action)
  if (!refusal) return { ...visit, me, account, actor }
  return notYourRolePage(visit.site, account, refusal.kind === 'missing_role' ? refusal.role : undefined)
}

function signInFirst({ request, site }: Visit): Response {
  const { pathname, search } = new URL(request.url)
  if (request.method === 'POST') return sessionEndedPage(site)
  return seeOther(signInFor(`${pathname}${search}`))
}

/** Whoever holds the token that a path names. */
export function holderIn(params: Visit['params']): TokenActor | undefined {
  const token = params['token'] ?? ''
  return isToken(token) ? holderOf(token) : undefined
}
