import type { Analyzer } from '../../analyzer.ts'
import { providerCheck } from '../../providers.ts'

/** What Gmail publishes that it asks of senders. */
export const providerGmail: Analyzer = providerCheck('provider-gmail', 'Gmail', 'Google')
