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
import { noAccountPage, notYourRolePage, sessionEndedPage } from '../pages/turned-away.tsx'
import { seeOther } from '../respond.ts'
import type { Site } from '../site.ts'
import type { Viewer } from '../viewer.ts'
import { signInFor } from './next.ts'

/** What whoever asks must be. file: it is the same for everybody, and nobody is asked who they are. Else anybody; holder of the token in the path; somebody whose second factor is still asked for;
 * a person who is signed in; or one who may do an action in their current account, or to the instance. */
export type Needs = 'file' | 'anybody' | 'token' | 'factor' | 'person' | Action

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
    : N extends 'token'
      ? { holder: TokenActor }
      : N extends 'factor' | 'person'
        ? { me: SignedIn }
        : N extends InstanceAction
          ? { me: SignedIn; actor: InstanceActor }
          : { me: SignedIn; account: CurrentAccount; actor: SessionActor })

/** What `admit` hands to handlers: of which route what, `VisitFor` says. */
type Admitted = Visit & {
  holder?: TokenActor
  me?: SignedIn
  account?: CurrentAccount
  actor?: SessionActor | InstanceActor
}

/** Lets those through who are what a route needs, with what its handler is then handed; or says why not. */
export function admit(needs: Needs, visit: Visit): Admitted | Response {
  const { holder, halfway, person: me } = visit.viewer
  if (needs === 'file' || needs === 'anybody') return visit
  if (needs === 'token') return holder ? { ...visit, holder } : noSuchTest(visit.site)
  if (needs === 'factor') return halfway ? { ...visit, me: halfway } : seeOther('/sign-in')
  if (!me) return signInFirst(visit)
  return needs === 'person' ? { ...visit, me } : admitTo(needs, visit, me)
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
