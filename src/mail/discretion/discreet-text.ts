import { domainToUnicode } from 'node:url'
import { getDomain } from 'tldts'
import { areKnownLabels } from './known-labels.ts'

/** What is between blanks and the marks of addresses, records and sentences. */
const ATOM = /[^\s"'<>()[\]{},;:|=@/\\?#&!“”‘’„«»]+/gu
const LOCAL_PART = /(?<![^\s<>"(),;:@])[^\s<>"(),;:@]+@/gu
const SELECTOR = /(?<=\(selector )[^\s()]+(?=\))/g
const REVERSE = /^(?:[\da-f]+\.)+(?:in-addr|ip6)\.arpa$/i
const HIDDEN_SELECTOR = 'not shown'
/** No host name is longer (RFC 1035 2.3.4). */
const LONGEST = 255
const NOT_SHOWN = 'a name that is not shown'
/** Versions, numbers and addresses: TLSv1.3, 4.7.30, 0.5s. */
const NUMBER = /^\p{L}{0,5}\p{N}{1,9}(?:\.\p{N}{1,9}){1,8}\p{L}{0,4}$/u

/**
 * What is said of a message whose words are withheld, without names that may hold its secret: of a host name the registrable
 * domain stays, and a whole name only where its other labels are ones that everybody uses. DKIM selectors and local parts
 * stay on the same terms. The registrable domain itself is bought, not made for one message: it goes only where it is made up of digits.
 */
export function discreetText(text: string): string {
  return text
    .replace(SELECTOR, (selector) => (isPlainName(selector) ? selector : HIDDEN_SELECTOR))
    .replace(LOCAL_PART, (local) => (isPlainName(local.slice(0, -1)) ? local : '…@'))
    .replace(ATOM, discreetAtom)
}

/** Each of its parts is one that everybody uses. */
export function isPlainName(name: string): boolean {
  return areKnownLabels(name.split('.').filter((label) => label !== ''))
}

const NAME = /[\p{L}\p{N}_](?:.*[\p{L}\p{N}_])?/su
/** Signs of a record, which say something of the name behind them. */
const SIGNS = /[^-~+*.]/g

function discreetAtom(atom: string): string {
  if (!atom.includes('.')) return atom
  if (atom.length > LONGEST) return NOT_SHOWN
  const name = NAME.exec(atom)?.[0] ?? ''
  const shown = discreetName(name)
  if (shown === name) return atom
  const before = atom.slice(0, atom.indexOf(name)).replace(SIGNS, '')
  return `${before}${shown}${atom.endsWith('.') ? '.' : ''}`
}

/** A host name that may hold no secret; what is no host name stays as it is. */
function discreetName(name: string): string {
  const labels = name.toLowerCase().split('.')
  const last = labels.at(-1) ?? ''
  if (labels.length < 2 || REVERSE.test(name)) return name
  // No domain ends in a number (RFC 3696 section 2), but what a client calls itself may.
  if (/^\p{N}/u.test(last)) return NUMBER.test(name) ? name : NOT_SHOWN
  const registrable =
    getDomain(name, { allowPrivateDomains: false, validateHostname: false }) ?? labels.slice(-2).join('.')
  const own = registrable.split('.')
  if (isMadeUp(own[0] ?? '')) return `a name under ${own.slice(1).join('.')}`
  const before = labels.slice(0, Math.max(0, labels.length - own.length))
  return areKnownLabels(before) ? name : `a name under ${registrable}`
}

const MOST_DIGITS = 3

/** More than three digits, or letters and digits in turn, as in k3j9qz. */
function isMadeUp(label: string): boolean {
  const shown = label.startsWith('xn--') ? domainToUnicode(label) : label
  const numbers = shown.match(/\p{N}+/gu) ?? []
  return numbers.join('').length > MOST_DIGITS || (numbers.length > 1 && /\p{N}\p{L}+\p{N}/u.test(shown))
}
