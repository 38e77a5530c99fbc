import { string, url } from 'css-tree/utils'
import type { Document, Element } from 'domhandler'
import { eachCssToken } from '../../reading/markup/css-tokens.ts'
import { readStylesheet } from '../../reading/markup/stylesheet.ts'
import { walk } from '../../reading/markup/walk.ts'

/** What HTML does beyond showing text and pictures; counts of elements. */
export interface ActiveContent {
  /** Without data blocks: JSON-LD is mail markup. */
  scripts: number
  forms: number
  frames: number
  /** object, embed, applet. */
  embeds: number
  media: number
  refreshes: number
  bases: number
  /** Elements with attributes that run script. */
  handlers: number
  /** Hosts of style sheets that are fetched, '' where the address has none. */
  sheets: string[]
  /** Hosts of web fonts among them. */
  fonts: string[]
}

type Kind = Exclude<keyof ActiveContent, 'sheets' | 'fonts'>

const KINDS: Readonly<Record<string, Kind>> = {
  form: 'forms',
  iframe: 'frames',
  frame: 'frames',
  frameset: 'frames',
  object: 'embeds',
  embed: 'embeds',
  applet: 'embeds',
  audio: 'media',
  video: 'media',
  base: 'bases',
}

const MOST_SHEETS = 50
const HANDLER = /^on[a-z]{4,30}$/
/** Places that hand out fonts: mail falls back to others without harm. */
const FONTS = [
  'fonts.googleapis.com',
  'fonts.gstatic.com',
  'fonts.bunny.net',
  'fonts.com',
  'fast.fonts.net',
  'typekit.net',
  'typography.com',
  'fontawesome.com',
  'hello.myfonts.net',
]

/** Counts what mail clients take out, and filters look for. */
export function findActiveContent(root: Document): ActiveContent {
  const found: ActiveContent = {
    scripts: 0,
    forms: 0,
    frames: 0,
    embeds: 0,
    media: 0,
    refreshes: 0,
    bases: 0,
    handlers: 0,
    sheets: [],
    fonts: [],
  }
  let inStyle = false
  walk(root, {
    enter(element) {
      inStyle = element.name === 'style'
      count(element, found)
      return true
    },
    leave() {
      inStyle = false
    },
    text(data) {
      if (inStyle) for (const address of importsOf(data)) addSheet(address, found)
    },
  })
  return found
}

function count(element: Element, found: ActiveContent): void {
  const { name, attribs } = element
  if (Object.hasOwn(KINDS, name)) found[KINDS[name] ?? 'forms'] += 1
  if (name === 'script' && runs(attribs['type'])) found.scripts += 1
  if (name === 'meta' && attribs['http-equiv']?.trim().toLowerCase() === 'refresh') found.refreshes += 1
  if (name === 'link' && /(?:^|\s)stylesheet(?:\s|$)/i.test(attribs['rel'] ?? ''))
    addSheet(attribs['href'], found)
  if (Object.keys(attribs).some((attribute) => HANDLER.test(attribute))) found.handlers += 1
}

/** HTML 4.12.1: a script of another type than JavaScript is a data block. */
function runs(type: string | undefined): boolean {
  const essence = type?.split(';')[0]?.trim().toLowerCase()
  return !essence || essence === 'module' || /(?:java|ecma|j|live|vb)script/.test(essence)
}

function addSheet(address: string | undefined, found: ActiveContent): void {
  if (!address) return
  const host = URL.parse(address.slice(0, 2_048), 'https://relative.invalid/')?.hostname ?? ''
  const hosts = FONTS.some((font) => host === font || host.endsWith(`.${font}`)) ? found.fonts : found.sheets
  const told = host === 'relative.invalid' ? '' : host
  if (hosts.length < MOST_SHEETS && !hosts.includes(told)) hosts.push(told)
}

/** Addresses of `@import` (CSS Cascading Level 4, section 2). */
function importsOf(css: string): string[] {
  if (!/@import/i.test(css)) return []
  return readStylesheet(css)
    .atRules.filter(({ name }) => name === 'import')
    .slice(0, MOST_SHEETS)
    .flatMap(({ prelude }) => addressIn(prelude))
}

function addressIn(prelude: string): string[] {
  const addresses: string[] = []
  eachCssToken(prelude, ({ type, text }) => {
    if (type === 'url') addresses.push(url.decode(text))
    else if (type === 'string') addresses.push(string.decode(text))
  })
  return addresses.slice(0, 1)
}
