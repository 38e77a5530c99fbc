import { registrableOf } from '../mail/reading/domains/public-suffix.ts'
import { organisationOf } from '../mail/reading/domains/sender-domain.ts'
import {
  ageWords,
  type DomainAgeCode,
  daysSince,
  judgeAge,
  unknownAge,
} from '../mail/server/domain-age/age.ts'
import type { RegistrationAnswer } from '../net/registry-ports.ts'
import { type Conclusion, conclude, neutral, priced, undetermined } from './analyzer.ts'

/** How old a domain is, is information. */
const WEIGHT = 0
export const AGE_COSTS = { 'domain-new': 0 } satisfies Record<DomainAgeCode, number>

/** When the domain of a name was registered, as its registry tells, and what receivers do to new ones. */
export async function concludeAge(
  name: string,
  registration: (domain: string) => Promise<RegistrationAnswer>,
  now: Date,
): Promise<Conclusion> {
  const domain = registrableOf(name)
  if (domain === undefined) return neutral(`${name} stands below no suffix under which registries register.`)
  // A host of many customers: its own age says nothing of theirs.
  if (organisationOf(name) !== domain) {
    return neutral(`${name} is a name that ${domain} gives away: no registry tells when.`)
  }
  const answer = await registration(domain)
  if (answer.kind === 'unknown') {
    const { says, settled } = unknownAge(domain, answer)
    return settled ? neutral(says, { domain }) : undetermined(says, { domain })
  }
  return conclude(WEIGHT, {
    findings: priced(judgeAge(domain, answer.at, now), AGE_COSTS),
    passed: ageWords(domain, answer.at, now),
    evidence: {
      domain,
      registered: answer.at.slice(0, 10),
      days: String(daysSince(answer.at, now)),
      registry: answer.server,
    },
  })
}
