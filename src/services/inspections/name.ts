import { domainToASCII } from 'node:url'
import type { InspectedName } from '../../core/inspection.ts'
import { classifyAddress, normaliseAddress } from '../../net/ip.ts'

const LONGEST = 1_000
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** Names that mean something on one host or network only (RFC 6761, RFC 6762, RFC 7686, RFC 9476): a resolver may know
 * more of them than strangers should. */
const NOT_PUBLIC = new Set([
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'private',
  'lan',
  'home',
  'corp',
  'invalid',
  'onion',
  'alt',
  'arpa',
])

/** Why nothing can be said of what was typed: a word for programs, and a sentence. */
export interface RefusedName {
  because: 'empty' | 'too_long' | 'no_name' | 'private_name' | 'private_address'
  refused: string
}

/** Reads what a person typed: a domain, an address, or a mail or web address that holds one. */
export function readName(typed: string): InspectedName | RefusedName {
  const text = typed.trim()
  if (text === '')
    return { because: 'empty', refused: 'Write a domain, such as example.org, or an IP address.' }
  if (text.length > LONGEST)
    return { because: 'too_long', refused: 'That is too long for a domain or an address.' }
  const host = hostIn(text)
  return readAddress(host) ?? readDomain(host)
}

function hostIn(text: string): string {
  if (/^https?:\/\//i.test(text)) return bare(URL.parse(text)?.hostname ?? '')
  const behindAt = text.slice(text.lastIndexOf('@') + 1)
  return bare(behindAt.split('/', 1)[0] ?? '')
}

const bare = (host: string) => host.replace(/^\[(?:ipv6:)?(.{0,60})\]$/i, '$1').replace(/\.$/, '')

function readAddress(host: string): InspectedName | RefusedName | undefined {
  const name = normaliseAddress(host)
  if (name === undefined) return undefined
  return classifyAddress(name) === 'public'
    ? { kind: 'address', name }
    : {
        because: 'private_address',
        refused: `${name} is not a public address: nobody outside its network can say anything of it.`,
      }
}

function readDomain(host: string): InspectedName | RefusedName {
  const isAscii = /^[\x21-\x7e]*$/.test(host)
  const name = isAscii ? host.toLowerCase() : domainToASCII(host)
  const address = isAscii ? undefined : readAddress(name)
  if (address) return address
  const labels = name.split('.')
  const top = labels.at(-1) ?? ''
  const isDomain = name.length <= 253 && labels.length >= 2 && labels.every((label) => LABEL.test(label))
  if (!isDomain || /^[0-9]+$/.test(top)) {
    return {
      because: 'no_name',
      refused: 'That is neither a domain, such as example.org, nor an IP address.',
    }
  }
  return NOT_PUBLIC.has(top)
    ? { because: 'private_name', refused: `Names under .${top} mean something inside one network only.` }
    : { kind: 'domain', name }
}
