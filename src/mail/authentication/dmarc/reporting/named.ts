import type { SoughtSetUp } from '../../../../core/aggregate/set-up.ts'
import type { DmarcRecord } from '../tags.ts'
import { type NamedUri, namedUris } from './uris.ts'

/** What the addresses of a record say about the reports addresses of an account. */
export interface Named {
  rua: NamedUri[]
  ruf: NamedUri[]
  /** The first reports address of the account in rua=: that which receivers read before one that they do not. */
  ours?: NamedUri & { address: string; domain: string; place: number; isRead: boolean }
}

type Sought = Pick<SoughtSetUp, 'domain' | 'address' | 'accounts' | 'host'>

/** Reads which addresses a record names. */
export function readNamed(record: DmarcRecord, { accounts, domain, address }: Sought): Named {
  const domains = new Map([...accounts.map((one) => [one.address, one.domain] as const), [address, domain]])
  const rua = namedUris(record, 'rua')
  const ours = rua.flatMap((one, index) => {
    const of = one.address === undefined ? undefined : domains.get(one.address)
    if (one.address === undefined || of === undefined) return []
    const isRead = one.fault === undefined || isEncoded(one)
    return [{ ...one, address: one.address, domain: of, place: index + 1, isRead }]
  })
  const first = ours.find(({ isRead }) => isRead) ?? ours[0]
  return { rua, ruf: namedUris(record, 'ruf'), ...(first && { ours: first }) }
}

/** Receivers that decode the address as a whole read it. */
const isEncoded = ({ uri }: NamedUri) => /^mailto:/i.test(uri) && uri.includes('%40') && !uri.includes('@')

/** Receivers read at least two addresses of a list (RFC 7489 section 6.3). */
const READ_BY_ALL = 2

/** What is to be known of the addresses that stand there. */
export function remarksOn({ rua, ruf, ours }: Named, sought: Sought): { notes: string[]; faults: string[] } {
  const notes: string[] = []
  const place = ours?.place ?? rua.length + 1
  if (place > READ_BY_ALL) {
    notes.push(
      `${ours ? 'It is' : 'It will be'} address ${place} of rua=. Receivers need to send to the first two only (RFC 7489 section 6.3): some reports may not come.`,
    )
  }
  if (ours && ours.fault !== undefined && ours.isRead) {
    notes.push(`Write mailto:${ours.address} without percent-encoding: not every receiver decodes it.`)
  }
  const isHere = ({ address }: NamedUri) => address?.endsWith(`@${sought.host}`) === true
  const known = new Set([sought.address, ...sought.accounts.map(({ address }) => address)])
  const strange = rua.filter((one) => isHere(one) && !known.has(one.address ?? ''))
  for (const { address } of strange.slice(0, 2)) {
    notes.push(`${address} is the reports address of no verified domain of this account.`)
  }
  if (ruf.some(isHere)) {
    notes.push(
      `ruf= names an address at ${sought.host}. Failure reports hold people's mail and are not kept here: remove it from ruf=.`,
    )
  }
  const faults = rua
    .filter(({ fault, uri }) => fault !== undefined && uri !== ours?.uri)
    .slice(0, 3)
    .map(({ fault = '', uri }) => `${fault} It is written “${shortened(uri)}”.`)
  return { notes, faults: [...new Set(faults)] }
}

const LONGEST_SHOWN = 80

function shortened(uri: string): string {
  return uri.length > LONGEST_SHOWN ? `${uri.slice(0, LONGEST_SHOWN)}…` : uri
}
