import type { HtmlDocument } from '../reading/markup/html.ts'
import { walk } from '../reading/markup/walk.ts'
import type { ParsedMessage } from '../reading/message.ts'
import { plainOf } from './letters.ts'
import type { Anchors } from './text/anchors.ts'

/** Text behind this many characters of a body is not looked at. */
const MOST = 100_000
const MOST_SUBJECT = 2_000

export function readSubject(message: ParsedMessage): string {
  return plainOf(message.subject.slice(0, MOST_SUBJECT)).replaceAll('\n', ' ')
}

/** Every body as a reader or a listener may take it: hidden preheaders and texts of pictures included, anchors as marks. */
export function readBodies(
  message: ParsedMessage,
  html: HtmlDocument | undefined,
  anchors: Anchors,
): string[] {
  const bodies: string[] = []
  if (html) bodies.push(readMarkup(html, anchors))
  if (message.text !== undefined) bodies.push(anchors.take(unwrapped(message.text.slice(0, MOST)), false))
  return bodies.map((text) => joinedCells(plainOf(text)))
}

/** Elements that do not part words. */
const INLINE = new Set([
  'a',
  'abbr',
  'b',
  'bdi',
  'bdo',
  'big',
  'cite',
  'code',
  'em',
  'font',
  'i',
  'ins',
  'kbd',
  'label',
  'mark',
  'o:p',
  'q',
  's',
  'samp',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'tt',
  'u',
  'var',
  'wbr',
]) // prettier-ignore
const ANCHORS = new Set(['a', 'area'])
const UNREAD = new Set(['style', 'script', 'noembed', 'noframes', 'template', 'datalist'])
/** Attributes that are read out or shown. */
const SPOKEN = ['alt', 'aria-label', 'value', 'placeholder', 'title']

function readMarkup(html: HtmlDocument, anchors: Anchors): string {
  const pieces: string[] = []
  let length = 0
  let inside = false
  const write = (piece: string) => {
    if (length >= MOST) return
    pieces.push(piece.slice(0, MOST - length))
    length += piece.length
  }
  const breakLine = (name: string) => {
    if (!INLINE.has(name)) write('\n')
  }
  walk(html.root, {
    enter({ name, attribs }) {
      if (UNREAD.has(name)) return false
      breakLine(name)
      for (const attribute of SPOKEN) {
        const spoken = attribs[attribute]
        if (spoken) write(`\n${anchors.take(spoken.slice(0, 1_000), true)}\n`)
      }
      if (ANCHORS.has(name)) {
        write(anchors.open(attribs['href']))
        inside = true
      }
      return true
    },
    leave({ name }) {
      if (ANCHORS.has(name)) {
        write(anchors.close)
        inside = false
      }
      breakLine(name)
    },
    text(data) {
      write(anchors.take(data.replace(/\s+/g, ' '), inside))
    },
  })
  return pieces.join('')
}

/** Lines that a sender broke for width are one again; marks of quotation go. */
function unwrapped(text: string): string {
  const lines = text.split('\n')
  const joined: string[] = []
  let before = ''
  for (const raw of lines) {
    const line = raw.replace(/^[>\s|]{1,200}/, '').trimEnd()
    const goesOn = before.length >= 50 && /^[\p{Ll}\p{Lo}(]/u.test(line) && !/[:.!?。]$/.test(before)
    joined.push(goesOn ? ' ' : '\n', line)
    before = line
  }
  return joined.join('')
}

/** A code in cells of a table, one or a few digits each, is one line. */
function joinedCells(text: string): string {
  const out: string[] = []
  let cells: string[] = []
  const flush = () => {
    const length = cells.join('').length
    if (cells.length > 1 && length >= 4 && length <= 12)
      out.push(cells.join(cells[0]?.length === 1 ? '' : ' '))
    else out.push(...cells)
    cells = []
  }
  for (const raw of text.split('\n')) {
    const line = raw.trim()
    if (line === '') continue
    if (/^(?:\d{1,4}|[A-Za-z])$/.test(line)) cells.push(line)
    else if (!(cells.length > 0 && /^[-.·•]$/.test(line))) {
      flush()
      out.push(line)
    }
  }
  flush()
  return out.join('\n')
}
