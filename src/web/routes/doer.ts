import type { Actor } from '../../core/access/permission.ts'
import { asActor } from '../../services/people/audited.ts'
import type { Doer } from '../../services/people/doer.ts'
import type { SignedIn } from '../../services/people/sessions.ts'

/** Who changes something by a page. */
export function doerOf({ actor, me, client }: { actor: Actor; me: SignedIn; client: string }): Doer {
  return { actor, by: { actor: asActor(me.person), client } }
}
