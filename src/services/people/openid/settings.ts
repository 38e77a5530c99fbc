import type { AccountStore } from '../../../store/accounts.ts'
import type { MembershipStore } from '../../../store/memberships.ts'
import type { PeopleStore } from '../../../store/people.ts'
import type { CeremonyStore } from '../../../store/sessions.ts'
import type { Clock, Log, RandomBytes } from '../../ports.ts'
import type { OfferedWays } from '../ways.ts'
import type { GroupRoles } from './groups.ts'
import type { OpenIdProvider } from './provider.ts'

/** What the configuration says of people who come from the provider. */
export interface OpenIdSettings {
  /** What the button says: Continue with <name>. */
  name: string
  /** Whether somebody whom nobody invited gets in. */
  createPeople: boolean
  /** The name of the account that they join, and in which groups give roles. */
  account: string
  groups: GroupRoles
}

export interface OpenIdDeps {
  provider: OpenIdProvider
  settings: OpenIdSettings
  store: {
    people: Pick<PeopleStore, 'byId' | 'byEmail' | 'create' | 'identities'>
    memberships: Pick<MembershipStore, 'roleOf' | 'add' | 'setRole'>
    accounts: Pick<AccountStore, 'byName'>
    ceremonies: CeremonyStore
  }
  /** The address that the provider sends browsers back to. */
  redirectUri: string
  /** The ways to sign in beside the provider. */
  offered: Omit<OfferedWays, 'provider'>
  clock: Clock
  random: RandomBytes
  log: Log
}
