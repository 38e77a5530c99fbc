import type { Config } from '../../config/config.ts'
import { createOperator, type Operator, type OperatorDeps } from '../../services/people/operator/operator.ts'
import { createPasswords } from '../../services/people/sign-in/passwords.ts'
import type { Store } from '../../store/store.ts'
import { systemClock, systemRandom } from '../services.ts'
import { setupLink } from './setup-link.ts'

type OperatorConfig = Pick<Config, 'site' | 'accounts'>

/** What the operator does for people, over an open store. */
export function openOperator(config: OperatorConfig, store: Store): Operator {
  return createOperator(operatorDeps(config, store))
}

export function operatorDeps(config: OperatorConfig, store: Store): OperatorDeps {
  const { site, accounts } = config
  return {
    store,
    passwords: createPasswords(),
    siteName: site.name,
    baseUrl: site.baseUrl,
    setupLink: (code) => setupLink(config, code),
    defaultPlan: accounts.defaultPlan,
    clock: systemClock,
    random: systemRandom,
  }
}
