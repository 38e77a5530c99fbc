import { type Actor, accountOf, refusalOf } from '../../core/access/permission.ts'
import type { Refusal } from '../../core/refusal.ts'
import type { AccountStore } from '../../store/accounts.ts'
import { columnName } from './usual.ts'

/** The mailbox providers that an account wants beside its reports. */
export interface ProviderColumns {
  /** By the names of columns (gmail). Absent: whoever asks acts for no account, or nothing was chosen. */
  of(actor: Actor): Promise<readonly string[] | undefined>
  /** Keeps these checks of providers, or forgets what was chosen. */
  keep(actor: Actor, checks: readonly string[] | undefined): Promise<'kept' | { refusal: Refusal }>
}

export function createProviderColumns(
  store: Pick<AccountStore, 'shownProviders' | 'setShownProviders'>,
): ProviderColumns {
  return {
    async of(actor) {
      const account = actor.kind === 'session' ? accountOf(actor) : undefined
      return account === undefined ? undefined : await store.shownProviders(account)
    },
    async keep(actor, checks) {
      const refusal = refusalOf(actor, 'tests.describe')
      if (refusal) return { refusal }
      const account = actor.kind === 'session' ? accountOf(actor) : undefined
      if (account === undefined) return { refusal: { kind: 'unauthenticated' } }
      await store.setShownProviders(account, checks?.map(columnName))
      return 'kept'
    },
  }
}
