import type { Analyzer } from '../../analyzer.ts'
import { providerCheck } from '../../providers.ts'

/** What Yahoo and AOL publishes that it asks of senders. */
export const providerYahoo: Analyzer = providerCheck('provider-yahoo', 'Yahoo')
