import { UNSUBSCRIBE_ADDRESS, UNSUBSCRIBE_WORDS } from '../../data/unsubscribe-words.ts'
import type { HtmlDocument } from '../markup/html.ts'
import type { ParsedMessage } from '../message.ts'
import { createPhraseBook } from '../words/phrase-book.ts'
import { fold } from '../words/tokens.ts'
import type { Link } from './links.ts'

const BOOK = createPhraseBook(UNSUBSCRIBE_WORDS)

/** The text speaks of leaving a list. */
export function saysUnsubscribe(text: string): boolean {
  return BOOK.has(text)
}

/** How the body shows a reader the unsubscribe link of a list. */
export type UnsubscribeLink =
  /** A link whose own words say so. */
  | 'link-words'
  /** A link to the very address of List-Unsubscribe. */
  | 'header-address'
  /** A link whose address says so. */
  | 'link-address'
  /** Words beside a link or a mail address. */
  | 'words-nearby'

/** The lines in which a unsubscribe link is looked for: real messages have theirs near the end or the beginning. */
const MOST_LINES = 400

/** What was found in a message, by its links: several checks ask. */
const found = new WeakMap<
  readonly Link[],
  { message: ParsedMessage; html: HtmlDocument | undefined; link: UnsubscribeLink | undefined }
>()

/** Looks for a visible way to unsubscribe, in any of the languages of the word list. Absent: there is none. */
export function findUnsubscribeLink(
  message: ParsedMessage,
  html: HtmlDocument | undefined,
  links: readonly Link[],
): UnsubscribeLink | undefined {
  const known = found.get(links)
  if (known && known.message === message && known.html === html) return known.link
  const link = look(message, html, links)
  found.set(links, { message, html, link })
  return link
}

function look(
  message: ParsedMessage,
  html: HtmlDocument | undefined,
  links: readonly Link[],
): UnsubscribeLink | undefined {
  const anchors = links.filter((link) => link.from === 'anchor' && link.scheme !== 'tel')
  if (anchors.some((link) => link.text !== '' && BOOK.has(link.text))) return 'link-words'
  const header = message
    .all('list-unsubscribe')
    .map((field) => field.value)
    .join(' ')
  const shown = links.filter((link) => link.from === 'text' || (link.from === 'anchor' && link.text !== ''))
  if (shown.some((link) => link.host !== '' && link.url.length > 12 && header.includes(link.url)))
    return 'header-address'
  if (shown.some((link) => UNSUBSCRIBE_ADDRESS.test(link.url))) return 'link-address'
  const beside = wordsBesideAnchor(html?.text ?? '', anchors) || wordsBesideAddress(message.text ?? '')
  return beside ? 'words-nearby' : undefined
}

function ends(text: string): string[] {
  const first = firstLines(text)
  return first.length <= MOST_LINES ? first : [...first.slice(0, MOST_LINES / 2), ...lastLines(text)]
}

/** Lines that are not empty, one more than are looked at: a text may have millions. */
function firstLines(text: string): string[] {
  const lines: string[] = []
  const next = /\S/g
  for (let seen = next.exec(text); seen && lines.length <= MOST_LINES; seen = next.exec(text)) {
    const end = text.indexOf('\n', seen.index)
    lines.push(text.slice(text.lastIndexOf('\n', seen.index) + 1, end < 0 ? undefined : end))
    if (end < 0) break
    next.lastIndex = end
  }
  return lines
}

function lastLines(text: string): string[] {
  const lines: string[] = []
  let left = text.trimEnd()
  while (left !== '' && lines.length < MOST_LINES / 2) {
    const start = left.lastIndexOf('\n') + 1
    const end = text.indexOf('\n', left.length)
    lines.unshift(text.slice(start, end < 0 ? undefined : end))
    left = left.slice(0, start).trimEnd()
  }
  return lines
}

/** `To unsubscribe, click <a>here</a>.` */
function wordsBesideAnchor(text: string, anchors: readonly Link[]): boolean {
  if (anchors.length === 0) return false
  const lines = ends(text)
  const labels = new Set(anchors.map((link) => fold(link.text).trim()).filter((label) => label !== ''))
  return lines.some((line, i) => {
    if (!BOOK.has(line.slice(0, 2_000))) return false
    const around = fold([lines[i - 1], line, lines[i + 1]].join(' ').slice(0, 6_000))
    return [...labels].some((label) => around.includes(label))
  })
}

/** `To unsubscribe: https://…`, or a mail address to write to. */
function wordsBesideAddress(text: string): boolean {
  const lines = ends(text)
  return lines.some((line, i) => {
    if (!BOOK.has(line.slice(0, 2_000))) return false
    const around = [lines[i - 1], line, lines[i + 1], lines[i + 2]].join('\n').slice(0, 8_000)
    return /\bhttps?:\/\/|\bwww\.|[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{2,64}/i.test(around)
  })
}
