import type { SeenCertificate } from '../../net/probe-ports.ts'
import { attention, ok, type problem, type Seen, type Step } from './finding.ts'

const DAY_MS = 86_400_000
const SOON_DAYS = 14

/** Whether a certificate is for this name (RFC 9525 6.3: a wildcard is the whole first label). */
export function covers(names: readonly string[], host: string): boolean {
  const wanted = host.toLowerCase()
  return names.some(
    (name) =>
      name === wanted || (name.startsWith('*.') && wanted.slice(wanted.indexOf('.')) === name.slice(1)),
  )
}

/** What is to be said of a certificate that is shown for these names, the most urgent first. */
export function judgeCertificate(
  shown: SeenCertificate,
  wanted: readonly string[],
  now: Date,
  severe: typeof problem | typeof attention,
  renew: Step,
): Seen {
  const until = shown.validTo.toISOString().slice(0, 10)
  const missing = wanted.filter((name) => !covers(shown.names, name))
  if (shown.validTo < now) return severe(`The certificate expired on ${until}.`, renew)
  if (shown.validFrom > now)
    return severe(`The certificate is not valid before ${shown.validFrom.toISOString().slice(0, 10)}.`, renew)
  if (missing.length > 0) {
    const names = shown.names.slice(0, 5).join(', ') || 'no name'
    return severe(`The certificate is for ${names}, and not for ${missing.join(', ')}.`, renew)
  }
  if (shown.untrusted !== undefined) {
    return severe(
      `The certificate is for ${wanted.join(', ')}, and clients that check it refuse it: ${shown.untrusted}.`,
      renew,
    )
  }
  const days = Math.floor((shown.validTo.getTime() - now.getTime()) / DAY_MS)
  if (days < SOON_DAYS) {
    return attention(
      `The certificate expires on ${until}, in ${days === 1 ? '1 day' : `${days} days`}.`,
      renew,
    )
  }
  return ok(
    `It is for ${wanted.join(', ')}, its chain leads to a public authority, and it is valid until ${until}.`,
  )
}
