import type { Analyzer } from '../../analyzer.ts'
import { providerCheck } from '../../providers.ts'

/** What laposte.net publishes that it asks of senders. */
export const providerLaposte: Analyzer = providerCheck('provider-laposte', 'La Poste')
