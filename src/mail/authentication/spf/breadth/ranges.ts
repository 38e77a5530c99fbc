import type { Family, Range } from '../gate/networks.ts'

/** Ranges of one family, in order, none touching another. */
type Run = readonly Range[]

/** Addresses of both families, each once. */
export interface AddressSet {
  readonly 4: Run
  readonly 6: Run
}

export const NO_ADDRESSES: AddressSet = { 4: [], 6: [] }
export const ALL_ADDRESSES: AddressSet = {
  4: [{ family: 4, first: 0n, last: (1n << 32n) - 1n }],
  6: [{ family: 6, first: 0n, last: (1n << 128n) - 1n }],
}

const FAMILIES = [4, 6] as const

/** The addresses of these ranges. */
export function setOf(ranges: readonly Range[]): AddressSet {
  const run = (family: Family) => joined(ranges.filter((range) => range.family === family))
  return { 4: run(4), 6: run(6) }
}

/** Those of either. */
export const either = (a: AddressSet, b: AddressSet): AddressSet =>
  each((family) => (b[family].length === 0 ? a[family] : joined([...a[family], ...b[family]])))

/** Those of the first that are not of the second. */
export const without = (a: AddressSet, b: AddressSet): AddressSet =>
  each((family) => (b[family].length === 0 ? a[family] : cut(a[family], b[family])))

/** Those of both. */
export const both = (a: AddressSet, b: AddressSet): AddressSet => without(a, without(a, b))

function each(make: (family: Family) => Run): AddressSet {
  const [four, six] = FAMILIES.map(make)
  return { 4: four ?? [], 6: six ?? [] }
}

function joined(ranges: readonly Range[]): Range[] {
  const run: Range[] = []
  for (const range of ranges.toSorted(byFirst)) {
    const last = run.at(-1)
    if (last && range.first <= last.last + 1n) {
      if (range.last > last.last) run[run.length - 1] = { ...last, last: range.last }
    } else run.push(range)
  }
  return run
}

const byFirst = (a: Range, b: Range) => (a.first < b.first ? -1 : a.first > b.first ? 1 : 0)

function cut(run: Run, holes: Run): Range[] {
  let at = 0
  return run.flatMap((range) => {
    while ((holes[at]?.last ?? range.first) < range.first) at += 1
    return outside(range, holes, at)
  })
}

/** What is left of a range beside the holes from this one on. */
function outside({ family, first, last }: Range, holes: Run, at: number): Range[] {
  const left: Range[] = []
  let from = first
  for (let next = at; from <= last; next += 1) {
    const hole = holes[next]
    if (!hole || hole.first > last) return [...left, { family, first: from, last }]
    if (hole.first > from) left.push({ family, first: from, last: hole.first - 1n })
    if (hole.last >= from) from = hole.last + 1n
  }
  return left
}

/** How much a set holds: IPv4 addresses, and networks of IPv6 that one customer usually gets. */
export interface Breadth {
  ipv4: bigint
  /** Networks of 64 bits, of which any address is in the set. */
  ipv6: bigint
}

export function breadthOf({ 4: four, 6: six }: AddressSet): Breadth {
  const networks = joined(
    six.map(({ family, first, last }) => ({ family, first: first >> 64n, last: last >> 64n })),
  )
  return { ipv4: countOf(four), ipv6: countOf(networks) }
}

const countOf = (run: Run): bigint => run.reduce((sum, { first, last }) => sum + last - first + 1n, 0n)
