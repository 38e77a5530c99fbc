import type { MimePart } from '../message.ts'
import type { Image } from './view.ts'

/** What images may point to inside the message (RFC 2392, RFC 2557). */
export interface InnerParts {
  ids: ReadonlySet<string>
  /** Content-Location values, and the last piece of each. */
  locations: ReadonlySet<string>
}

/** Gathers Content-ID and Content-Location of every part; the depth of the tree is bounded where it is built. */
export function innerParts(root: MimePart): InnerParts {
  const ids = new Set<string>()
  const locations = new Set<string>()
  const pending = [root]
  for (let part = pending.pop(); part; part = pending.pop()) {
    if (part.contentId) ids.add(idOf(part.contentId))
    const location = part.headers.find(({ key }) => key === 'content-location')?.value.trim()
    if (location) locations.add(location)
    pending.push(...part.children)
  }
  return { ids, locations }
}

/** Whether the image lies in the message, as far as its address says that it should. */
export function isInside({ ids, locations }: InnerParts, { source, address }: Image): boolean {
  return source === 'cid' ? ids.has(idOf(address)) : locations.has(address)
}

/** A Content-ID or the address that names it, to be compared: without brackets and percent-encoding; senders do not agree on the case. */
export function idOf(text: string): string {
  return text
    .trim()
    .replace(/^<|>$/g, '')
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .toLowerCase()
}
