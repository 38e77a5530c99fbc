import type { Line } from './lines.ts'

/** Where links stand one beside or below the other with hardly a word between them: a menu, a footer, badges. */
export interface Menu {
  links: number
  /** Its first line: the label of its first link, or that link's own. */
  start: number
  /** The line of its first link. */
  first: number
}

const LEAST_LINKS = 3
const MOST_LABEL = 40
/** Words between links: `or`, marks and the sender's name. */
const MOST_BETWEEN = 12
const ADDRESS = /https?:\/\/\S{0,2000}/gi
/** So many words are more than a label. */
const SENTENCE = 5
const BARE = /https?:\/\//i
const LEADS_ON = /[:\uff1a]$/
/** `<https://example.org>`, as programs write links in text. */
const BEGINS = /^[<([]?\s?https?:\/\//i
const ENDS = /https?:\/\/\S{0,2000}$/i
/** What stands for an address in a text that is read, with the brackets around it. */
const SHORT = /https:\/\/link[>)\]]?/
const LETTERS = /\p{L}/gu

/** The menu each line belongs to, where it does. */
export function menusOf(lines: readonly Line[]): (Menu | undefined)[] {
  const menus: (Menu | undefined)[] = []
  let run: Menu = { links: 0, start: 0, first: -1 }
  for (const [index, line] of lines.entries()) {
    if (!isEntry(line, lines[index + 1])) {
      run = { links: 0, start: index + 1, first: -1 }
      continue
    }
    if (run.links === 0 && line.anchors.length > 0) run.first = index
    run.links += line.anchors.length
    menus[index] = run
  }
  return menus.map((menu) => (menu && menu.links >= LEAST_LINKS ? menu : undefined))
}

/** A line of short labels alone; of a text, also the label that the next line's address belongs to. */
function isEntry({ plain, anchors }: Line, next: Line | undefined): boolean {
  if (anchors.length === 0) {
    return plain.length <= MOST_LABEL && BEGINS.test(next?.plain ?? '')
  }
  if (anchors.some(({ text }) => text.length > MOST_LABEL) || leadsTo(plain, anchors)) return false
  if (anchors.every(({ text }) => text === '') && isRow(plain, anchors.length, next)) return true
  let rest = plain
  for (const { text } of anchors) if (text !== '') rest = rest.replace(text, ' ')
  const between = rest.replace(ADDRESS, ' ').trim()
  const letters = lettersIn(between)
  return letters <= (LEADS_ON.test(between) || ENDS.test(plain) ? MOST_LABEL : MOST_BETWEEN)
}

/** "To sign in, please open this link: https://": a sentence is no label. */
function leadsTo(plain: string, anchors: Line['anchors']): boolean {
  if (anchors.length !== 1 || anchors[0]?.text !== '') return false
  const label = plain.split(BARE, 1)[0]?.trim() ?? ''
  return LEADS_ON.test(label) && label.split(/\s+/).length >= SENTENCE
}

/** `New <https://example.org> | Sale <https://example.org>`: labels before their addresses, or behind them. */
function isRow(plain: string, links: number, next: Line | undefined): boolean {
  const parts = plain.split(SHORT).map(lettersIn)
  if (parts.some((letters) => letters > MOST_LABEL)) return false
  const last = parts.at(-1) ?? 0
  if (last === 0 || parts[0] === 0 || BEGINS.test(next?.plain ?? '')) return true
  return links > 1 && last <= MOST_BETWEEN
}

function lettersIn(text: string): number {
  return text.match(LETTERS)?.length ?? 0
}
