import { domainToASCII } from 'node:url'

/** Where mail goes: an address, and the name that stands before it. */
export interface Mailbox {
  name?: string
  address: string
}

/** RFC 5321 4.5.3.1: 64 octets before the @, 254 in all (RFC 3696 erratum 1690). */
const LONGEST_LOCAL = 64
const LONGEST_ADDRESS = 254
const LONGEST_NAME = 100
/** Longer than any mailbox that can be read. */
const LONGEST_WRITTEN = 512

/** RFC 5322 3.2.3 with RFC 6531 3.3: what may stand between dots without quotes. */
const ATOM = /^(?:[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]|[^\p{ASCII}\p{C}\p{Z}])+$/u
/** Before it is put into ASCII, which would drop what is none of it. */
const DOMAIN = /^[\p{L}\p{M}\p{N}.-]+$/u
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** Reads an address as people write one, with its domain in ASCII; quoted local parts and address literals are not taken. */
export function readAddress(text: string): string | undefined {
  if (text.length > LONGEST_ADDRESS) return undefined
  const at = text.lastIndexOf('@')
  const local = text.slice(0, Math.max(at, 0))
  if (Buffer.byteLength(local) > LONGEST_LOCAL || !local.split('.').every((atom) => ATOM.test(atom))) {
    return undefined
  }
  const written = text.slice(at + 1)
  if (!DOMAIN.test(written)) return undefined
  const domain = domainToASCII(written).toLowerCase()
  const labels = domain.split('.')
  if (!labels.every((label) => LABEL.test(label)) || /^\d+$/.test(labels.at(-1) ?? '')) return undefined
  const address = `${local}@${domain}`
  return Buffer.byteLength(address) > LONGEST_ADDRESS ? undefined : address
}

/** Reads `bob@example.org`, `Bob <bob@example.org>` or `"Bob" <bob@example.org>`. */
export function readMailbox(text: string): Mailbox | undefined {
  if (text.length > LONGEST_WRITTEN) return undefined
  const trimmed = text.trim()
  if (!trimmed.endsWith('>')) {
    const address = readAddress(trimmed)
    return address === undefined ? undefined : { address }
  }
  const opens = trimmed.lastIndexOf('<')
  const address = readAddress(trimmed.slice(opens + 1, -1))
  if (opens < 0 || address === undefined) return undefined
  const written = trimmed.slice(0, opens).trim()
  const name = plainName(/^"[^"\\]*"$/.test(written) ? written.slice(1, -1) : written)
  if (/["<>]/.test(name)) return undefined
  return name === '' ? { address } : { name, address }
}

/** What no name holds: controls, line ends, and characters that nobody sees or that turn the order of letters. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]/gu

/** A name that somebody chose, as text of one line and bounded length. */
export function plainName(text: string, most = LONGEST_NAME): string {
  // Of a text far too long only the beginning is looked at.
  const line = text
    .slice(0, most * 16)
    .normalize('NFC')
    .replace(UNSEEN, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const letters = Array.from(line)
  return letters.length <= most
    ? line
    : `${letters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
}
