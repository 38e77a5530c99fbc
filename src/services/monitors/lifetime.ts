import type { Store } from '../../store/store.ts'
import type { Accounts } from '../access/accounts.ts'
import type { MonitorMailIntake } from '../intake/monitor-mail.ts'

/** Tests of monitors last as long as all others of their account: as its plan says, or else so many days. */
export function createLifetime(
  store: Pick<Store, 'accounts'>,
  accounts: Pick<Accounts, 'planOf'>,
  days: number,
): MonitorMailIntake {
  return {
    async lifetimeDays(accountId) {
      const account = await store.accounts.byId(accountId)
      return (account && accounts.planOf(account).testLifetimeDays) ?? days
    },
  }
}
