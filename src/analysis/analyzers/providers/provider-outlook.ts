import type { Analyzer } from '../../analyzer.ts'
import { providerCheck } from '../../providers.ts'

/** What Outlook.com publishes that it asks of senders. */
export const providerOutlook: Analyzer = providerCheck('provider-outlook', 'Outlook', 'Microsoft')
