import type { ToldCopy } from '../../mail-tests.ts'

/** A copy of what was told, with the revision of the report that it was made of. */
export interface ReadCopy extends ToldCopy {
  readonly revision: number
}

/** What was read last, unpacked, by message. */
export interface LastRead {
  /** The copy with this revision and version; another one of the message is out of date. */
  get(message: number, revision: number, version: string): ReadCopy | undefined
  keep(message: number, copy: ReadCopy): void
}

/** The bytes of all that are kept. */
const MOST_BYTES = 4 * 1024 * 1024

/** Whoever waits for a report reads it several times, and so does whoever it is shown to. */
export function lastRead(mostBytes = MOST_BYTES): LastRead {
  const copies = new Map<number, ReadCopy>()
  let held = 0

  function drop(message: number): void {
    held -= copies.get(message)?.checks.byteLength ?? 0
    copies.delete(message)
  }

  return {
    get(message, revision, version) {
      const copy = copies.get(message)
      if (copy?.revision !== revision || copy.version !== version) return undefined
      // A map keeps the order of insertion: what was read last is behind.
      copies.delete(message)
      copies.set(message, copy)
      return copy
    },
    keep(message, copy) {
      drop(message)
      if (copy.checks.byteLength > mostBytes / 8) return
      copies.set(message, copy)
      held += copy.checks.byteLength
      for (const oldest of copies.keys()) {
        if (held <= mostBytes) break
        drop(oldest)
      }
    },
  }
}
