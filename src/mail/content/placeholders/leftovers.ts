import type { Link } from '../../reading/links/links.ts'
import type { HtmlDocument } from '../../reading/markup/html.ts'
import { proseOf } from '../../reading/markup/prose.ts'
import type { ParsedMessage } from '../../reading/message.ts'
import {
  findInAddress,
  findInLine,
  looksLikeCode,
  missingInAddress,
  type Placeholder,
  type Strictness,
} from './find.ts'
import { isGreeting, lacksValue, readGreeting } from './greeting.ts'

/** Where something was left. */
export type Place = 'subject' | 'header' | 'body' | 'link'

export interface Leftovers {
  placeholders: { place: Place; where: string; found: Placeholder[] }[]
  /** Values that a program could not find: undefined, null. */
  missing: { where: string; text: string }[]
  /** The greeting names nobody. */
  namelessGreeting?: string
  /** Text that stands in for text. */
  filler: boolean
}

const HEADERS = ['from', 'sender', 'reply-to', 'to', 'cc', 'list-unsubscribe', 'list-id', 'feedback-id']
const MOST_LINES = 5_000
const LONGEST_LINE = 5_000

/** Looks for what a template left in a message. `people`: it was written by or among people, who may write about templates. */
export function findLeftovers(
  message: ParsedMessage,
  html: HtmlDocument | undefined,
  links: readonly Link[],
  people: boolean,
): Leftovers {
  const leftovers: Leftovers = { placeholders: [], missing: [], filler: false }
  const note = (place: Place, where: string, found: Placeholder[]) => {
    if (found.length > 0) leftovers.placeholders.push({ place, where, found })
  }
  // An answer keeps the subject of somebody else, and people ask about template fields by name.
  const answers = message.first('in-reply-to') !== undefined || message.first('references') !== undefined
  if (!(people && (answers || TALK.test(message.subject)))) {
    note(
      'subject',
      'Subject',
      findInLine(message.subject.slice(0, LONGEST_LINE), { people, brackets: false }),
    )
  }
  if (!people && lacksValue(message.subject))
    leftovers.missing.push({ where: 'Subject', text: message.subject })
  judgeHeaders(message, leftovers, note)
  const bodies = bodiesOf(message, html)
  for (const [where, text] of bodies) {
    const brackets = !people && (where === 'HTML' || !html)
    note('body', where, findInText(people ? withoutTalk(text) : text, { people, brackets }))
    judgeGreeting(where, text, leftovers)
    leftovers.filler ||= /lorem ipsum dolor sit amet/i.test(text)
  }
  judgeLinks(links, people, leftovers, note)
  return leftovers
}

type Note = (place: Place, where: string, found: Placeholder[]) => void

/** Header fields hold no program text, whoever wrote the message. */
function judgeHeaders(message: ParsedMessage, leftovers: Leftovers, note: Note): void {
  for (const key of HEADERS) {
    const value = message.first(key)?.value.slice(0, LONGEST_LINE) ?? ''
    note('header', message.first(key)?.name ?? key, findInLine(value, { people: false, brackets: false }))
  }
  for (const { name } of [...message.to, ...message.from].slice(0, 50)) {
    if (lacksValue(name)) leftovers.missing.push({ where: 'a display name', text: name })
  }
}

function bodiesOf(message: ParsedMessage, html: HtmlDocument | undefined): [where: string, text: string][] {
  return [
    ...(html ? [['HTML', proseOf(html.root)] as [string, string]] : []),
    ...(message.text === undefined ? [] : [['text', proseOfText(message.text)] as [string, string]]),
  ]
}

const TALK =
  /\b(?:templates?|placeholders?|variables?|syntax|merge tags?|macros?|vorlagen?|platzhalter|modèles?|plantillas?|modelos?|sablon|szablon\w*)\b|шаблон|переменн|模板|变量|變數|テンプレート|変数|템플릿/iu

/** Where people talk about templates, only the lines in which somebody is greeted count. */
function withoutTalk(text: string): string {
  if (!TALK.test(text)) return text
  return text
    .split('\n')
    .filter((line) => isGreeting(line))
    .join('\n')
}

const PATCH = /^(?:diff --git |Index: \S|@@ -\d|--- \S{1,200}\t|\+\+\+ [ab]\/)/m

/** Plain text without quotations, program text in fences or backticks, and patches. */
function proseOfText(text: string): string {
  const judged = text.slice(0, 300_000)
  if (PATCH.test(judged)) return ''
  let fenced = false
  return judged
    .split('\n')
    .filter((line) => {
      if (/^\s{0,10}(?:```|~~~)/.test(line)) fenced = !fenced
      return !fenced && !/^\s{0,4}[>|]/.test(line)
    })
    .map((line) => line.replace(/`[^`]{1,200}`/g, ''))
    .join('\n')
}

function findInText(text: string, strictness: Strictness): Placeholder[] {
  const byText = new Map<string, Placeholder>()
  for (const line of text.split('\n').slice(0, MOST_LINES)) {
    // Addresses are judged as links.
    const judged = line.slice(0, LONGEST_LINE).replace(/\bhttps?:\/\/\S{1,2048}/gi, ' ')
    for (const one of findInLine(judged, strictness)) byText.set(one.text, one)
    if (byText.size >= 50) break
  }
  return [...byText.values()]
}

function judgeGreeting(where: string, text: string, leftovers: Leftovers): void {
  const greeting = readGreeting(text)
  if (greeting?.name === 'not found')
    leftovers.missing.push({ where: `the greeting (${where})`, text: greeting.line })
  if (greeting?.name === 'nothing' && !looksLikeCode(greeting.line))
    leftovers.namelessGreeting = greeting.line
}

function judgeLinks(links: readonly Link[], people: boolean, leftovers: Leftovers, note: Note): void {
  const found = new Map<string, Placeholder>()
  let missing: string | undefined
  for (const { url, from } of links) {
    // People write addresses with fields in them down as text, to explain them.
    if (people && from === 'text') continue
    for (const one of findInAddress(url, people)) if (found.size < 50) found.set(one.text, one)
    if (missingInAddress(url)) missing ??= url
  }
  note('link', 'a link', [...found.values()])
  if (missing) leftovers.missing.push({ where: 'a link', text: missing.slice(0, 300) })
}
