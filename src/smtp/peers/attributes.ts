import { normaliseAddress } from '../../net/ip.ts'

/** What XCLIENT or XFORWARD says, by names in upper case. Undefined: it is said to be unavailable. */
export type Attributes = ReadonlyMap<string, string | undefined>

/** The attributes that each command may have, as they are announced. */
export const ATTRIBUTES = {
  XCLIENT: ['NAME', 'ADDR', 'PORT', 'PROTO', 'HELO', 'LOGIN', 'DESTADDR', 'DESTPORT'],
  XFORWARD: ['NAME', 'ADDR', 'PORT', 'PROTO', 'HELO', 'IDENT', 'SOURCE'],
} as const

export type TellingVerb = keyof typeof ATTRIBUTES

/** How EHLO tells a relay of them. */
export const TELLING_OFFERED = Object.entries(ATTRIBUTES).map(([verb, names]) => `${verb} ${names.join(' ')}`)

/** Of one value, decoded (XFORWARD_README). */
const LONGEST_VALUE = 255

/** Why a command is refused, in the words of the reply. */
export interface Unreadable {
  unreadable: string
}

/** Reads the words behind XCLIENT or XFORWARD: all of them, or none. */
export function readAttributes(verb: TellingVerb, line: string): Attributes | Unreadable {
  const words = line.slice(verb.length).split(' ').filter(Boolean)
  if (words.length === 0) return { unreadable: 'No attribute' }
  const read = new Map<string, string | undefined>()
  for (const word of words) {
    const equals = word.indexOf('=')
    const name = word.slice(0, Math.max(equals, 0)).toUpperCase()
    if (!ATTRIBUTES[verb].some((known) => known === name)) return { unreadable: 'Unknown attribute' }
    const value = valueIn(name, word.slice(equals + 1))
    if (value && 'unreadable' in value) return value
    read.set(name, value?.is)
  }
  return read
}

function valueIn(name: string, written: string): { is: string } | Unreadable | undefined {
  const value = fromXtext(written)
  const unreadable = { unreadable: `Bad ${name}` }
  if (value === undefined || value.length > LONGEST_VALUE) return unreadable
  if (value === '' || /^\[(?:UNAVAILABLE|TEMPUNAVAIL)\]$/i.test(value)) return undefined
  const is = (READERS.get(name) ?? asIs)(value)
  return is === undefined ? unreadable : { is }
}

const asIs = (value: string): string | undefined => value
const addressIn = (value: string) => normaliseAddress(value.replace(/^IPV6:/i, ''))
const portIn = (value: string) => (/^\d{1,5}$/.test(value) && Number(value) <= 65_535 ? value : undefined)

/** What gives the value, or nothing where it is none. */
const READERS: ReadonlyMap<string, (value: string) => string | undefined> = new Map([
  ['ADDR', addressIn],
  ['DESTADDR', addressIn],
  ['PORT', portIn],
  ['DESTPORT', portIn],
  ['SOURCE', (value) => (/^(?:LOCAL|REMOTE)$/i.test(value) ? value.toUpperCase() : undefined)],
])

const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** Octets written as + and two digits (RFC 3461 4); a plus sign that begins none is one, as some write it. */
function fromXtext(written: string): string | undefined {
  const octets = Buffer.from(written).toString('latin1')
  const decoded = octets.replace(/\+([0-9A-F]{2})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  )
  try {
    const text = UTF8.decode(Buffer.from(decoded, 'latin1'))
    return /[\p{Cc}\s]/u.test(text) ? undefined : text
  } catch {
    return undefined
  }
}
