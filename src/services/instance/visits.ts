import type { Account } from '../../core/access/account.ts'
import { refusalOf } from '../../core/access/permission.ts'
import { granted, type Result, refused } from '../../core/refusal.ts'
import type { Store } from '../../store/store.ts'
import { entryBy } from '../access/by.ts'
import type { Doer } from '../people/doer.ts'
import type { SignedIn } from '../people/sessions.ts'
import type { Clock } from '../ports.ts'

export interface VisitsDeps {
  store: Pick<Store, 'accounts' | 'memberships' | 'sessions'>
  clock: Clock
}

/** Looks of an instance admin into accounts that are not theirs: as a viewer, for an hour, and written into that account's
 * own audit log. */
export interface Visits {
  /** The account that would be looked into. `is_member`: it is theirs, so there is no visit to make. */
  target(
    doer: Doer,
    me: SignedIn,
    accountId: string,
  ): Promise<Result<{ account: Account; isMember: boolean }>>
  begin(doer: Doer, me: SignedIn, accountId: string): Promise<Result<'begun' | 'is_member'>>
  /** Goes back to an account of their own, or to none. */
  end(me: SignedIn): Promise<void>
}

const HOUR_MS = 3_600_000

const none = refused({ kind: 'not_found', what: 'page' })

export function createVisits({ store, clock }: VisitsDeps): Visits {
  const target: Visits['target'] = async ({ actor }, me, accountId) => {
    const refusal = refusalOf(actor, 'instance.visit')
    if (refusal) return refused(refusal)
    const account = await store.accounts.byId(accountId)
    if (!account) return none
    const role = await store.memberships.roleOf(accountId, me.person.id)
    return granted({ account, isMember: role !== undefined })
  }

  return {
    target,
    async begin(doer, me, accountId) {
      const found = await target(doer, me, accountId)
      if (!found.ok) return found
      if (found.value.isMember) return granted('is_member')
      const now = clock.now()
      const until = new Date(now.getTime() + HOUR_MS)
      const entry = entryBy(doer.by, now, {
        accountId,
        action: 'instance.visited',
        target: found.value.account.name,
        details: { until: until.toISOString() },
      })
      const set = await store.sessions.setAccount(me.session.id, accountId, { until, entry })
      return set === 'set' ? granted('begun') : none
    },
    async end({ session, person }) {
      const [own] = await store.memberships.ofPerson(person.id)
      await store.sessions.setAccount(session.id, own?.accountId)
    },
  }
}
