/** Domains by which mail of an address was authenticated or was to be, as dmarc_seen has them: four numbers each. Many addresses share one. */
export interface Traits {
  readonly list: readonly number[]
  /** As it is written, once that was asked for. */
  text?: string
}

export const NO_TRAITS: Traits = { list: [] }

const STRIDE = 4
/** Where they stand: bits, the number of its name, the last day, and the last one in an authenticated report (0: in none). */
const [BITS, NAME, LAST, PROVEN] = [0, 1, 2, 3] as const
/** What the bits say: of SPF (else DKIM), it passed, and an authenticated report said that it did. */
export const [OF_SPF, PASSED, PROVEN_PASS] = [1, 2, 4] as const

/** Of each kind and address. */
export const MOST_OF_KIND = 16

export interface Trait {
  kind: number
  name: number
  passed: boolean
  provenPass: boolean
  last: number
  proven: number
}

export function traitsIn({ list }: Traits): Trait[] {
  const found: Trait[] = []
  for (let at = 0; at + PROVEN < list.length; at += STRIDE) {
    const [bits = 0, name = 0, last = 0, proven = 0] = list.slice(at, at + STRIDE)
    const [passed, provenPass] = [(bits & PASSED) !== 0, (bits & PROVEN_PASS) !== 0]
    found.push({ kind: bits & OF_SPF, name, passed, provenPass, last, proven })
  }
  return found
}

/** What a report of a day says of domains: at most `MOST_OF_KIND` of each kind. */
export function traitsOn(
  day: number,
  authenticated: number,
  said: readonly Pick<Trait, 'kind' | 'name' | 'passed'>[],
): Traits {
  const pass = PASSED | (authenticated ? PROVEN_PASS : 0)
  const proven = authenticated ? day : 0
  return { list: said.flatMap(({ kind, name, passed }) => [kind | (passed ? pass : 0), name, day, proven]) }
}

export const readTraits = (text: string): Traits => ({ list: JSON.parse(text) as number[], text })

export function textOf(traits: Traits): string {
  traits.text ??= `[${traits.list.join()}]`
  return traits.text
}

/** The numbers of their names. */
export function namesIn({ list }: Traits): number[] {
  const names: number[] = []
  for (let at = NAME; at < list.length; at += STRIDE) names.push(list[at] ?? 0)
  return names
}

export function haveSameNames({ list: a }: Traits, { list: b }: Traits): boolean {
  if (a.length !== b.length) return false
  for (let at = NAME; at < a.length; at += STRIDE) if (a[at] !== b[at]) return false
  return true
}

/** The same with others that were seen; the very same where they say nothing new. Past the most of a kind those that say least go. */
export function merged(traits: Traits, others: Traits): Traits {
  if (traits === others || holds(traits.list, others.list)) return traits
  if (traits.list.length === 0) return others
  let list = traits.list
  for (let at = 0; at < others.list.length; at += STRIDE) list = withOne(list, others.list, at)
  return list === traits.list ? traits : { list }
}

/** Whether the others say nothing new. Mostly the same ones stand at the same places. */
function holds(list: readonly number[], others: readonly number[]): boolean {
  for (let from = 0; from < others.length; from += STRIDE) {
    const [bits, name] = [others[from] as number, others[from + NAME]]
    const at = isAt(list, from, bits, name) ? from : placeOf(list, bits, name)
    if (at >= list.length || ((list[at] as number) | bits) !== list[at]) return false
    if ((others[from + LAST] as number) > (list[at + LAST] as number)) return false
    if ((others[from + PROVEN] as number) > (list[at + PROVEN] as number)) return false
  }
  return true
}

const isAt = (list: readonly number[], at: number, bits: number, name: number | undefined): boolean =>
  list[at + NAME] === name && (((list[at] ?? 0) ^ bits) & OF_SPF) === 0

/** Where it stands; behind the last one: nowhere. */
function placeOf(list: readonly number[], bits: number, name: number | undefined): number {
  let at = 0
  while (at < list.length && !isAt(list, at, bits, name)) at += STRIDE
  return at
}

function withOne(list: readonly number[], others: readonly number[], from: number): readonly number[] {
  const [bits = 0, name = 0, day = 0, proven = 0] = [
    others[from + BITS],
    others[from + NAME],
    others[from + LAST],
    others[from + PROVEN],
  ]
  const at = placeOf(list, bits, name)
  if (at >= list.length) return bounded(list, [bits, name, day, proven])
  const [was = 0, last = 0, lastProven = 0] = [list[at + BITS], list[at + LAST], list[at + PROVEN]]
  if ((was | bits) === was && day <= last && proven <= lastProven) return list
  const changed = list.slice()
  changed[at + BITS] = was | bits
  changed[at + LAST] = Math.max(last, day)
  changed[at + PROVEN] = Math.max(lastProven, proven)
  return changed
}

function bounded(list: readonly number[], added: readonly number[]): readonly number[] {
  const kind = (added[BITS] ?? 0) & OF_SPF
  const all = [...list, ...added]
  const places: number[] = []
  for (let at = 0; at < all.length; at += STRIDE) if (((all[at] ?? 0) & OF_SPF) === kind) places.push(at)
  if (places.length <= MOST_OF_KIND) return all
  const least = places.reduce((one, other) => (compare(all, other, one) < 0 ? other : one))
  return least === list.length ? list : all.toSpliced(least, STRIDE)
}

/** What passed says more than what did not, an authenticated report more than others, and then what was seen later. */
function compare(all: readonly number[], a: number, b: number): number {
  for (const at of [BITS, PROVEN, LAST]) {
    const order = (all[a + at] ?? 0) - (all[b + at] ?? 0)
    if (order !== 0) return order
  }
  return 0
}

/** So many of each kind, those that say most: what authenticated reports say passed, then what any says, then what was seen last. */
export function mostTelling(traits: readonly Trait[], most: number): Trait[] {
  const rank = ({ provenPass, passed }: Trait) => Number(provenPass) * 2 + Number(passed)
  const sorted = traits.toSorted((a, b) => rank(b) - rank(a) || b.proven - a.proven || b.last - a.last)
  const ofKind = (spf: boolean) => sorted.filter(({ kind }) => (kind === OF_SPF) === spf).slice(0, most)
  return [...ofKind(false), ...ofKind(true)]
}
