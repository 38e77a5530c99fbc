import type { HtmlDocument } from './html.ts'

/** A link or image address of the body. */
export interface Link {
  /** As written, at most 2,048 characters. */
  url: string
  /** Lower case host, A-labels; '' where the address has none (mailto:, cid:). */
  host: string
  /** Lower case: https. */
  scheme: string
  /** Visible text of an anchor; '' where there is none. */
  text: string
  from: 'anchor' | 'image' | 'text' | 'other'
}

/** Links beyond this many are not looked at. */
export declare const MAX_LINKS: number

/** Anchors, images and bare addresses of the shown bodies, in order of appearance, the HTML's first. */
export declare function extractLinks(html: HtmlDocument | undefined, text: string | undefined): Link[]
