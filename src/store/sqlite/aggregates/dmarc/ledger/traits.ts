/** Domains by which mail of an address was authenticated or was to be, as dmarc_seen has them: four numbers each. */
export type Traits = readonly number[]

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

export function traitsIn(traits: Traits): Trait[] {
  const found: Trait[] = []
  for (let at = 0; at + PROVEN < traits.length; at += STRIDE) {
    const [bits = 0, name = 0, last = 0, proven = 0] = traits.slice(at, at + STRIDE)
    const [passed, provenPass] = [(bits & PASSED) !== 0, (bits & PROVEN_PASS) !== 0]
    found.push({ kind: bits & OF_SPF, name, passed, provenPass, last, proven })
  }
  return found
}

/** The numbers of their names. */
export function namesIn(traits: Traits): number[] {
  const names: number[] = []
  for (let at = NAME; at < traits.length; at += STRIDE) names.push(traits[at] ?? 0)
  return names
}

/** The same with one that was seen; the very same where it says nothing new. Past the most of a kind the one that says least goes. */
export function withTrait(
  traits: Traits,
  { kind, name, passed }: Pick<Trait, 'kind' | 'name' | 'passed'>,
  { day, authenticated }: { day: number; authenticated: number },
): Traits {
  const bits = kind | (passed ? PASSED | (authenticated ? PROVEN_PASS : 0) : 0)
  const proven = authenticated ? day : 0
  let at = 0
  while (at < traits.length && (traits[at + NAME] !== name || ((traits[at] ?? 0) & OF_SPF) !== kind))
    at += STRIDE
  if (at >= traits.length) return bounded(traits, [bits, name, day, proven])
  const [was = 0, last = 0, lastProven = 0] = [traits[at + BITS], traits[at + LAST], traits[at + PROVEN]]
  if ((was | bits) === was && day <= last && proven <= lastProven) return traits
  const changed = [...traits]
  changed[at + BITS] = was | bits
  changed[at + LAST] = Math.max(last, day)
  changed[at + PROVEN] = Math.max(lastProven, proven)
  return changed
}

function bounded(traits: Traits, added: readonly number[]): Traits {
  const kind = (added[BITS] ?? 0) & OF_SPF
  const all = [...traits, ...added]
  const places: number[] = []
  for (let at = 0; at < all.length; at += STRIDE) if (((all[at] ?? 0) & OF_SPF) === kind) places.push(at)
  if (places.length <= MOST_OF_KIND) return all
  const least = places.reduce((one, other) => (compare(all, other, one) < 0 ? other : one))
  return least === traits.length ? traits : all.toSpliced(least, STRIDE)
}

/** What passed says more than what did not, an authenticated report more than others, and then what was seen later. */
function compare(all: Traits, a: number, b: number): number {
  for (const at of [BITS, PROVEN, LAST]) {
    const order = (all[a + at] ?? 0) - (all[b + at] ?? 0)
    if (order !== 0) return order
  }
  return 0
}
