import { type CssToken, type CssTokenType, eachCssToken } from '../reading/markup/css-tokens.ts'
import {
  type Declaration,
  type Rule,
  readDeclarations,
  type Stylesheet,
} from '../reading/markup/stylesheet.ts'

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

/** The data: address of a picture that lies inside the message; undefined for every other one. */
export type PictureOf = (address: string) => string | undefined

interface Choice {
  /** Without it no background picture is shown. */
  picture?: PictureOf
  /** Which declarations are wanted at all. */
  kept?(property: string, value: string): boolean
}

/** The declarations of a style attribute that may be shown, as CSS. */
export function safeDeclarations(style: string, { picture, kept }: Choice = {}): string {
  const all = readDeclarations(style)
  return written(kept ? all.filter(({ property, value }) => kept(property, value)) : all, picture)
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
  // A link without its address is told by its title, and is never :visited.
  const links = selector.replace(/:(?:any-)?link(?![\w-])/gi, '[title]')
  return `${media.map((query) => `@media ${query}{`).join('')}${links}{${body}}${'}'.repeat(media.length)}\n`
}

function written(declarations: readonly Declaration[], picture?: PictureOf): string {
  return declarations
    .flatMap((declaration) => {
      const value = isAllowed(declaration) ? declaration.value : groundOf(declaration, picture)
      if (value === undefined) return []
      return [`${declaration.property}:${value}${declaration.important ? '!important' : ''}`]
    })
    .join(';')
}

/** Words of a background that give it no colour. */
const COLOURLESS =
  /^(?:none|(?:no-)?repeat(?:-[xy])?|space|round|scroll|fixed|local|center|top|bottom|left|right|cover|contain|auto|(?:border|padding|content)-box|transparent|initial|inherit|unset|revert)$/i
const NOTHING = 'none'

/** A background that names pictures: those of the message are put into it, for others its colour is what is left. */
function groundOf(declaration: Declaration, picture?: PictureOf): string | undefined {
  if (!/^background(?:-image)?$/.test(declaration.property)) return undefined
  const pieces = withoutAddresses(declaration.value)
  const bare = { ...declaration, value: pieces.map(({ text }) => text).join('') }
  if (!isAllowed(bare)) return undefined
  const shown = pieces.map(({ text, address }) => {
    const data = address === undefined ? undefined : picture?.(address)
    return data ? `url("${data}")` : text
  })
  const hasPicture = shown.some((text, at) => text !== pieces[at]?.text)
  return hasPicture || hasColour(bare.value) ? shown.join('') : undefined
}

function hasColour(value: string): boolean {
  let found = false
  eachCssToken(value, ({ type, text }) => {
    found ||= type === 'hash' || (type === 'ident' && !COLOURLESS.test(text))
    found ||= type === 'function' && FUNCTIONS.has(text.slice(0, -1).toLowerCase())
  })
  return found
}

/** The pieces of a value; each `url(…)` is `none`, with its address beside it. */
function withoutAddresses(value: string): { text: string; address?: string }[] {
  const pieces: { text: string; address?: string }[] = []
  let inside: string | undefined
  eachCssToken(value, ({ type, text }) => {
    if (inside !== undefined) {
      if (type === ')') {
        pieces.push({ text: NOTHING, address: inside })
        inside = undefined
      } else inside += type === 'string' ? text.slice(1, -1) : text
    } else if (type === 'url') pieces.push({ text: NOTHING, address: text.slice(4).replace(/\)$/, '') })
    else if (type === 'function' && text.toLowerCase() === 'url(') inside = ''
    else pieces.push({ text })
  })
  // A bracket that is never closed takes the whole value with it.
  return inside === undefined ? pieces : []
}

const allowed = new WeakMap<Declaration, boolean>()

/** Declarations that are remembered are the same objects in every message. */
function isAllowed(declaration: Declaration): boolean {
  const known = allowed.get(declaration)
  if (known !== undefined) return known
  const isSafeOne = mayStand(declaration)
  allowed.set(declaration, isSafeOne)
  return isSafeOne
}

function mayStand({ property, value }: Declaration): boolean {
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
