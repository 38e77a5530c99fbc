import type { Analyzer } from '../../analyzer.ts'
import { providerCheck } from '../../providers.ts'

/** What T-Online is known to ask of senders. */
export const providerTonline: Analyzer = providerCheck('provider-tonline', 'T-Online', 'Telekom')
