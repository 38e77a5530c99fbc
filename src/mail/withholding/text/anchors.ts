import type { Link } from '../../reading/links/links.ts'

/** Characters of the private use area that stand for an anchor in a text that is read: one opens each, one closes all. */
const FIRST = 0xe000
const CLOSED = '\uf8ff'
const MARKS = /[\ue000-\uf8ff]/g
const OPENED = /[\ue000-\uf8fe]/g
const MOST = 2_000
/** More of what is clicked is no label. */
const MOST_TEXT = 200

/** An address that a reader may follow, and what the text calls it. */
export interface Anchor {
  link: Link
  /** What is clicked; '' where the address itself stands in the text. */
  text: string
  /** What stands before it in its line, since the address before it: of a bare address, what it is called. */
  lead: string
}

/** What stands for an address in a text that is read. */
export const ADDRESS = 'https://link'

/** Addresses that mail clients turn into links by themselves. */
const BARE = /(?:\bhttps?:\/\/|\bwww\.)[^\s<>"'`\u3000-\u303f\uff00-\uff60]{1,2048}/giu
/** Marks between one address and the next label, and between that and its own address. */
const PARTED = /^[\s>)\]|\u00b7\u2022\u2013\u2014\uff5c/*+-]{1,40}/
const OPENS = /[\s<([]{1,20}$/
const TAIL = /[.,;:!?)\]}>*_|]{1,16}$/

/** Puts anchors into a text as single characters and finds them in it again. */
export class Anchors {
  readonly close = CLOSED
  private readonly links: Link[] = []
  private readonly byAddress = new Map<string, Link>()

  constructor(links: readonly Link[]) {
    for (const link of links) {
      if (link.from === 'anchor' || link.from === 'text') this.byAddress.set(link.url, link)
    }
  }

  /** What opens an anchor; '' where nothing can be followed. */
  open(address: string | undefined): string {
    const link = this.byAddress.get((address ?? '').replace(/[\t\r\n]/g, '').trim())
    return link ? this.mark(link) : ''
  }

  /** A text without such characters of its own, its bare addresses short; inside an anchor they are none of their own. */
  take(text: string, inside: boolean): string {
    return text.replace(MARKS, ' ').replace(BARE, (found) => {
      if (inside) return ADDRESS
      const link = this.byAddress.get(found) ?? this.byAddress.get(found.replace(TAIL, ''))
      const mark = link ? this.mark(link) : ''
      return `${mark}${ADDRESS}${mark && CLOSED}`
    })
  }

  /** The anchors that begin in a piece of a text that was taken. */
  within(text: string, start: number, end: number): Anchor[] {
    const found: Anchor[] = []
    let behind = start
    for (const { 0: mark, index } of text.slice(start, end).matchAll(OPENED)) {
      const link = this.links[mark.charCodeAt(0) - FIRST]
      const from = start + index + 1
      const label = text.slice(from, from + MOST_TEXT).split(CLOSED, 1)[0] ?? ''
      const lead = withoutMarks(text.slice(behind, from - 1))
        .replace(PARTED, '')
        .replace(OPENS, '')
      behind = Math.min(from + label.length, end)
      if (link) found.push({ link, text: withoutMarks(label).replace(ADDRESS, '').trim(), lead })
    }
    return found
  }

  private mark(link: Link): string {
    if (this.links.length >= MOST) return ''
    this.links.push(link)
    return String.fromCharCode(FIRST + this.links.length - 1)
  }
}

/** What a reader sees of a text that was taken. */
export function withoutMarks(text: string): string {
  return text.replace(MARKS, '')
}
