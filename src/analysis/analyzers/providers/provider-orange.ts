import type { Analyzer } from '../../analyzer.ts'
import { secondhandCheck } from '../../providers.ts'

/** What Orange is known to ask of senders. */
export const providerOrange: Analyzer = secondhandCheck('provider-orange', 'Orange')
