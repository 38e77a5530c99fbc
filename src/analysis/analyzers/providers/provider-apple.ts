import type { Analyzer } from '../../analyzer.ts'
import { providerCheck } from '../../providers.ts'

/** What iCloud Mail publishes that it asks of senders. */
export const providerApple: Analyzer = providerCheck('provider-apple', 'Apple')
