import { COMPLAINT_NEXT, complaintSentence } from '../../complaints/watching/words.ts'
import type { Facts } from './facts.ts'
import { plain } from './plain.ts'
import type { Said } from './words.ts'

/** What recipients complain about. */
export function sayComplaints(facts: Facts, type: string): Said {
  const domain = facts.text('domain') ?? 'a domain'
  const name = facts.text('name') ?? 'A provider'
  const count = (key: string) => Math.max(0, Math.round(facts.number(key) ?? 0))
  const rate = facts.number('complaint_rate')
  const says = complaintSentence({
    domain,
    name,
    provider: facts.text('provider') ?? '',
    complaints: count('complaints'),
    days: count('days'),
    before: count('complaints_before'),
    ...(rate !== undefined && { rate: Math.min(1, Math.max(0, rate)), sent: count('sent') }),
    ...(count('other_providers') > 0 && { others: count('other_providers') }),
  })
  return {
    about: `${type} ${domain}`,
    course: 'moment',
    label: 'Open the complaints',
    title: `Many complaints: ${domain}`,
    lines: [plain(says, 600), COMPLAINT_NEXT],
    // A count alone does not say that a provider acts.
    severity: rate === undefined ? 'warning' : 'critical',
  }
}
