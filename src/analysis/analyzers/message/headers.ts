import type { HeaderCode } from '../../../mail/message/headers/header-view.ts'
import { sameOrganisation } from '../../../mail/reading/domains/sender-domain.ts'
import type { ParsedMessage } from '../../../mail/reading/message.ts'
import { type Analyzer, conclude, priced } from '../../analyzer.ts'
import { PROGRAM } from '../../telling/people.ts'

const WEIGHT = 1
const COSTS = {
  'from-missing': 1,
  'from-invalid': 1,
  'from-repeated': 1,
  'from-several': 0.5,
  'from-malformed': 0.3,
  'sender-missing': 0.5,
  'address-malformed': 0.2,
  'field-repeated': 0.5,
  'to-missing': 0.2,
  'date-missing': 0.5,
  'date-invalid': 0.5,
  'date-future': 0.5,
  'date-past': 0.3,
  'date-no-zone': 0.3,
  'message-id-missing': 0.5,
  'message-id-malformed': 0.5,
  'message-id-local': 0.2,
  'message-id-no-dot': 0.2,
  'message-id-too-long': 1,
  'subject-too-long': 1,
  'header-too-large': 1,
  'too-many-fields': 1,
  'field-too-large': 1,
  'name-too-long': 1,
  'line-not-a-field': 0.5,
  'fold-blank': 0.2,
  'colon-spaced': 0.2,
  'encoded-word-broken': 0.2,
  'bcc-shown': 0,
  'date-weekday': 0,
  'date-obsolete': 0,
} satisfies Record<HeaderCode, number>

/** The header against RFC 5322 3.6 and the limits that Gmail publishes. */
export const headers: Analyzer = {
  name: 'headers',
  group: 'message',
  title: 'Header fields',
  asks: 'Are the required fields there, once, and well formed?',
  why: 'Receivers refuse or distrust a message whose header breaks the standard.',
  who: PROGRAM,
  weight: WEIGHT,
  costs: COSTS,
  run({ message, facts }) {
    const { header } = facts.structure()
    const { remarks, skew, messageIdDomain } = facts.header()
    const from = [...new Set(message.from.map((mailbox) => mailbox.domain).filter((domain) => domain !== ''))]
    return conclude(WEIGHT, {
      findings: priced(remarks, COSTS),
      passed: `The ${header.fields} header fields are complete and well formed.`,
      evidence: {
        fields: String(header.fields),
        header_bytes: String(header.bytes),
        ...(from.length > 0 && { from_domain: from.slice(0, 5).join(', ') }),
        ...(messageIdDomain && { message_id_domain: besideFrom(messageIdDomain, from) }),
        ...(skew && { date_skew: skew }),
        ...(message.limits.length > 0 && { not_read: message.limits.join(' ') }),
      },
      quotes: quotesOf(message),
    })
  },
}

/** Ids are often made by another host of the sender's, or by a sending platform: information, no fault. */
function besideFrom(domain: string, from: readonly string[]): string {
  return from.some((own) => sameOrganisation(domain, own))
    ? domain
    : `${domain} (another organisation than From)`
}

const QUOTED = ['From', 'Sender', 'Reply-To', 'To', 'Date', 'Message-ID']

function quotesOf(message: ParsedMessage): Record<string, string> {
  const quotes: Record<string, string> = {}
  for (const name of QUOTED) {
    const value = message.first(name.toLowerCase())?.value
    if (value) quotes[name] = value.slice(0, 500)
  }
  return quotes
}
