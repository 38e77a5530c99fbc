import type { ToldCopy } from '../mail-tests.ts'

/** A copy of what was told, with the revision of the report that it was made of. */
export interface ReadCopy extends ToldCopy {
  readonly revision: number
}

/** What was read last, unpacked, by the id of the message: its row number may become another one's when it is deleted. */
export interface LastRead {
  /** The copy with this revision and version; another one of the message is out of date. */
  get(id: string, revision: number, version: string): ReadCopy | undefined
  keep(id: string, copy: ReadCopy): void
}

/** The bytes of all that are kept. */
const MOST_BYTES = 4 * 1024 * 1024

/** Whoever waits for a report reads it several times, and so does whoever it is shown to. */
export function lastRead(mostBytes = MOST_BYTES): LastRead {
  const copies = new Map<string, ReadCopy>()
  let held = 0

  function drop(id: string): void {
    held -= copies.get(id)?.checks.byteLength ?? 0
    copies.delete(id)
  }

  return {
    get(id, revision, version) {
      const copy = copies.get(id)
      if (copy?.revision !== revision || copy.version !== version) return undefined
      // A map keeps the order of insertion: what was read last is behind.
      copies.delete(id)
      copies.set(id, copy)
      return copy
    },
    keep(id, copy) {
      drop(id)
      if (copy.checks.byteLength > mostBytes / 8) return
      copies.set(id, copy)
      held += copy.checks.byteLength
      for (const oldest of copies.keys()) {
        if (held <= mostBytes) break
        drop(oldest)
      }
    },
  }
}
