import { ask, type Resolver } from '../../../net/ports.ts'

/** What stands at `_smtp._tls.<domain>` (RFC 8460 3). */
export type TlsReportRecord = TlsReportState & {
  /** All that is meant for TLS reports there. */
  texts?: string[]
  /** The name is an alias: what it leads to is answered in its place. */
  alias?: string
}

type TlsReportState =
  | { state: 'none' | 'failed' | 'not-a-record' | 'several' | 'no-address' | 'bad-address' }
  /** How the reports are delivered. */
  | { state: 'record'; schemes: string[] }

const VERSION = /^v=TLSRPTv1[ \t]{0,20};/
const MOST_RECORDS = 10
const NEAR_MISS = /^\W{0,4}v\s{0,5}=?\s{0,5}["']?tlsrpt|^["']?tlsrpt/i
const MOST_ADDRESSES = 20

/** It is meant for TLS reports. */
export const isAboutTlsReports = (text: string): boolean => VERSION.test(text) || NEAR_MISS.test(text)

export async function findTlsReport(domain: string, resolver: Resolver): Promise<TlsReportRecord> {
  const answer = await ask(resolver, `_smtp._tls.${domain}`, 'TXT')
  if (answer.kind === 'failure') return { state: answer.reason === 'bad-name' ? 'none' : 'failed' }
  const alias = answer.chain.at(-1)
  const way = alias === undefined ? {} : { alias }
  if (answer.kind !== 'records') return { state: 'none', ...way }
  const published = answer.records.map(({ text }) => text)
  const texts = published.filter(isAboutTlsReports).slice(0, MOST_RECORDS)
  return { ...readTlsReports(published), texts, ...way }
}

export function readTlsReports(texts: readonly string[]): TlsReportState {
  const records = texts.filter((text) => VERSION.test(text))
  const [record] = records
  if (record === undefined) {
    return { state: texts.some((text) => NEAR_MISS.test(text)) ? 'not-a-record' : 'none' }
  }
  if (records.length > 1) return { state: 'several' }
  const rua = record
    .split(';')
    .map((field) => field.trim())
    .find((field) => /^rua\s{0,5}=/.test(field))
  const addresses = (rua?.slice(rua.indexOf('=') + 1) ?? '').split(',').map((address) => address.trim())
  const named = addresses.filter((address) => address !== '').slice(0, MOST_ADDRESSES)
  if (named.length === 0) return { state: 'no-address' }
  const schemes = named.map(schemeOf)
  return schemes.includes('') ? { state: 'bad-address' } : { state: 'record', schemes: [...new Set(schemes)] }
}

const MAIL =
  /^mailto:(?!\/\/)[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9_][a-z0-9._-]{0,253}(?:[!?][^\s@,]{0,200})?$/i

/** RFC 8460 3: mailto: and https: alone. */
export function schemeOf(address: string): string {
  if (MAIL.test(address)) return 'mailto'
  return /^https:/i.test(address) && URL.parse(address)?.hostname ? 'https' : ''
}
