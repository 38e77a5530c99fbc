import type { Document, Element } from 'domhandler'
import { isBlock, isUnseen } from './visible.ts'
import { walk } from './walk.ts'

const CODE = new Set(['pre', 'code', 'tt', 'samp', 'kbd', 'var', 'xmp', 'plaintext', 'textarea'])
const MOST = 300_000

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
  const marks = `${attribs['class'] ?? ''}`.slice(0, 300)
  if (/(?:^|[\s_-])(?:code|highlight|monospace|blob-code|diff|snippet|gmail_quote)(?:$|[\s_-])/i.test(marks))
    return true
  return /font(?:-family)?\s{0,3}:[^;]{0,40}(?:monospace|courier|consolas|menlo|monaco)/i.test(
    attribs['style']?.slice(0, 1_000) ?? '',
  )
}
