import type { Config } from '../../config/config.ts'
import { createOperator, type Operator, type OperatorDeps } from '../../services/people/operator/operator.ts'
import { createPasswords } from '../../services/people/sign-in/passwords.ts'
import type { Store } from '../../store/store.ts'
import { systemClock, systemRandom } from '../services.ts'

/** What the operator does for people, over an open store. */
export function openOperator(config: Pick<Config, 'site' | 'accounts'>, store: Store): Operator {
  return createOperator(operatorDeps(config, store))
}

export function operatorDeps(
  { site, accounts }: Pick<Config, 'site' | 'accounts'>,
  store: Store,
): OperatorDeps {
  return {
    store,
    passwords: createPasswords(),
    siteName: site.name,
    baseUrl: site.baseUrl,
    defaultPlan: accounts.defaultPlan,
    clock: systemClock,
    random: systemRandom,
  }
}
