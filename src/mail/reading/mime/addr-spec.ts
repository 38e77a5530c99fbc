import { trimWhite } from './octets.ts'
import { withoutComments } from './structured.ts'

/** Without a route (RFC 5322 4.4), `mailto:`, comments and white space around the address's parts. */
export function addrSpec(written: string): string {
  const text = trimWhite(withoutComments(written)).replace(/^mailto:/i, '')
  const routed = /^@[^:]*:(.*)$/s.exec(text)?.[1] ?? text
  return trimWhite(routed.replace(/[ \t]{0,100}([@.])[ \t]{0,100}/g, '$1'))
}

/** A dot-atom or a quoted string of at most 64 octets (RFC 5322 3.4.1, RFC 5321 4.5.3.1.1, RFC 6532). */
export function isLocalPart(local: string): boolean {
  if (Buffer.byteLength(local) > 64) return false
  if (/^"(?:[^"\\]|\\.)*"$/s.test(local)) return true
  return /^[^\s"(),:;<>@[\\\]\p{Cc}]+$/u.test(local) && !/^\.|\.\.|\.$/.test(local)
}
