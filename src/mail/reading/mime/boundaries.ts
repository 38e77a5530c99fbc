import { contentEnd, HYPHEN, lineEnd, SPACE, TAB } from './octets.ts'

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
  /** The line that begins at `start` as a delimiter; undefined: it is none. */
  match(buffer: Buffer, start: number): BoundaryHit | undefined
}

export function createBoundaries(): OpenBoundaries {
  const stack: string[] = []
  const levels = new Map<string, number[]>()
  let longest = 0
  /** How many open boundaries begin with an octet: most lines that begin with two hyphens are told apart by this. */
  const beginnings = new Uint16Array(256)
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
      beginnings[text.charCodeAt(0)] = (beginnings[text.charCodeAt(0)] ?? 0) + 1
      longest = Math.max(longest, text.length)
    },
    cutTo(depth) {
      while (stack.length > depth) {
        const text = stack.pop() ?? ''
        beginnings[text.charCodeAt(0)] = (beginnings[text.charCodeAt(0)] ?? 1) - 1
        const left = levels.get(text)
        left?.pop()
        if (left?.length === 0) levels.delete(text)
      }
    },
    has: (boundary) => innermost(boundary) !== undefined,
    overlaps: (boundary) =>
      stack.some((text) => text !== boundary && (text.startsWith(boundary) || boundary.startsWith(text))),
    match(buffer, start) {
      const promising =
        buffer[start] === HYPHEN &&
        buffer[start + 1] === HYPHEN &&
        (beginnings[buffer[start + 2] ?? 0] ?? 0) > 0
      if (!promising) return undefined
      const next = lineEnd(buffer, start)
      const end = withoutWhite(buffer, start + 2, contentEnd(buffer, start, next))
      if (end - start - 2 > longest + 2) return undefined
      const text = buffer.toString('latin1', start + 2, end)
      const opening = innermost(text)
      const level = opening ?? (text.endsWith('--') ? innermost(text.slice(0, -2)) : undefined)
      if (level === undefined) return undefined
      return { level, closing: opening === undefined, lineStart: start, nextLine: next }
    },
  }
}

function withoutWhite(buffer: Buffer, start: number, end: number): number {
  let at = end
  while (at > start && (buffer[at - 1] === SPACE || buffer[at - 1] === TAB)) at -= 1
  return at
}
