import type { Analyzer } from '../../analyzer.ts'
import { providerCheck } from '../../providers.ts'

/** What Orange is known to ask of senders. */
export const providerOrange: Analyzer = providerCheck('provider-orange', 'Orange')
