import { allowanceDay, allowanceMonth } from '../../core/access/account.ts'
import type { MailTest } from '../../core/mail-test.ts'
import type { ReportCount } from '../../store/messages.ts'
import type { Store } from '../../store/store.ts'
import type { Accounts } from '../access/accounts.ts'
import type { Clock } from '../ports.ts'

export interface ReportGateDeps {
  store: Pick<Store, 'accounts'>
  accounts: Pick<Accounts, 'planOf'>
  clock: Clock
  /** Full reports that one client without an account gets in a UTC day. Absent: unlimited. */
  anonymousPerDay: number | undefined
}

/** Which reports are shown in full: decided once for a test, when it is first scored, and lifted by a better plan. */
export interface ReportGate {
  /** What the first report of a test counts against now: the account's month, or the day of an anonymous client. Absent
   * where anonymous clients are not counted. */
  count(accountId: string | undefined): Promise<ReportCount | undefined>
  /** Whether the test's report is withheld: it was gated, and what holds now does not allow as many either. */
  isGated(test: Pick<MailTest, 'gatedNumber' | 'accountId'>): Promise<boolean>
}

export function createReportGate({ store, accounts, clock, anonymousPerDay }: ReportGateDeps): ReportGate {
  async function unitsOf(accountId: string | undefined): Promise<number | undefined> {
    if (accountId === undefined) return anonymousPerDay
    const account = await store.accounts.byId(accountId)
    return account && accounts.planOf(account).fullReportsPerMonth
  }

  return {
    async count(accountId) {
      if (accountId === undefined && anonymousPerDay === undefined) return undefined
      const period = (accountId === undefined ? allowanceDay : allowanceMonth)(clock.now())
      const units = await unitsOf(accountId)
      return { period, ...(units !== undefined && { units }) }
    },
    async isGated({ gatedNumber, accountId }) {
      if (gatedNumber === undefined) return false
      const units = await unitsOf(accountId)
      return units !== undefined && gatedNumber > units
    },
  }
}
