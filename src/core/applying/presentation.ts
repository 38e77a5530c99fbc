/** What a record may be of, where a program is to publish it. */
export type AppliedType = 'A' | 'AAAA' | 'MX' | 'TXT' | 'PTR' | 'CNAME' | 'CAA' | 'TLSA'

const LONGEST_LABEL = 63
const LONGEST_NAME = 253
const LONGEST_STRING = 255
/** A record set goes into one answer of 64 KB at most; what is longer is no record that anybody meant. */
const LONGEST_RECORD = 16_384
const PLAIN = /[A-Za-z0-9_*/-]/
const HEX = /^[0-9a-f]{2,1024}$/i

/** The name as every DNS server reads it (RFC 1035 5.1): absolute, octets that mean something there by their number;
 * undefined: it is no name. The root is `.`. */
export function absoluteName(name: string): string | undefined {
  const bare = name.endsWith('.') ? name.slice(0, -1) : name
  if (name === '.') return '.'
  if (bare.length > LONGEST_NAME || !bare.isWellFormed()) return undefined
  const labels = bare.split('.').map((label) => Buffer.from(label))
  const length = labels.reduce((sum, label) => sum + label.length + 1, -1)
  const fits = labels.every((label) => label.length > 0 && label.length <= LONGEST_LABEL)
  return fits && length <= LONGEST_NAME ? `${labels.map(escapedLabel).join('.')}.` : undefined
}

function escapedLabel(label: Uint8Array): string {
  return Array.from(label, (octet) => {
    const character = String.fromCharCode(octet)
    return PLAIN.test(character) ? character : byNumber(octet)
  }).join('')
}

const byNumber = (octet: number) => `\\${String(octet).padStart(3, '0')}`

/** The record in the one spelling that can be handed to a program; undefined: it is none of this type. Nothing in it ends a
 * line, a string or a comment. */
export function safeRecord(type: AppliedType, record: string): string | undefined {
  if (record.length > LONGEST_RECORD) return undefined
  const text = type === 'TXT' ? textOf(record) : record.trim()
  if (text === undefined) return undefined
  const words = text.split(/[ \t]+/)
  if (type === 'TXT') return writtenText(text)
  if (type === 'A') return isIpv4(text) ? text : undefined
  if (type === 'AAAA') return ipv6Of(text)
  if (type === 'PTR' || type === 'CNAME') return absoluteName(text)
  if (type === 'MX') return mailHostOf(words)
  return type === 'CAA' ? authorityOf(text) : certificateOf(words)
}

/** The octets of a TXT record, a character each: of its strings in quotes, or of the bare text; undefined: it is cut off, or
 * holds what is no octet. */
export function textOf(record: string): string | undefined {
  const isQuoted = record.startsWith('"')
  if (isQuoted && !/^(?:"(?:[^"\\]|\\[\s\S])*"(?:[ \t]+|$))+$/.test(record)) return undefined
  const strings = isQuoted ? [...record.matchAll(/"((?:[^"\\]|\\[\s\S])*)"/g)] : []
  const text = isQuoted ? strings.map(([, inside = '']) => unescaped(inside)).join('') : record
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0xff) return undefined
  return text
}

function unescaped(inside: string): string {
  return inside.replace(/\\(\d{3}|[\s\S])/g, (_, escaped: string) =>
    escaped.length === 3 ? String.fromCharCode(Number(escaped)) : escaped,
  )
}

/** A TXT record in quotes, in character-strings of 255 octets at most (RFC 1035 3.3.14). */
export function writtenText(text: string): string {
  const strings: string[] = []
  for (let at = 0; at === 0 || at < text.length; at += LONGEST_STRING) {
    strings.push(`"${escapedText(text.slice(at, at + LONGEST_STRING))}"`)
  }
  return strings.join(' ')
}

/** Octets as they stand between quotes. */
export function escapedText(text: string): string {
  return text.replace(/[^\x20-\x7e]|["\\]/g, (one) =>
    one === '"' || one === '\\' ? `\\${one}` : byNumber(one.charCodeAt(0)),
  )
}

function isIpv4(text: string): boolean {
  const octets = text.split('.')
  return (
    octets.length === 4 && octets.every((octet) => /^(?:0|[1-9]\d{0,2})$/.test(octet) && Number(octet) <= 255)
  )
}

function ipv6Of(text: string): string | undefined {
  if (!/^[0-9a-f:.]{2,45}$/i.test(text) || !URL.canParse(`http://[${text}]/`)) return undefined
  return new URL(`http://[${text}]/`).hostname.slice(1, -1)
}

function mailHostOf([preference = '', exchange = '', ...more]: readonly string[]): string | undefined {
  const host = exchange === '' ? undefined : absoluteName(exchange)
  const isRight = /^\d{1,5}$/.test(preference) && Number(preference) <= 65_535 && more.length === 0
  return isRight && host !== undefined ? `${Number(preference)} ${host}` : undefined
}

function authorityOf(text: string): string | undefined {
  const [, flags = '', tag = '', value = ''] =
    /^(\d{1,3})[ \t]+([a-z0-9]{1,15})[ \t]+(\S[\s\S]*)$/i.exec(text) ?? []
  const inside = textOf(value)
  const isRight = flags !== '' && Number(flags) <= 255 && inside !== undefined
  return isRight ? `${Number(flags)} ${tag} "${escapedText(inside)}"` : undefined
}

function certificateOf([usage = '', selector = '', matching = '', ...data]: readonly string[]):
  | string
  | undefined {
  const numbers = [usage, selector, matching]
  const isRight =
    numbers.every((one) => /^\d{1,3}$/.test(one) && Number(one) <= 255) && HEX.test(data.join(''))
  return isRight ? `${numbers.map(Number).join(' ')} ${data.join('').toLowerCase()}` : undefined
}
