import type { Program } from '../gate/program.ts'
import type { SpfWorld } from '../gate/world.ts'
import { parseSpf, type SpfQualifier, type SpfTerm } from '../record.ts'
import { corrected } from './placing.ts'

/** What a record says of those whom it does not list, from the softest; the first is what none should say. */
const POLICIES: readonly SpfQualifier[] = ['+', '?', '~', '-']

/** More records than these are no slip. */
const MOST_RECORDS = 10

/** One record out of several, and what corrections added to it. */
export interface Merged {
  text: string
  added: string[]
}

/**
 * Every term of several records, once, and the softest of what they say about everybody else: nobody who was meant to
 * pass is cut off, nobody is judged harder than one of them asked for. Redirects become includes. None where a term is
 * open, or one of them lets everybody in.
 */
export async function merged(domain: string, texts: readonly string[], world: SpfWorld): Promise<Merged[]> {
  const read = texts.map(corrected)
  const known = read.filter((one) => one !== undefined)
  if (known.length < texts.length || texts.length > MOST_RECORDS) return []
  const programs = await Promise.all(known.map(({ text }) => world.readText(domain, text)))
  const policies = programs.map(policyOf)
  if (policies.some((policy) => policy === undefined || policy === '+')) return []
  const terms = known.flatMap(({ text }) => parseSpf(text).terms)
  const added = known.flatMap((one) => one.added)
  const ends = endsOf(terms, policies as SpfQualifier[])
  const words = distinct([...terms.filter(isKept).map(({ text }) => text), ...ends.includes])
  const passing = (word: string) => !/^[-~?]/.test(word)
  const orders = [words, [...words.filter(passing), ...words.filter((word) => !passing(word))]]
  const lines = orders.map((order) => ['v=spf1', ...order, ...modifiersOf(terms), ...ends.end].join(' '))
  return distinct(lines).map((text) => ({ text, added }))
}

/** A redirect counts only where there is no `all` (RFC 7208 6.1): it stays one where every record has the same. */
function endsOf(terms: readonly SpfTerm[], policies: readonly SpfQualifier[]) {
  const alls = terms.filter(isAll)
  const moved = terms.filter((term) => term.kind === 'modifier' && term.name === 'redirect')
  const targets = distinct(moved.map(({ value = '' }) => value))
  if (targets.length === 1 && alls.length === 0 && moved.length === policies.length) {
    return { includes: [], end: [`redirect=${targets[0]}`] }
  }
  const softest = POLICIES.find((policy) => policies.includes(policy)) ?? '?'
  const isSaid = softest !== '?' || alls.some(({ qualifier }) => qualifier === '?')
  return { includes: targets.map((target) => `include:${target}`), end: isSaid ? [`${softest}all`] : [] }
}

function isAll(term: SpfTerm): term is SpfTerm & { kind: 'mechanism' } {
  return term.kind === 'mechanism' && term.name === 'all'
}

function isKept(term: SpfTerm): boolean {
  return term.kind === 'mechanism' && term.name !== 'all'
}

/** One explanation may stand in a record, the others as often as they do. */
function modifiersOf(terms: readonly SpfTerm[]): string[] {
  const kept = terms.filter((term) => term.kind === 'modifier' && term.name !== 'redirect')
  const explained = new Set(kept.filter((term) => term.kind === 'modifier' && term.name === 'exp').slice(1))
  return distinct(kept.filter((term) => !explained.has(term)).map(({ text }) => text))
}

/** The `all` in the end; undefined where it is not known. */
function policyOf(program: Program): SpfQualifier | undefined {
  if (program.kind !== 'record') return undefined
  const all = program.rules.find(({ match }) => match.kind === 'all')
  if (all) return all.qualifier
  return program.redirect ? policyOf(program.redirect.program) : '?'
}

function distinct(words: readonly string[]): string[] {
  const seen = new Set<string>()
  return words.filter((word) => {
    const key = word.toLowerCase().replace(/^\+/, '')
    return seen.has(key) ? false : Boolean(seen.add(key))
  })
}
