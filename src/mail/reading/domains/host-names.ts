import { getDomain } from 'tldts'
import { formatAddress, parseAddress } from '../../../net/ip.ts'
import { remembered } from '../remembered.ts'

/** Why a PTR name looks as if nobody had named the host. */
export interface GenericName {
  /** numbered: made from the address. access: a word for end-user lines. hosting: a provider's default. */
  kind: 'numbered' | 'access' | 'hosting'
  says: string
}

/** Words for lines of end users, as whole letter runs of a label. */
const ACCESS_WORDS =
  /^(?:dyn(?:amic)?(?:ip|pool|dsl|host|user|cable)?|dhcp[a-z]*|(?:ip)?pools?|[avsxh]?dsl[a-z]*|dial(?:up|in)[a-z]*|ppp(?:oe)?|pptp|cable|cablemodem|catv|broadband|ftt[bhx]|gpon|cpe|modem|gprs|umts|lte|residential|resnet|unassigned|unused|norevdns)$/
/** Of those, the words that no mail host bears by choice; `smtp-pool-3` and `mx.cable` are fine names. */
const DYNAMIC_WORDS =
  /^(?:dyn(?:amic)?(?:ip|pool|dsl|host|user|cable)?|dhcp[a-z]*|dial(?:up|in)[a-z]*|ppp(?:oe)?|[avsxh]?dsl[a-z]*)$/
/** Somebody named this host for sending mail, whatever numbers stand beside it. */
const MAIL_WORDS =
  /^(?:mx[a-z]{0,5}|p?mta[a-z]{0,4}|m?out|outbound|relays?|bounces?|news(?:letter)?|smarthost|postfix|exim|postmaster)$/
const isMailWord = (word: string) => word.includes('mail') || word.includes('smtp') || MAIL_WORDS.test(word)
/** Words that stand before numbers where a whole network was named at once. */
const NUMBERING_WORDS = /^(?:ip|ipv|host|static|customer|cust|client|user|abo|node|rev|reverse)$/
/** Names that hosting providers give to every machine until its owner chooses one. */
const HOSTING_DEFAULTS = [
  'members.linode.com',
  'ip.linodeusercontent.com',
  'vps.ovh.net',
  'vps.ovh.ca',
  'vps.ovh.us',
  'contaboserver.net',
  'rev.poneytelecom.eu',
  'instances.scw.cloud',
  'compute.amazonaws.com',
  'bc.googleusercontent.com',
  'clients.your-server.de',
  'vultrusercontent.com',
  'hstgr.cloud',
]

/** Why the PTR name of this address looks generic or dynamic; undefined for a name that somebody chose. */
export function genericName(name: string, address: string): GenericName | undefined {
  const host = name.toLowerCase().slice(0, 253)
  const own = ownPart(host)
  const words = lettersOf(own)
  const isMailHost = lettersOf(own || host).some(isMailWord)
  const accessWord = words.find((word) => ACCESS_WORDS.test(word))
  if (holdsAddress(host, address, words)) {
    if (isMailHost && !words.some((word) => DYNAMIC_WORDS.test(word))) return undefined
    return { kind: 'numbered', says: 'it is made from the address' }
  }
  if (isMailHost) return undefined
  if (accessWord) return { kind: 'access', says: `"${accessWord}" names end-user lines` }
  const provider = HOSTING_DEFAULTS.find((suffix) => host.endsWith(`.${suffix}`))
  return provider === undefined
    ? undefined
    : { kind: 'hosting', says: `every machine of ${provider} has such a name` }
}

/** The labels left of the registrable domain: what a company is called says nothing about its hosts. */
const ownPart = remembered((host: string): string => {
  const domain = getDomain(host)
  return domain === null ? host : host.slice(0, Math.max(0, host.length - domain.length - 1))
})

function lettersOf(text: string): string[] {
  return text.match(/[a-z]+/g) ?? []
}

/** Is the address written in the name: decimal, hexadecimal, padded, reversed, in one piece or in parts? */
function holdsAddress(host: string, address: string, words: readonly string[]): boolean {
  const parsed = parseAddress(address)
  if (!parsed) return false
  const bytes = [...parsed.bytes]
  if (parsed.version === 6) return holdsIpv6(host, bytes, formatAddress(parsed))
  const isNumbering = words.some((word) => NUMBERING_WORDS.test(word))
  return holdsIpv4(host, bytes, isNumbering ? 2 : 3)
}

const hex = (byte: number) => byte.toString(16).padStart(2, '0')
const padded = (byte: number) => String(byte).padStart(3, '0')

/** `enough`: how many of the last octets in a row are no coincidence. */
function holdsIpv4(host: string, octets: number[], enough: number): boolean {
  const reversed = octets.toReversed()
  const numbers = (host.match(/[0-9]+/g) ?? []).filter((digits) => digits.length <= 3).map(Number)
  if (octets.every((octet) => count(numbers, octet) >= count(octets, octet))) return true
  const rows = [octets.slice(0, 3), reversed.slice(1), octets.slice(-enough), reversed.slice(0, enough)]
  if (rows.some((row) => holdsRow(numbers, row))) return true
  const pieces = host.split(/[-._]/)
  const hexRows = [octets.map(hex), reversed.map(hex)]
  if (hexRows.some((row) => holdsRow(pieces, row) || host.includes(row.join('')))) return true
  const whole = [octets.map(padded).join(''), reversed.map(padded).join(''), asInteger(octets)]
  return (host.match(/[0-9]+/g) ?? []).some((digits) => whole.includes(digits))
}

function asInteger(octets: readonly number[]): string {
  return String(octets.reduce((sum, octet) => sum * 256 + octet, 0))
}

function holdsIpv6(host: string, bytes: number[], canonical: string): boolean {
  const nibbles = bytes.map(hex).join('')
  const bare = host.replaceAll(/[-._]/g, '')
  if (bare.includes(nibbles) || bare.includes([...nibbles].toReversed().join(''))) return true
  const groups = (nibbles.match(/.{4}/g) ?? []).map((group) => Number.parseInt(group, 16).toString(16))
  // Half an address says enough when it is not mostly zeros.
  const halves = [groups.slice(0, 4), groups.slice(4)].filter((half) => count(half, '0') <= 1)
  const dashed = host.replaceAll(/[._]/g, '-')
  const written = [groups, ...halves].map((row) => row.join('-'))
  return [...written, canonical.replaceAll(':', '-')].some((text) => dashed.includes(text))
}

function count<T>(items: readonly T[], wanted: T): number {
  return items.filter((item) => item === wanted).length
}

function holdsRow<T>(items: readonly T[], row: readonly T[]): boolean {
  return items.some((_, start) => row.every((item, offset) => items[start + offset] === item))
}

/** What a client may call itself with HELO or EHLO (RFC 5321 2.3.5, 4.1.3). */
export type HeloName =
  | { kind: 'name'; name: string; trailingDot: boolean }
  | { kind: 'literal'; address: string }
  | {
      kind: 'wrong'
      why: 'empty' | 'bare-address' | 'bad-literal' | 'localhost' | 'one-label' | 'underscore' | 'syntax'
    }

/** Reads a HELO argument: a fully qualified name, an address literal, or what is wrong with it. */
export function readHelo(text: string): HeloName {
  if (text === '') return { kind: 'wrong', why: 'empty' }
  if (text.startsWith('[') || text.endsWith(']')) return readLiteral(text)
  if (parseAddress(text)) return { kind: 'wrong', why: 'bare-address' }
  const trailingDot = text.endsWith('.')
  const name = (trailingDot ? text.slice(0, -1) : text).toLowerCase()
  if (/^localhost(?:\.|$)/.test(name) || /\.localhost$|\.localdomain$/.test(name))
    return { kind: 'wrong', why: 'localhost' }
  if (isHostName(name)) return { kind: 'name', name, trailingDot }
  if (/^[a-z0-9_-]{1,63}$/.test(name)) return { kind: 'wrong', why: 'one-label' }
  return { kind: 'wrong', why: isHostName(name.replaceAll('_', 'x')) ? 'underscore' : 'syntax' }
}

function readLiteral(text: string): HeloName {
  const inside = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : ''
  const isTagged = /^ipv6:/i.test(inside)
  const bare = isTagged ? inside.slice('ipv6:'.length) : inside
  const address = bare.includes(':') === isTagged ? parseAddress(bare) : undefined
  return address
    ? { kind: 'literal', address: formatAddress(address) }
    : { kind: 'wrong', why: 'bad-literal' }
}

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** A fully qualified host name: two or more letter-digit-hyphen labels, the last not all digits (RFC 1123 2.1). */
export const isHostName: (name: string) => boolean = remembered((name) => {
  if (name.length > 253) return false
  const labels = name.split('.')
  return (
    labels.length >= 2 && labels.every((label) => LABEL.test(label)) && !/^[0-9]+$/.test(labels.at(-1) ?? '')
  )
})
