const FIRST_SLOTS = 1_024

/** Texts letter by letter (by UTF-16 unit) in one table of numbers: a walk through it makes no object and no string. */
export class Trie<T> {
  /** The node every walk begins at. */
  static readonly root = 1
  /** By slot: the node a step leads from, its unit, and the node it leads to. A slot whose `to` is 0 is free. */
  private from = new Int32Array(FIRST_SLOTS)
  private unit = new Uint16Array(FIRST_SLOTS)
  private to = new Int32Array(FIRST_SLOTS)
  private nodes = 1
  private readonly begins = new Uint8Array(65_536)
  private readonly values: (T[] | undefined)[] = [undefined, undefined]

  add(text: string, value: T): void {
    let node = Trie.root
    for (let at = 0; at < text.length; at += 1) node = this.grown(node, text.charCodeAt(at))
    const known = this.values[node]
    if (known) known.push(value)
    else this.values[node] = [value]
  }

  /** Whether a text begins so. */
  mayBegin(unit: number): boolean {
    return this.begins[unit] === 1
  }

  /** The next node; 0 where no text goes on so. */
  next(node: number, unit: number): number {
    return this.to[this.slotOf(node, unit)] ?? 0
  }

  /** What was added for the texts that end at a node. */
  at(node: number): readonly T[] | undefined {
    return this.values[node]
  }

  private grown(node: number, unit: number): number {
    const slot = this.slotOf(node, unit)
    const known = this.to[slot]
    if (known) return known
    if (node === Trie.root) this.begins[unit] = 1
    this.nodes += 1
    this.from[slot] = node
    this.unit[slot] = unit
    this.to[slot] = this.nodes
    const added = this.nodes
    if (this.nodes * 2 > this.to.length) this.widen()
    // Filled to the end, so that a node without a value is not looked up in an array with holes.
    this.values[added] = undefined
    return added
  }

  /** The slot of a step, or the free one where it would stand. */
  private slotOf(node: number, unit: number): number {
    const mask = this.to.length - 1
    let slot = ((Math.imul(node, 0x9e3779b1) ^ Math.imul(unit, 0x85ebca6b)) >>> 7) & mask
    while (this.to[slot] !== 0 && (this.from[slot] !== node || this.unit[slot] !== unit))
      slot = (slot + 1) & mask
    return slot
  }

  private widen(): void {
    const { from, unit, to } = this
    this.from = new Int32Array(to.length * 2)
    this.unit = new Uint16Array(to.length * 2)
    this.to = new Int32Array(to.length * 2)
    for (let old = 0; old < to.length; old += 1) {
      if (to[old] === 0) continue
      const slot = this.slotOf(from[old] ?? 0, unit[old] ?? 0)
      this.from[slot] = from[old] ?? 0
      this.unit[slot] = unit[old] ?? 0
      this.to[slot] = to[old] ?? 0
    }
  }
}
