import { domainToUnicode } from 'node:url'
import { parse } from 'tldts'
import { HOST_LURES, STRONG_HOST_LURES } from '../../data/brand-words.ts'
import { remembered } from '../remembered.ts'
import {
  BRANDS,
  type Brand,
  brandsOwning,
  HONEST_LABELS,
  isOfBrand,
  namesOf,
  writtenAsLabel,
} from './catalogue.ts'
import { isWithin } from './distance.ts'
import { foldedWords, lookOf } from './fold.ts'

/** How a host imitates a brand's. */
export type Way =
  /** Letters or digits that look like the brand's. */
  | 'letters'
  /** The brand's name beside words such as login and secure. */
  | 'words'
  /** The brand's own domain in front of another. */
  | 'address'
  /** The brand's name under another ending. */
  | 'ending'
  /** A letter or two more, less or different. */
  | 'near'

export interface Likeness {
  brand: Brand
  way: Way
}

const WAYS: Readonly<Record<Way, string>> = {
  letters: 'is written to be taken for a domain of',
  words: 'puts words of service beside the name of',
  address: 'begins with the domain of',
  ending: 'is the name under another ending of',
  near: 'differs by a letter or two from the name of',
}

/** In words: how a host is like a brand's. */
export function likenessInWords({ brand, way }: { brand: Brand; way: Way }): string {
  return `${WAYS[way]} ${brand.name}`
}

const LONGEST_NAME = 253
/** Names of fewer letters are too like others. */
const LEAST_LETTERS = 5
const LEAST_NEAR = 6
const LEAST_TWICE_NEAR = 10

interface Label {
  label: string
  look: string
  brand: Brand
  /** Distinctive enough to be known among other words. */
  isSure: boolean
}

const LABELS: readonly Label[] = BRANDS.flatMap((brand) => {
  const sure = brand.labels ?? knownNames(brand).flatMap((name) => writtenAsLabel(name).slice(0, 1))
  const others = namesOf(brand).flatMap(writtenAsLabel)
  const isSure = (label: string) => sure.includes(label) && label.length >= LEAST_LETTERS
  return [...new Set([...sure, ...others])].map((label) => ({
    label,
    look: lookOf(label),
    brand,
    isSure: isSure(label),
  }))
})

function knownNames({ names, shared }: Brand): string[] {
  return [...names, ...shared]
}

const EXACT = new Map(LABELS.map((one) => [one.label, one]))
const BY_LOOK = new Map(LABELS.filter(({ isSure }) => isSure).map((one) => [one.look, one]))
const UNSURE_LOOKS = new Map(
  LABELS.filter(({ isSure, label }) => !isSure && label.length >= 3).map((one) => [one.look, one]),
)
const SURE = [...BY_LOOK.values()]
const SINGLE = new Map(
  SURE.filter(({ brand, look }) =>
    knownNames(brand).some(
      (name) => foldedWords(name).length === 1 && lookOf(writtenAsLabel(name)[0] ?? '') === look,
    ),
  ).map((one) => [one.look, one]),
)

/** The brand that a host pretends to belong to. Absent: none, or it is a brand's own. */
export const imitatedBy: (host: string) => Likeness | undefined = remembered((host) => {
  const read = readHost(host)
  if (!read || brandsOwning(host).length > 0) return undefined
  return byLetters(read) ?? byWords(read) ?? byAddress(read)
})

/** The brand from whose name that of the host differs by a letter, in long ones by two. */
export const nearBrand: (host: string) => Likeness | undefined = remembered((host) => {
  const read = readHost(host)
  if (!read || brandsOwning(host).length > 0 || isOthers(read.label)) return undefined
  const near = SURE.find(({ label }) => isNear(read.label, label))
  return near && { brand: near.brand, way: 'near' }
})

function isNear(written: string, label: string): boolean {
  if (label.length < LEAST_NEAR || written === label) return false
  const most = label.length >= LEAST_TWICE_NEAR ? 2 : 1
  return written[0] === label[0] && isWithin(written, label, most)
}

/** A name that others have too. */
function isOthers(label: string): boolean {
  return HONEST_LABELS.has(label) || EXACT.has(label)
}

interface ReadHost {
  /** The first label of the organisation's domain, in letters. */
  label: string
  /** Labels in front of it. */
  before: string[]
  /** Everything, in letters. */
  labels: string[]
  suffix: string
  /** Customers of a hosting company have names of their own below the suffix. */
  isHosted: boolean
}

function readHost(host: string): ReadHost | undefined {
  if (host.length > LONGEST_NAME) return undefined
  const { domain, publicSuffix, isPrivate } = parse(host, { allowPrivateDomains: true })
  if (!domain || !publicSuffix) return undefined
  const labels = (domainToUnicode(host) || host).split('.')
  const at = labels.length - domain.split('.').length
  const label = labels[at] ?? ''
  return { label, before: labels.slice(0, at), labels, suffix: publicSuffix, isHosted: isPrivate === true }
}

/** Endings that brands use for pages of their own; nobody lists them all. */
const OWN_ENDINGS = new Set(
  'app blog careers cloud com company design dev digital energy engineering events family foundation games global group help io jobs link live media money music net news org page partners photos press shop social space store studio team tech tv video works zone'.split(
    ' ',
  ),
)

function byLetters({ label, suffix, isHosted }: ReadHost): Likeness | undefined {
  if (HONEST_LABELS.has(label)) return undefined
  const same = EXACT.get(label)
  if (same)
    return same.isSure && !isHosted && isStrange(suffix) ? { brand: same.brand, way: 'ending' } : undefined
  const look = lookOf(label)
  const alike = BY_LOOK.get(look) ?? SINGLE.get(lookOf(label.replaceAll('-', '')))
  if (alike && isClear(label, alike.label)) return { brand: alike.brand, way: 'letters' }
  // Ordinary words are imitated only by letters that nobody types.
  const word = isOdd(label) ? UNSURE_LOOKS.get(look) : undefined
  return word && { brand: word.brand, way: 'letters' }
}

function isOdd(label: string): boolean {
  return /[^ -~]/.test(label) ? label.length >= 4 : label.length >= LEAST_LETTERS && /[01]/.test(label)
}

/** Endings of examples and tests (RFC 2606). */
const RESERVED = new Set(['example', 'test', 'invalid', 'localhost'])

/** Endings that are neither a country's nor one of those. */
function isStrange(suffix: string): boolean {
  if (RESERVED.has(suffix)) return false
  if (/^(?:tk|ml|ga|cf|gq|pw|cc|ws|su)$/.test(suffix)) return true
  return !/(?:^|\.)[a-z]{2}$/.test(suffix) && !OWN_ENDINGS.has(suffix)
}

/** Of short names, swapped plain letters make other words. */
function isClear(written: string, label: string): boolean {
  return label.length > LEAST_LETTERS || /[^a-z-]/.test(written)
}

const COUNTRIES = new Set('at au be br ca ch de es eu fr in it jp mx nl pl uk us usa'.split(' ').map(lookOf))
const LURES = new Set([...HOST_LURES].map(lookOf))
const STRONG_LURES = new Set([...STRONG_HOST_LURES].map(lookOf))

function byWords({ label, before, isHosted }: ReadHost): Likeness | undefined {
  const parts = label
    .split('-')
    .filter((part) => !/^\d*$/.test(part))
    .map(lookOf)
  const together = label.replaceAll('-', '')
  const found = amongParts(parts) ?? joined(lookOf(together)) ?? joined(lookOf(together.replace(/\d+$/, '')))
  if (found) return { brand: found.brand, way: 'words' }
  // paypal.account-verify.example
  if (isHosted || parts.length === 0 || !parts.every(isLure)) return undefined
  const front = before.map(lookOf).find((one) => BY_LOOK.has(one))
  const sure = front === undefined ? undefined : BY_LOOK.get(front)
  return sure && { brand: sure.brand, way: 'words' }
}

/** paypal-secure, secure-login-paypal, dhl-paket-tracking. */
function amongParts(parts: readonly string[]): Label | undefined {
  if (parts.length < 2 || parts.length > 8) return undefined
  for (const [from, to] of spans(parts.length)) {
    const name = parts.slice(from, to).join('')
    const rest = [...parts.slice(0, from), ...parts.slice(to)]
    const sure = BY_LOOK.get(name)
    if (sure && rest.length > 0 && rest.every((part) => isLure(part) || COUNTRIES.has(part))) return sure
    const unsure = UNSURE_LOOKS.get(name)
    if (unsure && rest.some((part) => STRONG_LURES.has(part)) && rest.every(isLure)) return unsure
  }
  return undefined
}

function spans(count: number): [number, number][] {
  const starts = Array.from({ length: count }, (_, from) => from)
  return starts.flatMap((from) =>
    Array.from({ length: Math.min(4, count - from) }, (_, more): [number, number] => [from, from + more + 1]),
  )
}

/** paypalsecure, securelogin-netflix: a brand's name and nothing but such words. */
function joined(look: string): Label | undefined {
  return SURE.find((one) => {
    const at = look.indexOf(one.look)
    if (at < 0 || look.length === one.look.length) return false
    return isLures(look.slice(0, at)) && isLures(look.slice(at + one.look.length))
  })
}

function isLure(part: string): boolean {
  return LURES.has(part)
}

const LONGEST_LURE = Math.max(...[...LURES].map(({ length }) => length))

/** The text is a run of such words. */
function isLures(text: string): boolean {
  const reached = [true]
  for (let to = 1; to <= text.length; to += 1) {
    reached[to] = false
    for (let from = Math.max(0, to - LONGEST_LURE); from < to && !reached[to]; from += 1) {
      reached[to] = (reached[from] ?? false) && LURES.has(text.slice(from, to))
    }
  }
  return reached[text.length] ?? false
}

/** Libraries and networks for the delivery of pages put another's whole name in front of their own. */
const RELAYS =
  /proxy|^(?:oclc|cdn|edgekey|edgesuite|akamai|akadns|cloudfront|fastly|azureedge|trafficmanager|translate)/

/** www.paypal.com.account-verify.example */
function byAddress({ labels, before }: ReadHost): Likeness | undefined {
  if (labels.some((label) => RELAYS.test(label))) return undefined
  for (const [i, label] of before.entries()) {
    const brand = EXACT.get(label)?.brand
    const names = [2, 3].filter((count) => i + count <= before.length)
    const isWhole = names.some((count) => isDomainOf(brand, labels.slice(i, i + count).join('.')))
    if (brand && isWhole) return { brand, way: 'address' }
  }
  return undefined
}

function isDomainOf(brand: Brand | undefined, name: string): boolean {
  return brand !== undefined && parse(name).domain === name && isOfBrand(brand, name)
}
