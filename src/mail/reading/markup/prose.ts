import type { Document, Element } from 'domhandler'
import { remembered } from '../remembered.ts'
import { isBlock, isUnseen } from './visible.ts'
import { walk } from './walk.ts'

const CODE = new Set(['pre', 'code', 'tt', 'samp', 'kbd', 'var', 'xmp', 'plaintext', 'textarea'])
const MOST = 300_000
const LONGEST_STYLE = 300

/** What the HTML says in words, also where it is hidden (preheaders): without program text and quotations, one block a line. */
export function proseOf(root: Document): string {
  const pieces: string[] = []
  let length = 0
  const write = (piece: string) => {
    if (length < MOST) pieces.push(piece)
    length += piece.length
  }
  walk(root, {
    enter(element) {
      if (isBlock(element.name)) write('\n')
      return !isUnseen(element.name) && !isCode(element) && element.name !== 'blockquote'
    },
    leave({ name }) {
      if (isBlock(name)) write('\n')
    },
    text: (data) => write(data.replace(/[\s\u00a0]+/g, ' ')),
  })
  return pieces.join('').slice(0, MOST)
}

function isCode({ name, attribs }: Element): boolean {
  if (CODE.has(name)) return true
  const { class: classes, style } = attribs
  return (
    (classes !== undefined && marksCode(classes.slice(0, 300))) ||
    (style !== undefined && setsCode(style.slice(0, 1_000)))
  )
}

const marksCode = remembered((classes) =>
  /(?:^|[\s_-])(?:code|highlight|monospace|blob-code|diff|snippet|gmail_quote)(?:$|[\s_-])/i.test(classes),
)
const setsCode = remembered(
  (style) => /font(?:-family)?\s{0,3}:[^;]{0,40}(?:monospace|courier|consolas|menlo|monaco)/i.test(style),
  LONGEST_STYLE,
)
