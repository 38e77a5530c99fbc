import type { Document, Element } from 'domhandler'
import { walk } from '../reading/markup/walk.ts'
import { escapeHtml } from './escape.ts'
import type { Pictures } from './pictures.ts'
import { safeAttributes } from './safe-attributes.ts'

/** Elements that are shown. Every other one is left out, and what is inside it shown in its place. */
const SHOWN = new Set(
  [
    'a abbr acronym address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del',
    'details dfn dir div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i ins kbd li main mark',
    'menu nav ol p pre q rp rt ruby s samp section small span strike strong sub summary sup table tbody td tfoot th',
    'thead time tr tt u ul var wbr',
  ].flatMap((line) => line.split(' ')),
)
/** Elements that are left out with all that is inside. */
const DROPPED = new Set(
  [
    'head title script style template noscript noembed noframes iframe frame frameset object embed applet param',
    'source track canvas svg math map area datalist select option optgroup textarea input button',
    'link meta base xmp plaintext listing dialog portal fencedframe',
  ].flatMap((line) => line.split(' ')),
)
const VOID = new Set(['br', 'hr', 'col', 'wbr'])

/** Characters of markup and text in a preview, pictures apart. */
const MAX_MARKUP = 1_000_000

export interface SafeMarkup {
  /** What goes inside <body>. */
  body: string
  /** The attributes of <html>. */
  frame: string
  /** The attributes of <body>. */
  attributes: string
  cut: boolean
}

/** Writes a tree anew from what is known to be harmless; nothing of the source is copied unescaped. */
export function safeMarkup(root: Document, pictures: Pictures): SafeMarkup {
  const pieces: string[] = []
  const open: Element[] = []
  const outer = { html: '', body: '' }
  let length = 0
  let cut = false
  const write = (piece: string) => {
    pieces.push(piece)
    length += piece.length
    cut ||= length - pictures.characters() > MAX_MARKUP
  }
  const attributesOf = (element: Element) => safeAttributes(element, pictures.behind)
  walk(root, {
    enter(element) {
      const { name } = element
      if (cut || DROPPED.has(name)) return false
      if (name === 'img' || name === 'image') {
        write(pictures.show(element))
        return false
      }
      if (name === 'html' || name === 'body') outer[name] ||= attributesOf(element)
      if (!SHOWN.has(name)) return true
      write(`<${name}${attributesOf(element)}>`)
      if (!VOID.has(name)) open.push(element)
      return true
    },
    leave(element) {
      if (open.at(-1) !== element) return
      open.pop()
      pieces.push(`</${element.name}>`)
    },
    text(data) {
      if (!cut) write(escapeHtml(data.slice(0, MAX_MARKUP)))
    },
  })
  return { body: pieces.join(''), frame: outer.html, attributes: outer.body, cut }
}
