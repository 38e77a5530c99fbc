/** The bytes of all pages that are kept. */
const MOST_BYTES = 4 * 1024 * 1024

/** Pages that are written again when the same is to be shown. */
export interface ShownBefore {
  /** The page of this content: as it was written before, or written now. All that it shows has to be in `content`. */
  pageOf(content: object, write: () => string): Uint8Array<ArrayBuffer>
}

/** Whoever waits for a report looks at its page again and again, and writing it takes ten times as long as comparing what
 * it shows. */
export function createShownBefore(mostBytes = MOST_BYTES): ShownBefore {
  const pages = new Map<string, Uint8Array<ArrayBuffer>>()
  let held = 0

  function keep(mark: string, page: Uint8Array<ArrayBuffer>): void {
    pages.set(mark, page)
    held += page.byteLength
    for (const [oldest, { byteLength }] of pages) {
      if (held <= mostBytes) break
      pages.delete(oldest)
      held -= byteLength
    }
  }

  return {
    pageOf(content, write) {
      const mark = new Bun.CryptoHasher('sha256').update(JSON.stringify(content)).digest('base64')
      const before = pages.get(mark)
      if (before) {
        // A map keeps the order of insertion: what was shown last is behind.
        pages.delete(mark)
        pages.set(mark, before)
        return before
      }
      const page = new TextEncoder().encode(write())
      if (page.byteLength <= mostBytes / 8) keep(mark, page)
      return page
    },
  }
}
