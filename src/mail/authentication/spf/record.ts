import { parseAddress } from '../../../net/ip.ts'
import { checkDomainSpec, checkMacroString } from './macro.ts'
import { correctionOf } from './repair/corrections.ts'

export const SPF_MECHANISMS = ['all', 'include', 'a', 'mx', 'ptr', 'ip4', 'ip6', 'exists'] as const
export type SpfMechanism = (typeof SPF_MECHANISMS)[number]
export type SpfQualifier = '+' | '-' | '~' | '?'

/** One term of a record (RFC 7208 4.6.1). */
export type SpfTerm = { text: string; at: number } & (
  | {
      kind: 'mechanism'
      name: SpfMechanism
      qualifier: SpfQualifier /** domain-spec or address */
      value?: string
      prefix4?: number
      prefix6?: number
    }
  | { kind: 'modifier' /** lower case */; name: string; value: string }
)

export interface SpfSyntaxError {
  /** Character of the record, counted from 1. */
  at: number
  /** Where the term begins, counted from 1. */
  start: number
  /** The term, at most 80 characters. */
  term: string
  /** What is wrong, as the end of a sentence. */
  says: string
  /** The term as it was probably meant. */
  fix?: string
}

export interface SpfRecord {
  text: string
  terms: SpfTerm[]
  /** Any makes the whole record a permerror (RFC 7208 4.6). */
  errors: SpfSyntaxError[]
}

const LONGEST_RECORD = 16_384
const MOST_TERMS = 500
const MOST_ERRORS = 10

/** Does this TXT record say that it is an SPF record (RFC 7208 4.5)? */
export function isSpfRecord(text: string): boolean {
  return /^v=spf1(?: |$)/i.test(text)
}

/** Reads a record by the grammar of RFC 7208 12, term by term; every fault is told with its position. */
export function parseSpf(published: string): SpfRecord {
  const text = published.slice(0, LONGEST_RECORD)
  const terms: SpfTerm[] = []
  const errors: SpfSyntaxError[] = []
  for (const { word, at } of wordsOf(text).slice(1, MOST_TERMS)) {
    const read = readTerm(word, at)
    if ('kind' in read) terms.push(read)
    else errors.push(read)
  }
  for (const name of ['redirect', 'exp']) {
    const second = terms.filter((term) => term.kind === 'modifier' && term.name === name)[1]
    if (second) errors.push(fault(second.text, second.at, `${name}= may stand in a record only once`))
  }
  return { text, terms, errors: errors.toSorted((a, b) => a.at - b.at).slice(0, MOST_ERRORS) }
}

function wordsOf(text: string): { word: string; at: number }[] {
  const words: { word: string; at: number }[] = []
  let at = 1
  for (const word of text.split(' ')) {
    if (word !== '') words.push({ word, at })
    at += word.length + 1
  }
  return words
}

function fault(word: string, start: number, says: string, at = start): SpfSyntaxError {
  const fix = correctionOf(word)
  return { at, start, term: word.slice(0, 80), says, ...(fix && { fix }) }
}

const NOT_ASCII = 'it holds a character that is not printable ASCII'

function readTerm(word: string, at: number): SpfTerm | SpfSyntaxError {
  const strange = [...word].findIndex((character) => character < '!' || character > '~')
  if (strange >= 0) return fault(word, at, NOT_ASCII, at + strange)
  const separator = word.search(/[:/=]/)
  const says = word[separator] === '=' ? readModifier(word, separator, at) : readMechanism(word, at)
  return typeof says === 'string' ? fault(word, at, says) : says
}

function readModifier(word: string, equals: number, at: number): SpfTerm | string {
  const name = word.slice(0, equals).toLowerCase()
  const value = word.slice(equals + 1)
  if (!/^[a-z][a-z0-9._-]*$/.test(name)) return 'this is neither a mechanism nor a modifier'
  const wrong = name === 'redirect' || name === 'exp' ? checkDomainSpec(value) : checkMacroString(value)
  return wrong ?? { kind: 'modifier', name, value, text: word, at }
}

function readMechanism(word: string, at: number): SpfTerm | string {
  const parts = /^([+\-?~]?)([^:/]*)(.*)$/.exec(word)
  const name = (parts?.[2] ?? '').toLowerCase()
  const rest = parts?.[3] ?? ''
  if (!isMechanism(name)) return 'there is no such mechanism'
  const read = READERS[name](rest, name)
  if (typeof read === 'string') return read
  return { kind: 'mechanism', name, qualifier: qualifierOf(parts?.[1]), ...read, text: word, at }
}

interface MechanismParts {
  value?: string
  prefix4?: number
  prefix6?: number
}

const READERS: Readonly<Record<SpfMechanism, (rest: string, name: string) => MechanismParts | string>> = {
  all: (rest) => (rest === '' ? {} : 'all takes nothing behind it'),
  include: readTarget,
  exists: readTarget,
  ptr: (rest, name) => (rest === '' ? {} : readTarget(rest, name)),
  a: readHosts,
  mx: readHosts,
  ip4: (rest) => readNetwork(rest, 4),
  ip6: (rest) => readNetwork(rest, 6),
}

function readTarget(rest: string, name: string): MechanismParts | string {
  if (!rest.startsWith(':')) return `${name} needs a colon and a domain`
  const value = rest.slice(1)
  return checkDomainSpec(value) ?? { value }
}

/** [ ":" domain-spec ] [ dual-cidr-length ] */
function readHosts(rest: string): MechanismParts | string {
  const six = /\/\/([0-9]+)$/.exec(rest)
  const upToSix = six ? rest.slice(0, six.index) : rest
  const four = /\/([0-9]+)$/.exec(upToSix)
  const target = four ? upToSix.slice(0, four.index) : upToSix
  const prefix4 = four && readPrefix(four[1] ?? '', 32)
  const prefix6 = six && readPrefix(six[1] ?? '', 128)
  if (typeof prefix4 === 'string' || typeof prefix6 === 'string') return 'the prefix length is not valid'
  const prefixes = {
    ...(typeof prefix4 === 'number' && { prefix4 }),
    ...(typeof prefix6 === 'number' && { prefix6 }),
  }
  if (target === '') return prefixes
  if (!target.startsWith(':')) return 'behind the mechanism there must be a colon or a slash'
  const value = target.slice(1)
  return checkDomainSpec(value) ?? { value, ...prefixes }
}

function readNetwork(rest: string, version: 4 | 6): MechanismParts | string {
  const slash = rest.indexOf('/')
  const value = rest.slice(1, slash < 0 ? undefined : slash)
  const isVersion = value.includes(':') === (version === 6) && parseAddress(value) !== undefined
  if (!rest.startsWith(':') || !isVersion) return `ip${version} needs a colon and an IPv${version} address`
  if (slash < 0) return { value }
  const prefix = readPrefix(rest.slice(slash + 1), version === 4 ? 32 : 128)
  if (typeof prefix === 'string') return 'the prefix length is not valid'
  return version === 4 ? { value, prefix4: prefix } : { value, prefix6: prefix }
}

function readPrefix(digits: string, most: number): number | string {
  return /^(?:0|[1-9][0-9]{0,2})$/.test(digits) && Number(digits) <= most ? Number(digits) : 'not valid'
}

function isMechanism(name: string): name is SpfMechanism {
  return SPF_MECHANISMS.some((mechanism) => mechanism === name)
}

function qualifierOf(text: string | undefined): SpfQualifier {
  return text === '-' || text === '~' || text === '?' ? text : '+'
}
