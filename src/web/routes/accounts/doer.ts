import { asActor } from '../../../services/people/audited.ts'
import type { Doer } from '../../../services/people/doer.ts'
import type { SessionActor, SignedIn } from '../../../services/people/sessions.ts'
import { refusedPage } from '../../pages/plain.tsx'
import { notYourRolePage } from '../../pages/turned-away.tsx'
import type { Site } from '../../site.ts'

/** A visit of somebody who is signed in. */
interface Visited {
  me: SignedIn
  client: string
}

/** Who does it, as the audit log names them. */
export function byOf({ me, client }: Visited): Doer['by'] {
  return { actor: asActor(me.person), client }
}

/** Who does it in the account that they look at. */
export function doerOf(visit: Visited & { actor: SessionActor }): Doer {
  return { actor: visit.actor, by: byOf(visit) }
}

/** Somebody's role was changed while the page was open, or they look at another account by now. */
export function changedMeanwhile(site: Site): Response {
  const account = site.visitor?.account
  return account
    ? notYourRolePage(site, account, undefined)
    : refusedPage(site, 403, { title: 'This cannot be done', says: 'Go to the start page and try again.' })
}
