import type { SetUpItem, SoughtSetUp, ToPublish } from '../../../core/aggregate/set-up.ts'
import type { Resolver } from '../../../net/ports.ts'
import { beginningOf, LONGEST_TXT, txtChange } from '../../fixing/changes.ts'
import { repairTlsReport } from './repair.ts'
import { findTlsReport, readTlsReports, type TlsReportRecord } from './tls-report.ts'

type Sought = Pick<SoughtSetUp, 'domain' | 'address' | 'accounts'>

const VERSION = 'v=TLSRPTv1'

/** Whether the TLS-RPT record of a domain (RFC 8460 3) names a reports address of its account; else the record that does, which keeps
 * the addresses that are there. */
export async function judgeTlsNaming(sought: Sought, resolver: Resolver): Promise<SetUpItem> {
  const { domain, address } = sought
  const found = await findTlsReport(domain, resolver)
  const item = { notes: [], publish: [], by: 'owner' as const, zone: domain }
  const at = `_smtp._tls.${domain}`
  switch (found.state) {
    case 'failed':
      return { ...item, state: 'unknown', says: `The DNS did not say whether there is a record at ${at}.` }
    case 'none':
      return {
        ...item,
        state: 'missing',
        says: `There is no TLS-RPT record at ${at}.`,
        ...toWrite(found, sought),
      }
    case 'record': {
      const named = (found.texts ?? []).flatMap(addressesIn)
      const ours = [address, ...sought.accounts.map((one) => one.address)].find((one) => named.includes(one))
      if (ours !== undefined) return { ...item, state: 'ok', says: `The record names ${ours}.` }
      return {
        ...item,
        state: 'missing',
        says: `The record does not name ${address}.`,
        ...toWrite(found, sought),
      }
    }
    default:
      return {
        ...item,
        state: 'wrong',
        says: `Senders cannot use what stands at ${at}: ${FAULTS[found.state]}`,
        ...toWrite(found, sought),
      }
  }
}

const FAULTS = {
  several: 'there are several TLS-RPT records, and they ignore all of them.',
  'not-a-record': 'a TLS-RPT record must begin with v=TLSRPTv1;.',
  'no-address': 'its rua= names no address.',
  'bad-address': 'its rua= names what is neither a mailto: nor an https: address.',
} as const

/** The record to publish: one that is there stays as it is, with one more address. */
function toWrite(
  { texts = [], alias }: Pick<TlsReportRecord, 'texts' | 'alias'>,
  { domain, address }: Sought,
): Pick<SetUpItem, 'publish' | 'advice'> {
  const name = alias ?? `_smtp._tls.${domain}`
  const aliased =
    alias === undefined
      ? {}
      : {
          advice: `_smtp._tls.${domain} is an alias of ${alias}: publish it there, or have whoever runs that record do it.`,
        }
  if (texts.length === 0) {
    const change = txtChange(name, `${VERSION}; rua=mailto:${address}`, VERSION)
    return { publish: [{ change }], ...aliased }
  }
  const text = withTlsAddress(texts, address)
  if (text === undefined) {
    return {
      publish: [],
      advice: `Correct the record first, so that it is one, begins with v=TLSRPTv1; and lists addresses in rua=. Then add mailto:${address} to rua=, behind a comma.`,
    }
  }
  const publish: ToPublish = {
    change: txtChange(name, text, beginningOf(texts, VERSION)),
    instead: texts.join('\n'),
  }
  return { publish: [publish], ...aliased }
}

/** One record with an address more in rua=. `undefined`: it cannot be had without guessing what was meant. */
export function withTlsAddress(texts: readonly string[], address: string): string | undefined {
  const [only = ''] = texts
  const isSound = texts.length === 1 && readTlsReports(texts).state === 'record'
  const text = isSound ? only : repairTlsReport(texts, `mailto:${address}`)
  if (text === undefined || addressesIn(text).includes(address)) return text
  const fields = text.split(';')
  const at = fields.findIndex((field) => LIST.test(field.trim()))
  const extended = fields.map((field, index) =>
    index === at ? `${field.trimEnd()},mailto:${address}` : field,
  )
  const whole = extended.join(';')
  const isRead = readTlsReports([whole]).state === 'record' && addressesIn(whole).includes(address)
  return isRead && whole.length <= LONGEST_TXT && /^[\x20-\x7e]*$/.test(whole) ? whole : undefined
}

const LIST = /^rua\s{0,5}=/

/** The mail addresses that a record names, without a size or fields behind them. */
function addressesIn(text: string): string[] {
  const rua = text
    .split(';')
    .map((field) => field.trim())
    .find((field) => LIST.test(field))
  return (rua?.slice(rua.indexOf('=') + 1) ?? '')
    .split(',')
    .map((one) => one.trim().toLowerCase())
    .filter((one) => one.startsWith('mailto:'))
    .map((one) => one.slice('mailto:'.length).split(/[!?]/, 1)[0] ?? '')
}
