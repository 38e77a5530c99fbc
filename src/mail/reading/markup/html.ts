import type { Document } from 'domhandler'
import { buildMarkup, type Nesting } from './tree.ts'
import { visibleContent } from './visible.ts'

/** The shown HTML body as a tree, and what a reader sees of it. */
export interface HtmlDocument {
  root: Document
  /** What a reader sees: no head, style or script, nothing hidden; blocks on lines of their own. */
  text: string
  /** Alternative texts of shown images, one per line. */
  alternativeText: string
  /** Shown images and backgrounds, tracking pixels left out. */
  images: number
  /** Neither text nor an image is shown. */
  rendersNothing: boolean
  /** The deepest nesting of elements. */
  depth: number
  nesting: Nesting
  /** What was not looked at, in words. */
  limits: string[]
}

/** Characters that show nothing: spaces, format characters, and the fillers of preheaders. */
const INVISIBLE = /[\p{Cf}\p{Cc}\p{Z}\p{Mn}\u115f\u1160\u2800\u3164\uffa0]/gu

/** Parses hostile HTML within bounds on size, depth and count; never throws. */
export function parseHtml(html: string): HtmlDocument {
  const { root, depth, nesting, limits } = buildMarkup(html)
  const content = visibleContent(root)
  return {
    root,
    ...content,
    rendersNothing: content.images === 0 && content.text.replace(INVISIBLE, '') === '',
    depth,
    nesting,
    limits,
  }
}
