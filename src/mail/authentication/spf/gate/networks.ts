import { parseAddress } from '../../../../net/ip.ts'

export type Family = 4 | 6

/** Addresses from one to another, both in it. */
export interface Range {
  family: Family
  first: bigint
  last: bigint
}

/** One address as a number. */
export interface Point {
  family: Family
  value: bigint
}

const BITS = { 4: 32, 6: 128 } as const
const MAPPED = 0xffffn << 32n

/** The network of an address, read as one of this family: an `ip6` term with a mapped address holds no IPv4 client. */
export function rangeOf(address: string, family: Family, prefix?: number): Range | undefined {
  const parsed = parseAddress(address)
  if (!parsed || (family === 4 && parsed.version === 6)) return undefined
  const number = numberOf(parsed.bytes)
  const value = family === 6 && parsed.version === 4 ? MAPPED | number : number
  const free = BigInt(BITS[family] - Math.min(prefix ?? BITS[family], BITS[family]))
  const first = (value >> free) << free
  return { family, first, last: first | ((1n << free) - 1n) }
}

/** The address of a client as SPF takes it: a mapped one is IPv4. */
export function pointOf(address: string): Point | undefined {
  const parsed = parseAddress(address)
  return parsed && { family: parsed.version, value: numberOf(parsed.bytes) }
}

function numberOf(bytes: Uint8Array): bigint {
  return bytes.reduce((number, byte) => (number << 8n) | BigInt(byte), 0n)
}

/** Is the address in one of them? */
export function isIn({ family, value }: Point, ranges: readonly Range[]): boolean {
  for (const range of ranges) {
    if (range.family === family && range.first <= value && value <= range.last) return true
  }
  return false
}

/** A part of the address space in which every range holds all addresses or none. Its value is the first of them. */
export interface Cell extends Point, Range {}

/** Both address spaces, cut at the borders of all ranges. */
export function cellsOf(ranges: readonly Range[]): Cell[] {
  return ([4, 6] as const).flatMap((family) => {
    const end = 1n << BigInt(BITS[family])
    const borders = ranges.flatMap((range) => (range.family === family ? [range.first, range.last + 1n] : []))
    const starts = [...new Set([0n, ...borders])].filter((start) => start < end).sort(ascending)
    return starts.map((value, index) => {
      return { family, value, first: value, last: (starts[index + 1] ?? end) - 1n }
    })
  })
}

function ascending(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** A record that lets in more than this is nobody's own: half of IPv4, half of what IPv6 gives out (2000::/3). */
const MOST_OPEN = { 4: 1n << 31n, 6: 1n << 124n } as const

/** Is this, taken together, most of a family's addresses? */
export function isEverybody(ranges: readonly Range[]): boolean {
  return ([4, 6] as const).some((family) => {
    const own = ranges.filter((range) => range.family === family)
    let held = 0n
    let next = 0n
    for (const { first, last } of own.sort((a, b) => ascending(a.first, b.first))) {
      const from = first > next ? first : next
      if (last < from) continue
      held += last - from + 1n
      next = last + 1n
    }
    return held >= MOST_OPEN[family]
  })
}
