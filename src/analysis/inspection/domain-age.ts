import { concludeAge } from '../age.ts'
import { neutral } from '../analyzer.ts'
import type { Inspector } from './inspector.ts'

/** How long the domain of the name has been registered. What a registry does not tell says nothing of the domain. */
export const domainAge: Inspector = {
  name: 'domain-age',
  async run({ name, clock, registration }) {
    const conclusion = await concludeAge(name, registration, clock.now())
    return conclusion.status === 'error' ? neutral(conclusion.summary, conclusion.evidence) : conclusion
  },
}
