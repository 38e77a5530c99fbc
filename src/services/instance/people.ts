import type { AuditAction, NewAuditEntry } from '../../core/access/audit.ts'
import { refusalOf } from '../../core/access/permission.ts'
import type { Person } from '../../core/access/person.ts'
import { granted, type Result, refused } from '../../core/refusal.ts'
import type { PageOf, PersonWithCredentials } from '../../store/people.ts'
import type { Store } from '../../store/store.ts'
import { entryBy } from '../access/by.ts'
import type { Doer } from '../people/doer.ts'
import { newToken } from '../people/token.ts'
import type { Clock, RandomBytes } from '../ports.ts'

export interface InstancePeopleDeps {
  store: Pick<Store, 'people' | 'memberships' | 'sessions' | 'oneTimeLinks' | 'audit'>
  clock: Clock
  random: RandomBytes
  /** Without a slash at its end. */
  baseUrl: string
}

export type { PageOf } from '../../store/people.ts'

/** A person with what their administrator has to know. */
export interface PersonDetails {
  person: PersonWithCredentials
  accounts: { id: string; name: string; role: string }[]
  sessions: number
}

export type AdminChange = 'changed' | 'last_admin'

/** The people of the instance, for its administrators. */
export interface InstancePeople {
  list(after?: string, search?: string): Promise<PageOf<Person>>
  find(id: string): Promise<PersonDetails | undefined>
  setAdmin(doer: Doer, id: string, isInstanceAdmin: boolean): Promise<Result<AdminChange>>
  /** Gives how many. */
  endSessions(doer: Doer, id: string): Promise<Result<number>>
  disableSecondFactor(doer: Doer, id: string): Promise<Result<'disabled' | 'not_enabled'>>
  /** A link by which the person sets a new password, once; earlier ones work no longer. */
  resetLink(doer: Doer, id: string): Promise<Result<{ person: Person; link: string; until: Date }>>
}

const PAGE = 50
const LINK_VALID_MS = 24 * 60 * 60_000

const noPerson = refused({ kind: 'not_found', what: 'page' })

export function createInstancePeople({ store, clock, random, baseUrl }: InstancePeopleDeps): InstancePeople {
  /** The person whom an administrator may change, with the entry that says so. */
  async function subject(
    { actor, by }: Doer,
    id: string,
    action: AuditAction,
  ): Promise<Result<{ person: Person; entry: NewAuditEntry }>> {
    const refusal = refusalOf(actor, 'instance.change')
    if (refusal) return refused(refusal)
    const person = await store.people.byId(id)
    if (!person) return noPerson
    const entry = entryBy(by, clock.now(), { personId: id, action, target: person.email })
    return granted({ person, entry })
  }

  return {
    list: (after, search) =>
      store.people.list({
        limit: PAGE,
        ...(after !== undefined && { after }),
        ...(search !== undefined && search !== '' && { search }),
      }),

    async find(id) {
      const person = await store.people.byId(id)
      if (!person) return undefined
      const [memberships, sessions] = await Promise.all([
        store.memberships.ofPerson(id),
        store.sessions.of(id),
      ])
      const accounts = memberships.map(({ account, role }) => ({ id: account.id, name: account.name, role }))
      return { person, accounts, sessions: sessions.length }
    },

    async setAdmin(doer, id, isInstanceAdmin) {
      const found = await subject(doer, id, isInstanceAdmin ? 'person.admin_granted' : 'person.admin_revoked')
      if (!found.ok) return found
      if (found.value.person.isInstanceAdmin === isInstanceAdmin) return granted('changed')
      const outcome = await store.people.change(id, { isInstanceAdmin }, found.value.entry)
      return outcome === 'changed' || outcome === 'last_admin' ? granted(outcome) : noPerson
    },

    async endSessions(doer, id) {
      const found = await subject(doer, id, 'session.revoked')
      if (!found.ok) return found
      const entry = { ...found.value.entry, details: { which: 'all' } }
      return granted(await store.sessions.endAll(id, undefined, entry))
    },

    async disableSecondFactor(doer, id) {
      const found = await subject(doer, id, 'totp.disabled')
      return found.ok ? granted(await store.people.factors.disable(id, found.value.entry)) : found
    },

    async resetLink(doer, id) {
      const found = await subject(doer, id, 'password.reset_requested')
      if (!found.ok) return found
      const { person, entry } = found.value
      const { text, hash } = newToken(random)
      const createdAt = clock.now()
      const until = new Date(createdAt.getTime() + LINK_VALID_MS)
      // First the entry: there is no link that the log does not tell of.
      await store.audit.add(entry)
      await store.oneTimeLinks.put(hash, { purpose: 'reset', personId: id, createdAt, expiresAt: until })
      return granted({ person, link: `${baseUrl}/reset/${text}`, until })
    },
  }
}
