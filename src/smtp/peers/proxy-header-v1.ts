import { parseAddress } from '../../net/ip.ts'
import { clientOf, type ProxiedClient, type ProxyHeader } from './proxied-client.ts'

const BEGINNING = 'PROXY '
/** With its CRLF (PROXY protocol 2.1). */
const LONGEST = 107
const CR = 0x0d
const LF = 0x0a

const PORT = '(0|[1-9]\\d{0,4})'
const KNOWN = new RegExp(`^PROXY TCP([46]) ([0-9A-Fa-f:.]{2,45}) ([0-9A-Fa-f:.]{2,45}) ${PORT} ${PORT}$`)

const bad = (why: string): ProxyHeader => ({ kind: 'bad', why })

/** Reads a header in text (version 1), strictly. */
export function readTextHeader(bytes: Uint8Array): ProxyHeader {
  const end = bytes.subarray(0, LONGEST).indexOf(LF)
  const text = Buffer.from(bytes.subarray(0, end < 0 ? LONGEST : end)).toString('latin1')
  const beginning = text.slice(0, BEGINNING.length)
  if (!BEGINNING.startsWith(beginning)) return bad('it did not begin with a PROXY header')
  if (end < 0) return bytes.length < LONGEST ? { kind: 'more' } : bad('its PROXY line is too long')
  if (bytes[end - 1] !== CR) return bad('its PROXY line does not end in CRLF')
  const line = text.slice(0, -1)
  const header = { kind: 'header', length: end + 1 } as const
  // Whatever follows the word says nothing.
  if (line === 'PROXY UNKNOWN' || line.startsWith('PROXY UNKNOWN ')) return header
  const client = clientIn(line)
  return client ? { ...header, client } : bad('its PROXY line cannot be read')
}

function clientIn(line: string): ProxiedClient | undefined {
  const [, family, source = '', destination = '', from, to] = KNOWN.exec(line) ?? []
  const isOfFamily = (text: string) =>
    text.includes(':') === (family === '6') && parseAddress(text) !== undefined
  if (!isOfFamily(source) || !isOfFamily(destination) || Number(to) > 65_535) return undefined
  return clientOf(source, Number(from))
}
