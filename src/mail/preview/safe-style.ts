import { type CssToken, type CssTokenType, eachCssToken } from '../markup/css-tokens.ts'
import { type Declaration, type Rule, readDeclarations, type Stylesheet } from '../markup/stylesheet.ts'

/** Style sheets behind this many characters are not shown. */
const MAX_SHEETS = 200_000

/** Functions that compute and draw; what fetches (url, image-set, src, …) is not among them. */
const FUNCTIONS = new Set(
  [
    'rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark calc min max clamp var',
    'linear-gradient repeating-linear-gradient radial-gradient repeating-radial-gradient conic-gradient',
    'cubic-bezier steps translate translatex translatey rotate scale skew matrix repeat minmax fit-content',
  ].flatMap((line) => line.split(' ')),
)
/** Properties that have run code or fetched something in one browser or another. */
const BANNED = /^(?:behaviou?r|-moz-binding|-ms-behavior|src|mso-|animation|transition|cursor|content$)/

const VALUE_TOKENS = new Set<CssTokenType>([
  'ident',
  'function',
  'hash',
  'string',
  'delim',
  'number',
  'percentage',
  'dimension',
  'space',
  ',',
  '(',
  ')',
])
const VALUE_DELIMS = /^[-+*/.%#!]$/
const SELECTOR_TOKENS = new Set<CssTokenType>([
  'ident',
  'function',
  'hash',
  'string',
  'delim',
  'number',
  'dimension',
  'space',
  ',',
  '(',
  ')',
  '[',
  ']',
  ':',
])
const SELECTOR_DELIMS = /^[.>+~*=^$|-]$/
const MEDIA_TOKENS = new Set<CssTokenType>([
  'ident',
  'number',
  'dimension',
  'space',
  ',',
  '(',
  ')',
  ':',
  'delim',
  'function',
])

/** The declarations of a style attribute that may be shown, as CSS. */
export function safeDeclarations(style: string): string {
  return written(readDeclarations(style))
}

/** The rules of style sheets that may be shown, as CSS that cannot leave a style element. */
export function safeRules(sheets: readonly Stylesheet[]): { css: string; cut: boolean } {
  let css = ''
  for (const rule of sheets.flatMap(({ rules }) => rules)) {
    const piece = safeRule(rule)
    if (css.length + piece.length > MAX_SHEETS) return { css, cut: true }
    css += piece
  }
  return { css, cut: false }
}

function safeRule({ selector, within, declarations }: Rule): string {
  if (selector === '' || !isSafe(selector, SELECTOR_TOKENS, SELECTOR_DELIMS)) return ''
  const media = within.map((around) => (around.startsWith('@media ') ? around.slice(7) : undefined))
  if (!media.every((query) => query !== undefined && isSafe(query, MEDIA_TOKENS, /^[/]$/))) return ''
  const body = written(declarations)
  if (body === '') return ''
  return `${media.map((query) => `@media ${query}{`).join('')}${selector}{${body}}${'}'.repeat(media.length)}\n`
}

function written(declarations: readonly Declaration[]): string {
  return declarations
    .filter(isAllowed)
    .map(({ property, value, important }) => `${property}:${value}${important ? '!important' : ''}`)
    .join(';')
}

function isAllowed({ property, value }: Declaration): boolean {
  if (!/^-{0,2}[a-z][a-z0-9-]{0,60}$/.test(property) || BANNED.test(property)) return false
  return isSafe(value, VALUE_TOKENS, VALUE_DELIMS)
}

/** Whether a text consists of allowed tokens alone, all closed, so that it means the same wherever it is put. */
function isSafe(text: string, allowed: ReadonlySet<CssTokenType>, delims: RegExp): boolean {
  // A backslash writes any word in another way, and what closes a string as if it did not.
  if (text === '' || /[\\<>{};@]/.test(allowed === SELECTOR_TOKENS ? text.replaceAll('>', '') : text))
    return false
  const open: CssTokenType[] = []
  let safe = true
  eachCssToken(text, (token) => {
    safe &&= allowed.has(token.type) && isSafeToken(token, delims, open)
  })
  return safe && open.length === 0
}

function isSafeToken({ type, text }: CssToken, delims: RegExp, open: CssTokenType[]): boolean {
  switch (type) {
    case 'delim':
      return delims.test(text)
    case 'string':
      return text.length > 1 && text.at(0) === text.at(-1)
    case 'function':
      open.push(')')
      return delims === VALUE_DELIMS ? FUNCTIONS.has(text.slice(0, -1).toLowerCase()) : !/^url/i.test(text)
    case '(':
      open.push(')')
      return true
    case '[':
      open.push(']')
      return true
    case ')':
    case ']':
      return open.pop() === type
    default:
      return true
  }
}
