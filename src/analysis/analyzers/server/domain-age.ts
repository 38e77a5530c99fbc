import { toAsciiDomain } from '../../../mail/reading/domains/sender-domain.ts'
import { AGE_COSTS, concludeAge } from '../../age.ts'
import { type Analyzer, neutral } from '../../analyzer.ts'

/** How long the From domain's organization has been registered. Information: it is never scored. */
export const domainAge: Analyzer = {
  name: 'domain-age',
  group: 'server',
  title: 'Age of the domain',
  asks: 'Is the domain of the sender new?',
  why: 'Receivers trust domains less in their first weeks. Nothing is scored here.',
  who: 'The owner of the domain, with patience.',
  weight: 0,
  costs: AGE_COSTS,
  applies: ({ rdap }) => rdap ?? false,
  async run({ message, clock, client, registration }) {
    if (client.kind === 'demo')
      return neutral("A sample from this machine's own domain: no registry is asked.")
    const from = toAsciiDomain(message.from.length === 1 ? (message.from[0]?.domain ?? '') : '')
    if (from === '') return neutral('From names no single domain that a registry could be asked about.')
    return concludeAge(from, registration, clock.now())
  },
}
