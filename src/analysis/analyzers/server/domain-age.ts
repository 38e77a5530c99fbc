import { registrableOf } from '../../../mail/reading/domains/public-suffix.ts'
import { organisationOf, toAsciiDomain } from '../../../mail/reading/domains/sender-domain.ts'
import {
  ageWords,
  type DomainAgeCode,
  daysSince,
  judgeAge,
  unknownAge,
} from '../../../mail/server/domain-age/age.ts'
import { type Analyzer, conclude, neutral, priced, undetermined } from '../../analyzer.ts'

const WEIGHT = 0
const COSTS = { 'domain-new': 0 } satisfies Record<DomainAgeCode, number>

/** How long the From domain's organization has been registered. Information: it is never scored. */
export const domainAge: Analyzer = {
  name: 'domain-age',
  group: 'server',
  title: 'Age of the domain',
  asks: 'Is the domain of the sender new?',
  why: 'Receivers trust domains less in their first weeks. Nothing is scored here.',
  who: 'The owner of the domain, with patience.',
  weight: WEIGHT,
  costs: COSTS,
  applies: ({ rdap }) => rdap ?? false,
  async run({ message, clock, client, registration }) {
    if (client.kind === 'demo')
      return neutral("A sample from this machine's own domain: no registry is asked.")
    const from = toAsciiDomain(message.from.length === 1 ? (message.from[0]?.domain ?? '') : '')
    if (from === '') return neutral('From names no single domain that a registry could be asked about.')
    const domain = registrableOf(from)
    if (domain === undefined)
      return neutral(`${from} stands below no suffix under which registries register.`)
    // A host of many customers: its own age says nothing of theirs.
    if (organisationOf(from) !== domain) {
      return neutral(`${from} is a name that ${domain} gives away: no registry tells when.`)
    }
    const answer = await registration(domain)
    if (answer.kind === 'unknown') {
      const { says, settled } = unknownAge(domain, answer)
      return settled ? neutral(says, { domain }) : undetermined(says, { domain })
    }
    const now = clock.now()
    return conclude(WEIGHT, {
      findings: priced(judgeAge(domain, answer.at, now), COSTS),
      passed: ageWords(domain, answer.at, now),
      evidence: {
        domain,
        registered: answer.at.slice(0, 10),
        days: String(daysSince(answer.at, now)),
        registry: answer.server,
      },
    })
  },
}
