import type { RegistrationAnswer, RegistrationFailure } from '../../../net/registry-ports.ts'
import type { Remark } from '../../remark.ts'

export type DomainAgeCode = 'domain-new'

/** Receivers tell domains of less than this apart. */
const NEW_DAYS = 30
const DAY_MS = 86_400_000

/** Whole days since then. */
export const daysSince = (at: string, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - Date.parse(at)) / DAY_MS))

/** When a domain was registered, in a sentence. */
export function ageWords(domain: string, at: string, now: Date): string {
  const days = daysSince(at, now)
  const ago = days === 0 ? 'less than a day ago' : days === 1 ? '1 day ago' : `${days} days ago`
  const old = days >= 2 * 365 ? `over ${Math.floor(days / 365.25)} years ago` : ago
  return `${domain} was registered ${old} (${at.slice(0, 10)}).`
}

/** What is to be said of a domain by its age. */
export function judgeAge(domain: string, at: string, now: Date): Remark<DomainAgeCode>[] {
  if (daysSince(at, now) >= NEW_DAYS) return []
  return [
    {
      code: 'domain-new',
      says: `${ageWords(domain, at, now)} Receivers trust domains of their first weeks less: SpamAssassin counts against them for 28 days (FROM_FMBLA_NEWDOM), and Spamhaus lists them for their first day (Zero Reputation Domains).`,
      advice:
        'Only time helps. Begin with little mail to people who expect it, and raise the volume slowly over the first weeks.',
      reference: 'RFC 9083 section 4.5; SpamAssassin 4.0, 72_active.cf; Spamhaus ZRD (November 2026)',
    },
  ]
}

const WHY: Record<RegistrationFailure, string> = {
  'no-server': 'IANA knows no RDAP server of its registry',
  'not-found': 'its registry does not know it by RDAP',
  'no-date': 'its registry tells no date',
  'bad-date': 'the date that its registry tells cannot be right',
  'other-name': 'the answer is about another name',
  'not-rdap': 'the answer is none of RDAP',
  status: 'the registry answered with an error',
  limited: 'the registry takes no more questions for now',
  busy: 'too many questions to registries are under way',
  timeout: 'the registry did not answer in time',
  network: 'the registry could not be reached',
  tls: 'the certificate of the registry could not be verified',
  'not-public': 'the address of the registry is not public',
  redirects: 'the registry leads to where nothing is fetched',
  'not-asked': 'its registry was not asked',
}

/** The registry has been asked, or there is none, and asking again would bring nothing else. */
const SETTLED: readonly RegistrationFailure[] = ['no-server', 'not-found', 'no-date']

/** Why it is not known when a domain was registered, and whether another time might tell. */
export function unknownAge(
  domain: string,
  { reason }: Extract<RegistrationAnswer, { kind: 'unknown' }>,
): { says: string; settled: boolean } {
  return {
    says: `When ${domain} was registered is not known: ${WHY[reason]}.`,
    settled: SETTLED.includes(reason),
  }
}
