const FIRST_SLOTS = 1_024
/** So many different units are told apart, and so many nodes: a step is one number of 31 bits. */
const UNIT_BITS = 12
const MOST_UNITS = 2 ** UNIT_BITS
const MOST_NODES = 2 ** (31 - UNIT_BITS)

const SHORT = 1
const LONGER = 2

const pairHash = (first: number, second: number) => (Math.imul(first, 251) + second) & 0xffff
const tripleHash = (first: number, second: number, third: number) =>
  (Math.imul(Math.imul(first, 251) + second, 251) + third) & 0xffff

const fourHash = (first: number, second: number, third: number, fourth: number) =>
  (Math.imul(tripleHash(first, second, third), 251) + fourth) & 0xffff

/** Texts letter by letter (by UTF-16 unit) in one table of numbers: a walk through it makes no object and no string. */
export class Trie<T> {
  /** The node every walk begins at. */
  static readonly root = 1
  /** Steps by hash: what leads from a node by a unit, and the node it leads to. A step of 0 is free. */
  private steps = new Int32Array(FIRST_SLOTS * 2)
  private mask = FIRST_SLOTS - 1
  private nodes = 1
  /** A number for each unit that any text has, from 1. */
  private readonly units = new Uint16Array(65_536)
  private unitCount = 0
  private readonly begins = new Uint8Array(65_536)
  /** By a hash of the first two units, and of the first three: most places of a message are passed over by these alone. */
  private readonly pairs = new Uint8Array(65_536)
  private readonly triples = new Uint8Array(65_536)
  private readonly fours = new Uint8Array(65_536)
  private readonly values = new Map<number, T[]>()
  /** Whether a node has values, by node: looked at in every step. */
  private ends = new Uint8Array(FIRST_SLOTS)

  add(text: string, value: T): void {
    const [first, second, third] = [text.charCodeAt(0), text.charCodeAt(1), text.charCodeAt(2)]
    if (text.length < 2) this.pairs.fill(SHORT)
    else if (text.length < 3) this.pairs[pairHash(first, second)] = SHORT
    else {
      this.pairs[pairHash(first, second)] ||= LONGER
      const triple = tripleHash(first, second, third)
      this.triples[triple] = text.length < 4 ? SHORT : this.triples[triple] || LONGER
      if (text.length > 3) this.fours[fourHash(first, second, third, text.charCodeAt(3))] = 1
    }
    let node = Trie.root
    for (let at = 0; at < text.length; at += 1) node = this.grown(node, text.charCodeAt(at))
    const known = this.values.get(node)
    if (known) known.push(value)
    else this.values.set(node, [value])
    this.ends[node] = 1
  }

  /** Whether a text begins so. */
  mayBegin(unit: number): boolean {
    return this.begins[unit] === 1
  }

  /** Whether a text may begin with these three; where one does, never false. */
  mayBeginWith(first: number, second: number, third: number): boolean {
    const pair = this.pairs[pairHash(first, second)]
    return pair === SHORT || (pair === LONGER && this.triples[tripleHash(first, second, third)] !== 0)
  }

  /** The same of four. */
  mayBeginWithFour(first: number, second: number, third: number, fourth: number): boolean {
    const pair = this.pairs[pairHash(first, second)]
    if (pair !== LONGER) return pair === SHORT
    const triple = this.triples[tripleHash(first, second, third)]
    return triple === SHORT || (triple === LONGER && this.fours[fourHash(first, second, third, fourth)] === 1)
  }

  /** The next node; 0 where no text goes on so. */
  next(node: number, unit: number): number {
    const number = this.units[unit] ?? 0
    return number === 0 ? 0 : (this.steps[this.slotOf((node << UNIT_BITS) | number) + 1] ?? 0)
  }

  /** What was added for the texts that end at a node. */
  at(node: number): readonly T[] | undefined {
    return this.ends[node] === 1 ? this.values.get(node) : undefined
  }

  private grown(node: number, unit: number): number {
    const step = (node << UNIT_BITS) | this.numberOf(unit)
    const slot = this.slotOf(step)
    const known = this.steps[slot + 1]
    if (known) return known
    if (node === Trie.root) this.begins[unit] = 1
    this.nodes += 1
    if (this.nodes >= MOST_NODES) throw new Error('There are too many words for one trie.')
    this.steps[slot] = step
    this.steps[slot + 1] = this.nodes
    if (this.nodes * 2 > this.mask) this.widen()
    return this.nodes
  }

  private numberOf(unit: number): number {
    const known = this.units[unit]
    if (known) return known
    this.unitCount += 1
    if (this.unitCount >= MOST_UNITS) throw new Error('There are too many letters for one trie.')
    this.units[unit] = this.unitCount
    return this.unitCount
  }

  /** Where a step stands, or the free place where it would. */
  private slotOf(step: number): number {
    const { steps, mask } = this
    let slot = (Math.imul(step, 0x9e3779b1) >>> 8) & mask
    while (steps[slot * 2] !== 0 && steps[slot * 2] !== step) slot = (slot + 1) & mask
    return slot * 2
  }

  private widen(): void {
    const before = this.steps
    this.steps = new Int32Array(before.length * 2)
    this.mask = before.length - 1
    const ends = this.ends
    this.ends = new Uint8Array(before.length)
    this.ends.set(ends)
    for (let at = 0; at < before.length; at += 2) {
      const step = before[at] ?? 0
      if (step === 0) continue
      const slot = this.slotOf(step)
      this.steps[slot] = step
      this.steps[slot + 1] = before[at + 1] ?? 0
    }
  }
}
