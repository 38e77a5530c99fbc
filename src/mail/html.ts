import type { Document } from 'domhandler'

/** The shown HTML body as a tree, and what a reader sees of it. */
export interface HtmlDocument {
  root: Document
  /** What a reader sees: no head, style or script, nothing hidden; blocks on lines of their own. */
  text: string
  /** Alternative texts of shown images, one per line. */
  alternativeText: string
  images: number
  /** Neither text nor an image is shown. */
  rendersNothing: boolean
  elements: number
  /** The deepest nesting of elements. */
  depth: number
  /** What was not looked at, in words. */
  limits: string[]
}

/** Parses hostile HTML within bounds on size, depth and count; never throws. */
export declare function parseHtml(html: string): HtmlDocument
