import type { Analyzer } from '../../analyzer.ts'
import { secondhandCheck } from '../../providers.ts'

/** What T-Online is known to ask of senders. */
export const providerTonline: Analyzer = secondhandCheck('provider-tonline', 'T-Online')
