import { contentEnd, octets, SPACE, TAB } from './octets.ts'

const HYPHEN = 45

/** A line that is a delimiter of an open multipart (RFC 2046 5.1.1). */
export interface BoundaryHit {
  /** Which of the open multiparts, 0 the outermost. */
  level: number
  /** `--boundary--`: no more parts. */
  closing: boolean
  lineStart: number
  nextLine: number
}

/** The boundaries of the multiparts that are open, outermost first; matching costs the same however many there are. */
export interface OpenBoundaries {
  readonly depth: number
  push(boundary: string): void
  /** Keeps only the outermost `depth`. */
  cutTo(depth: number): void
  has(boundary: string): boolean
  /** An open boundary that begins with this one, or that this one begins with. */
  overlaps(boundary: string): boolean
  /** The line from `start` to `next` as a delimiter; undefined: it is none. */
  match(raw: Uint8Array, start: number, next: number): BoundaryHit | undefined
}

export function createBoundaries(): OpenBoundaries {
  const stack: string[] = []
  const levels = new Map<string, number[]>()
  let longest = 0
  const innermost = (text: string) => levels.get(text)?.at(-1)
  return {
    get depth() {
      return stack.length
    },
    push(boundary) {
      const text = boundary.replace(/[ \t]{1,100}$/, '')
      const known = levels.get(text)
      if (known) known.push(stack.length)
      else levels.set(text, [stack.length])
      stack.push(text)
      longest = Math.max(longest, text.length)
    },
    cutTo(depth) {
      while (stack.length > depth) {
        const text = stack.pop() ?? ''
        const left = levels.get(text)
        left?.pop()
        if (left?.length === 0) levels.delete(text)
      }
    },
    has: (boundary) => innermost(boundary) !== undefined,
    overlaps: (boundary) =>
      stack.some((text) => text !== boundary && (text.startsWith(boundary) || boundary.startsWith(text))),
    match(raw, start, next) {
      if (stack.length === 0 || raw[start] !== HYPHEN || raw[start + 1] !== HYPHEN) return undefined
      let end = contentEnd(raw, start, next)
      while (end > start + 2 && (raw[end - 1] === SPACE || raw[end - 1] === TAB)) end -= 1
      const length = end - start - 2
      if (length <= 0 || length > longest + 2) return undefined
      const text = octets(raw, start + 2, end)
      const opening = innermost(text)
      const level = opening ?? (text.endsWith('--') ? innermost(text.slice(0, -2)) : undefined)
      if (level === undefined) return undefined
      return { level, closing: opening === undefined, lineStart: start, nextLine: next }
    },
  }
}
