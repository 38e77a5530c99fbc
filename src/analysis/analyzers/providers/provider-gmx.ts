import type { Analyzer } from '../../analyzer.ts'
import { providerCheck } from '../../providers.ts'

/** What GMX, WEB.DE and mail.com, all of United Internet, publish that they ask of senders. */
export const providerGmx: Analyzer = providerCheck('provider-gmx', 'GMX, WEB.DE', 'United Internet')
