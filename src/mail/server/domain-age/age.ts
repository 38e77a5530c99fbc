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
  const years = Math.floor(days / 365.25)
  const ago = years >= 2 ? `over ${years} years` : inDays(days)
  return `${domain} was registered ${ago} ago (${at.slice(0, 10)}).`
}

function inDays(days: number): string {
  if (days === 0) return 'less than a day'
  return days === 1 ? '1 day' : `${days} days`
}

/** What is to be said of a domain by its age. */
export function judgeAge(domain: string, at: string, now: Date): Remark<DomainAgeCode>[] {
  const days = daysSince(at, now)
  if (days >= NEW_DAYS) return []
  return [
    {
      code: 'domain-new',
      says: ageWords(domain, at, now),
      advice: `Begin with little mail to people who expect it, and raise the volume slowly over weeks: ${domain} is ${inDays(days)} old, and receivers trust new domains less. SpamAssassin counts against a domain for 28 days (FROM_FMBLA_NEWDOM, FROM_FMBLA_NEWDOM14, FROM_FMBLA_NEWDOM28), and Spamhaus lists it for its first day (Zero Reputation Domains). Both end by themselves.`,
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
  busy: 'too many questions go to registries for now',
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
