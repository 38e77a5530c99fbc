import { normaliseAddress, parseAddress } from '../../../../net/ip.ts'
import { parseSpf } from '../record.ts'

/** ip4:192.0.2.1 or ip6:2001:db8::1 */
export function addressTerm(address: string): string {
  return `ip${parseAddress(address)?.version ?? 4}:${normaliseAddress(address) ?? address}`
}

/** A text with one more term, in another place each time. */
export interface Placed {
  text: string
  /** It stands where something would have decided before it. */
  moved: boolean
}

/** The record with the address let in: where a reader expects it, then before whatever would decide sooner. */
export function withAddress(text: string, address: string): Placed[] {
  const term = addressTerm(address)
  const [version = 'v=spf1', ...all] = wordsOf(text)
  const words = all.filter((word) => word.toLowerCase() !== term)
  const end = endOf(words)
  const usual = words.toSpliced(end, 0, term)
  const orders = [usual, [term, ...words], cheapFirst(usual)]
  const texts = orders.map((order) => [version, ...order].join(' '))
  const isThere = words.length < all.length
  return [...new Set(texts)].map((one, index) => ({ text: one, moved: index > 0 || isThere }))
}

/** The record with its terms in the order of what they cost: what asks nothing before what asks, and may be void. */
export function inCheapOrder(text: string): string {
  const [version = 'v=spf1', ...words] = wordsOf(text)
  return [version, ...cheapFirst(words)].join(' ')
}

/** The record with `~all` at its end. */
export function withSoftEnd(text: string): string {
  return `${wordsOf(text).join(' ')} ~all`
}

const ORDER = [/^\+?ip[46]:/i, /^\+?include:/i, /^\+?(?:a|mx)(?:[:/]|$)/i, /^\+?(?:exists|ptr)(?::|$)/i]

function cheapFirst(words: readonly string[]): string[] {
  const end = endOf(words)
  const rank = (word: string) => ORDER.findIndex((shape) => shape.test(word))
  const terms = words.slice(0, end)
  // A term that does not pass means what it means at its place alone.
  if (terms.some((word) => rank(word) < 0 && !/^[a-z][a-z0-9._-]*=/i.test(word))) return [...words]
  return [...terms.toSorted((a, b) => rank(a) - rank(b)), ...words.slice(end)]
}

/** Where `all` or a redirect stands: what comes behind has no effect. */
function endOf(words: readonly string[]): number {
  const end = words.findIndex((word) => /^(?:[+\-?~]?all|redirect=.*)$/i.test(word))
  return end < 0 ? words.length : end
}

/** The words of a record, blanks left out. */
export function wordsOf(text: string): string[] {
  return text.split(' ').filter((word) => word !== '')
}

/** The words of a record without the terms at these places. */
export function without(
  text: string,
  places: ReadonlySet<number>,
  fixes: ReadonlyMap<number, string>,
): string {
  let at = 1
  const words = text.split(' ').flatMap((word) => {
    const here = at
    at += word.length + 1
    return word === '' || places.has(here) ? [] : [fixes.get(here) ?? word]
  })
  return words.join(' ')
}

/** The record with its slips corrected; undefined where one would have to guess. */
export function corrected(text: string): { text: string; added: string[] } | undefined {
  const { errors } = parseSpf(text)
  if (errors.some(({ fix }) => fix === undefined)) return undefined
  const fixes = new Map(errors.map(({ start, fix = '' }) => [start, fix]))
  const better = without(text, new Set(), fixes)
  return parseSpf(better).errors.length > 0 ? undefined : { text: better, added: [...fixes.values()] }
}
