import { isCounted, mostLookups, type Rule, ruleLookups, type SpfProgram } from '../gate/program.ts'
import type { SpfWorld } from '../gate/world.ts'
import { SPF_MOST_LOOKUPS } from '../nodes.ts'
import type { SpfTerm } from '../record.ts'
import { networkTerms } from './network-terms.ts'

/** Records that need fewer look-ups. */
export interface Shorter {
  /** The domain's own record. */
  own: string
  /** Records of names that hold none yet, which the own one includes. */
  parts: { name: string; text: string }[]
  /** Names whose addresses are copied: when they change, the record must follow. */
  copied: string[]
  /** Terms left out because no host of either family answers to them. */
  removed: string[]
}

/** RFC 7208 3.4: the answer should fit in a small UDP packet. */
const LONGEST_TEXT = 450
const MOST_ADDRESSES = 200

/** A term, or the addresses that it stands for now. */
interface Item {
  text: string
  cost: number
  rule?: Rule
}

/** Look-ups to stay within: as few names as will do are replaced, more of them where those left would be void. */
const BOUNDS = [SPF_MOST_LOOKUPS, 7, 4, 2, 0] as const

/**
 * Records with the same meaning that need no more than ten look-ups: terms that are there twice or lead nowhere left out,
 * then names replaced by their addresses, own hosts first, then the dearest. Those that replace least come first.
 */
export async function shorter(program: SpfProgram, world: SpfWorld): Promise<Shorter[]> {
  if (!isCounted(program)) return []
  const layouts = [laidOut(program), inlined(program)]
  const found: Shorter[] = []
  for (const most of BOUNDS) {
    for (const layout of layouts) {
      const one = layout && (await shortened(program.domain, layout, most, world))
      if (one) found.push(one)
    }
  }
  return found.filter(({ own }, index) => found.findIndex((one) => one.own === own) === index)
}

interface Layout {
  items: Item[]
  ends: string[]
  /** Look-ups of a redirect at the end. */
  fixed: number
  removed: string[]
}

/** The terms as they stand. */
function laidOut({ rules, redirect, record }: SpfProgram): Layout {
  const items = rules.flatMap((rule) => (rule.match.kind === 'all' ? [] : [itemOf(rule, rule.term.text)]))
  const all = rules.find(({ match }) => match.kind === 'all')
  const end = redirect?.term.text ?? all?.term.text
  const fixed = redirect ? redirect.lookups + mostLookups(redirect.program) : 0
  const ends = [...modifiersOf(record.terms), ...(end ? [end] : [])]
  return { items: useful(items), ends, fixed, removed: deadIn(items) }
}

/** The terms of the record that a redirect leads to in its place; it must not explain itself in its own words. */
function inlined(program: SpfProgram): Layout | undefined {
  const { redirect } = program
  if (redirect?.program.kind !== 'record' || redirect.target.includes('%')) return undefined
  const { program: moved } = redirect
  if (modifiersOf(moved.record.terms).length > 0 || moved.redirect) return undefined
  const below = moved.rules.map((rule) => itemOf(rule, pinned(rule)))
  const own = laidOut(program)
  const all = moved.rules.find(({ match }) => match.kind === 'all')
  return {
    items: useful([...own.items, ...below.filter(({ rule }) => rule?.match.kind !== 'all')]),
    ends: [...modifiersOf(program.record.terms), ...(all ? [all.term.text] : [])],
    fixed: 0,
    removed: [...own.removed, ...deadIn(below)],
  }
}

function deadIn(items: readonly Item[]): string[] {
  return items.flatMap(({ rule, text }) => (rule && isDead(rule) ? [text] : []))
}

function itemOf(rule: Rule, text: string): Item {
  return { text, cost: ruleLookups(rule), rule }
}

/** A term that means "this domain" names it when it moves to another record. */
function pinned({ term, target = '' }: Rule): string {
  if (term.value !== undefined) return term.text
  return term.text.replace(/^([+\-?~]?(?:a|mx|ptr))/i, `$1:${target}`)
}

function modifiersOf(terms: readonly SpfTerm[]): string[] {
  const kept = terms.filter((term) => term.kind === 'modifier' && term.name !== 'redirect')
  return kept.map(({ text }) => text)
}

/** Without what stands there a second time, and what leads to no host of either family. */
function useful(items: readonly Item[]): Item[] {
  const seen = new Set<string>()
  return items.filter(({ text, rule }) => {
    const key = text.toLowerCase().replace(/^\+/, '')
    if (seen.has(key)) return false
    seen.add(key)
    return !(rule && isDead(rule))
  })
}

/** No host of either family answers to it, and every question was answered. */
export function isDead({ match }: Rule): boolean {
  if (match.kind !== 'hosts' || match.ranges.length > 0) return false
  return Object.keys(match.open).length === 0 && match.voids[4] > 0 && match.voids[6] > 0
}

async function shortened(
  domain: string,
  layout: Layout,
  most: number,
  world: SpfWorld,
): Promise<Shorter | undefined> {
  let { items } = layout
  const copied: string[] = []
  const costOf = () => items.reduce((sum, { cost }) => sum + cost, layout.fixed)
  for (const item of candidates(items)) {
    if (costOf() <= most) break
    const networks = item.rule && networkTerms(item.rule)
    if (!networks || networks.length > MOST_ADDRESSES) continue
    items = items.flatMap((one) => (one === item ? networks.map((text) => ({ text, cost: 0 })) : [one]))
    copied.push(item.text.replace(/^[+\-?~]/, ''))
  }
  if (costOf() > SPF_MOST_LOOKUPS) return undefined
  const { own, parts } = await layOut(domain, useful(items), layout.ends, world)
  if (costOf() + parts.length > SPF_MOST_LOOKUPS) return undefined
  return { own, parts, copied, removed: layout.removed }
}

/** Own hosts first (their addresses are known to the publisher), then the includes that cost most. */
function candidates(items: readonly Item[]): Item[] {
  const rank = ({ rule }: Item) => (rule?.match.kind === 'include' ? 1 : 0)
  return items.filter(({ cost }) => cost > 0).toSorted((a, b) => rank(a) - rank(b) || b.cost - a.cost)
}

/** A record that would be too long hands its addresses to records of their own, where the order does not matter. */
async function layOut(
  domain: string,
  items: readonly Item[],
  ends: readonly string[],
  world: SpfWorld,
): Promise<{ own: string; parts: Shorter['parts'] }> {
  const own = ['v=spf1', ...items.map(({ text }) => text), ...ends].join(' ')
  const isPlain = items.every(({ text }) => !/^[-~?]/.test(text))
  if (own.length <= LONGEST_TEXT || !isPlain) return { own, parts: [] }
  const packs = pack(items.filter(({ cost }) => cost === 0).map(({ text }) => text))
  const names = await freeNames(domain, packs.length, world)
  if (!names) return { own, parts: [] }
  const parts = packs.map((terms, index) => ({
    name: names[index] ?? '',
    text: ['v=spf1', ...terms, '-all'].join(' '),
  }))
  const others = items.filter(({ cost }) => cost > 0).map(({ text }) => text)
  const includes = parts.map(({ name }) => `include:${name}`)
  return { own: ['v=spf1', ...others, ...includes, ...ends].join(' '), parts }
}

/** Names where nothing stands that would be joined or replaced. */
async function freeNames(domain: string, count: number, world: SpfWorld): Promise<string[] | undefined> {
  const names: string[] = []
  for (let number = 1; names.length < count && number <= count + 4; number += 1) {
    const name = `_spf${number}.${domain}`
    if (await world.isFree(name)) names.push(name)
  }
  return names.length === count ? names : undefined
}

function pack(terms: readonly string[]): string[][] {
  const packs: string[][] = []
  let room = 0
  for (const term of terms) {
    const last = packs.at(-1)
    if (!last || room < term.length + 1) {
      packs.push([term])
      room = LONGEST_TEXT - 'v=spf1 -all'.length - term.length - 1
    } else {
      last.push(term)
      room -= term.length + 1
    }
  }
  return packs
}
