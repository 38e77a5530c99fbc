import type { Document, Element } from 'domhandler'
import { remembered } from '../remembered.ts'
import { viewStyle } from './style.ts'
import { walk } from './walk.ts'

export interface VisibleContent {
  text: string
  alternativeText: string
  images: number
}

/** Elements whose content is no text for the reader. */
const UNSEEN = new Set([
  'head',
  'title',
  'style',
  'script',
  'template',
  'noembed',
  'noframes',
  'iframe',
  'object',
  'applet',
  'audio',
  'video',
  'canvas',
  'svg',
  'math',
  'datalist',
  'select',
  'map',
]) // prettier-ignore
const BLOCKS = new Set([
  'address',
  'article',
  'aside',
  'blockquote',
  'body',
  'br',
  'center',
  'dd',
  'details',
  'dir',
  'div',
  'dl',
  'dt',
  'fieldset',
  'figcaption',
  'figure',
  'footer',
  'form',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'header',
  'hr',
  'html',
  'legend',
  'li',
  'main',
  'menu',
  'nav',
  'ol',
  'option',
  'p',
  'pre',
  'section',
  'summary',
  'table',
  'tbody',
  'td',
  'tfoot',
  'th',
  'thead',
  'tr',
  'ul',
]) // prettier-ignore
const LONGEST_STYLE = 300
/** Elements that show a picture of their own. */
const PICTURES = new Set(['img', 'svg', 'video', 'input'])

/** Whether an element begins and ends a line. */
export function isBlock(name: string): boolean {
  return BLOCKS.has(name)
}

/** Whether what is inside is no text for the reader. */
export function isUnseen(name: string): boolean {
  return UNSEEN.has(name)
}

interface Frame {
  element: Element
  hidden: boolean
  zeroFont: boolean
}

/** What a reader sees: inline styles and attributes are obeyed, style sheets are not. */
export function visibleContent(root: Document): VisibleContent {
  const writer = createWriter()
  const alternatives: string[] = []
  const frames: Frame[] = []
  let images = 0
  const inherited = () => frames.at(-1) ?? { hidden: false, zeroFont: false }
  walk(root, {
    enter(element) {
      const { name, attribs } = element
      const view = viewStyle(attribs['style'])
      const gone = view.gone || attribs['hidden'] !== undefined
      const hidden = view.hidden ?? inherited().hidden
      const shown = !gone && !hidden
      if (shown && showsPicture(element)) {
        images += 1
        if (attribs['alt']) alternatives.push(attribs['alt'].slice(0, 1_000))
      }
      if (BLOCKS.has(name)) writer.lineBreak()
      frames.push({ element, hidden, zeroFont: view.zeroFont ?? inherited().zeroFont })
      return !gone && !UNSEEN.has(name)
    },
    leave(element) {
      if (frames.at(-1)?.element === element) frames.pop()
      if (BLOCKS.has(element.name)) writer.lineBreak()
    },
    text(data) {
      const { hidden, zeroFont } = inherited()
      if (!hidden && !zeroFont) writer.write(data)
    },
  })
  return { text: writer.text(), alternativeText: alternatives.join('\n'), images }
}

/** A picture or a background that is larger than a tracking pixel. */
function showsPicture({ name, attribs }: Element): boolean {
  const style = attribs['style']
  if (attribs['background'] || (style && setsPicture(style.slice(0, 4_000)))) return true
  if (!PICTURES.has(name)) return false
  if (name === 'input') return attribs['type']?.toLowerCase() === 'image'
  const tiny = (value: string | undefined) => value !== undefined && /^\s{0,5}[01](?:px)?\s{0,5}$/.test(value)
  return !(tiny(attribs['width']) || tiny(attribs['height']))
}

const setsPicture = remembered(
  (style) => /background(?:-image)?\s{0,5}:[^;]{0,500}url\(/i.test(style),
  LONGEST_STYLE,
)

interface Writer {
  write(data: string): void
  lineBreak(): void
  text(): string
}

/** Joins text as a browser lays it out: runs of white space are one space, blocks begin on lines of their own. */
function createWriter(): Writer {
  const pieces: string[] = []
  let atLineStart = true
  let space = false
  return {
    write(data) {
      const text = data.replace(/[ \t\n\f\r]+/g, ' ')
      if (text === '' || text === ' ') {
        space ||= text === ' '
        return
      }
      const content = text.trim()
      if (!atLineStart && (space || text.startsWith(' '))) pieces.push(' ')
      pieces.push(content)
      space = text.endsWith(' ')
      atLineStart = false
    },
    lineBreak() {
      if (!atLineStart) pieces.push('\n')
      atLineStart = true
      space = false
    },
    text: () => pieces.join('').trim(),
  }
}
