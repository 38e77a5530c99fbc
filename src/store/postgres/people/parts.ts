import type { Store } from '../../store.ts'
import type { PartOptions } from '../options.ts'
import type { Db } from '../sql/database.ts'
import { auditPart } from './audit.ts'
import { ceremonyPart } from './ceremonies.ts'
import { changingWrites } from './changing.ts'
import { factorPart } from './factors.ts'
import { identityPart } from './identities.ts'
import { invitationPart } from './invitations.ts'
import { linkPart } from './links.ts'
import { makingWrites } from './making.ts'
import { membershipPart } from './memberships.ts'
import { passkeyPart } from './passkeys.ts'
import { peopleReads } from './reads.ts'
import { sessionPart } from './sessions.ts'

/** People, how they sign in, which accounts they are in, and what was done. */
export function peopleParts(
  db: Db,
  _of: PartOptions,
): Pick<
  Store,
  'people' | 'memberships' | 'invitations' | 'sessions' | 'oneTimeLinks' | 'ceremonies' | 'audit'
> {
  return {
    people: {
      ...peopleReads(db),
      ...makingWrites(db),
      ...changingWrites(db),
      factors: factorPart(db),
      passkeys: passkeyPart(db),
      identities: identityPart(db),
    },
    memberships: membershipPart(db),
    invitations: invitationPart(db),
    sessions: sessionPart(db),
    oneTimeLinks: linkPart(db),
    ceremonies: ceremonyPart(db),
    audit: auditPart(db),
  }
}
