/** A copy of what was told, as it is kept. */
export interface Kept {
  revision: number
  version: string
  checks: Uint8Array
}

/** What was read last, unpacked, by message. */
export interface LastRead {
  /** The copy with this revision and version; another one of the message is out of date. */
  get(message: number, revision: number, version: string): Uint8Array | undefined
  keep(message: number, kept: Kept): void
}

/** The bytes of all that are kept. */
const MOST_BYTES = 4 * 1024 * 1024

/** Whoever waits for a report reads it several times, and so does whoever it is shown to. */
export function lastRead(mostBytes = MOST_BYTES): LastRead {
  const copies = new Map<number, Kept>()
  let bytes = 0

  function drop(message: number): void {
    bytes -= copies.get(message)?.checks.byteLength ?? 0
    copies.delete(message)
  }

  return {
    get(message, revision, version) {
      const copy = copies.get(message)
      if (copy?.revision !== revision || copy.version !== version) return undefined
      // A map keeps the order of insertion: what was read last is behind.
      copies.delete(message)
      copies.set(message, copy)
      return copy.checks
    },
    keep(message, kept) {
      drop(message)
      if (kept.checks.byteLength > mostBytes / 8) return
      copies.set(message, kept)
      bytes += kept.checks.byteLength
      for (const oldest of copies.keys()) {
        if (bytes <= mostBytes) break
        drop(oldest)
      }
    },
  }
}
