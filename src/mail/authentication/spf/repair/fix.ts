import { sameOrganisation } from '../../../reading/domains/sender-domain.ts'
import { type Program, programsOf, type SpfProgram } from '../gate/program.ts'
import type { Overlay, SpfWorld } from '../gate/world.ts'
import type { SpfTerm } from '../record.ts'
import { likelyName } from './likely-names.ts'
import { merged } from './merge.ts'
import { corrected, without } from './placing.ts'

/** Records in place of those that nobody can evaluate. */
export interface Fixed {
  overlay: Overlay
  /** Terms that corrections brought in, by the domain in whose record they stand. */
  added: { domain: string; term: string }[]
  /** Terms that led nowhere and are left out. */
  removed: string[]
}

const AS_IT_IS: Fixed = { overlay: new Map(), added: [], removed: [] }
/** A corrected term may lead to the next fault. */
const MOST_ROUNDS = 4

/** Ways to make a record one that can be evaluated, the nearest to it first; none where one would have to guess. */
export async function fix(domain: string, world: SpfWorld): Promise<Fixed[]> {
  let ways = [AS_IT_IS]
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const next = await Promise.all(ways.map((way) => fixOnce(domain, way, world)))
    if (next.every((one) => one === 'whole')) return ways
    ways = next.flatMap((one, index) => (one === 'whole' ? (ways[index] ?? []) : one)).slice(0, 4)
  }
  return []
}

async function fixOnce(domain: string, way: Fixed, world: SpfWorld): Promise<Fixed[] | 'whole'> {
  const root = await world.read(domain, way.overlay)
  const faulty = faultIn(root)
  if (!faulty) return 'whole'
  if (!sameOrganisation(faulty.domain, domain)) return []
  const put = (text: string, added: readonly string[], removed: readonly string[]): Fixed => ({
    overlay: new Map(way.overlay).set(faulty.domain, text),
    added: [...way.added, ...added.map((term) => ({ domain: faulty.domain, term }))],
    removed: [...way.removed, ...removed],
  })
  if (faulty.kind === 'record') {
    const ways = await withoutUseless(faulty, world)
    return ways.map(({ text, terms }) => put(text, [], terms))
  }
  const [text] = faulty.texts
  if (text === undefined) return []
  if (faulty.texts.length > 1) {
    const ones = await merged(faulty.domain, faulty.texts, world)
    return ones.map((one) => put(one.text, one.added, []))
  }
  const better = corrected(text)
  return better ? [put(better.text, better.added, [])] : []
}

type Faulty = Exclude<Program, { kind: 'open' }>

/** The first record that is at fault: it cannot be read, or has a term that leads nowhere. */
function faultIn(root: Program): Faulty | undefined {
  for (const program of programsOf(root)) {
    if (program.kind === 'broken' && (program.texts.length > 0 || program === root)) return program
    if (program.kind !== 'record') continue
    if (program.rules.some(({ match }) => match.kind === 'too-many')) return program
    if (uselessIn(program).length > 0) return program
  }
  return undefined
}

/** Terms that lead to no record, or back. */
function uselessIn({ rules, redirect }: SpfProgram) {
  const found = (term: SpfTerm, program: Program) =>
    program.kind === 'broken' && program.texts.length === 0 ? [{ term, loop: program.loop ?? false }] : []
  return [
    ...rules.flatMap(({ term, match }) => (match.kind === 'include' ? found(term, match.program) : [])),
    ...(redirect ? found(redirect.term, redirect.program) : []),
  ]
}

async function withoutUseless(
  program: SpfProgram,
  world: SpfWorld,
): Promise<{ text: string; terms: string[] }[]> {
  const useless = uselessIn(program)
  for (const {
    term: { value = '' },
  } of useless) {
    // What is misspelt is to be corrected by its owner, not to be left out.
    if ((await likelyName(value.toLowerCase(), world)) !== undefined) return []
  }
  // Of an mx with too many hosts it is not known which of them send.
  if (useless.length === 0) return []
  const text = without(program.record.text, new Set(useless.map(({ term }) => term.at)), new Map())
  // A record that leads back to itself adds nobody.
  return [{ text, terms: useless.filter(({ loop }) => !loop).map(({ term }) => term.text) }]
}
