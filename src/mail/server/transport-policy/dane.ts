import { ask, type Resolver, type TlsaRecord } from '../../../net/ports.ts'

/** What one mail host publishes for DANE (RFC 7672). */
export interface DaneHost {
  host: string
  state: 'none' | 'usable' | 'unusable' | 'failed'
  /** The answer was validated by DNSSEC, without which it counts as none. */
  validated: boolean
  /** How many records there are. */
  records: number
}

/** Hexadecimal digits of what the matching type makes (RFC 6698 2.1.3). */
const DIGEST_DIGITS: Readonly<Record<number, number>> = { 1: 64, 2: 128 }

export async function findDane(host: string, resolver: Resolver): Promise<DaneHost> {
  const answer = await ask(resolver, `_25._tcp.${host}`, 'TLSA')
  if (answer.kind === 'failure') {
    return { host, state: answer.reason === 'bad-name' ? 'none' : 'failed', validated: false, records: 0 }
  }
  const records = answer.kind === 'records' ? answer.records : []
  const state = records.length === 0 ? 'none' : records.some(isUsable) ? 'usable' : 'unusable'
  return { host, state, validated: answer.ad, records: records.length }
}

/** RFC 7672 3.1: only DANE-TA(2) and DANE-EE(3) count for SMTP. */
export function isUsable({ usage, selector, matchingType, certificate }: TlsaRecord): boolean {
  const digits = DIGEST_DIGITS[matchingType]
  const fits = matchingType === 0 ? certificate.length > 0 : certificate.length === digits
  return (usage === 2 || usage === 3) && (selector === 0 || selector === 1) && fits
}
