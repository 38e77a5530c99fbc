import type { Element } from 'domhandler'
import { remembered } from '../reading/remembered.ts'
import { escapeHtml } from './escape.ts'
import { type PictureOf, safeDeclarations } from './safe-style.ts'

/** Attributes that shape what is shown; none of them names anything to fetch, follow or run. */
const ATTRIBUTES = new Set(
  [
    'align valign width height bgcolor border cellpadding cellspacing colspan rowspan span nowrap',
    'color face size dir lang start reversed type value clear noshade hidden open class id role text',
    'bordercolor rules frame topmargin rightmargin bottommargin leftmargin marginwidth marginheight',
  ].flatMap((line) => line.split(' ')),
)
/** Elements whose `background` attribute names a picture. */
const GROUNDS = new Set(['body', 'table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th'])
const MAX_VALUE = 500
const MAX_STYLE = 10_000
const MOST_REMEMBERED = 500

/** The attributes of an element that may be shown, each with a space before it; backgrounds where they need no fetching. */
export function safeAttributes({ name, attribs }: Element, picture: PictureOf): string {
  let written = ''
  for (const key in attribs) {
    if (ATTRIBUTES.has(key)) written += ` ${key}="${escapeHtml((attribs[key] ?? '').slice(0, MAX_VALUE))}"`
  }
  const ground = GROUNDS.has(name) && attribs['background'] ? picture(attribs['background']) : undefined
  if (ground) written += ` background="${ground}"`
  if (attribs['style']) written += styleAttribute(attribs['style'].slice(0, MAX_STYLE), picture)
  if (name === 'a' && attribs['href'] !== undefined)
    written += ` title="${escapeHtml(destination(attribs['href']))}"`
  return written
}

/** A style names a picture only where it may have brackets, which a backslash may write too. */
function styleAttribute(style: string, picture: PictureOf): string {
  return /[(\\]/.test(style) ? written(safeDeclarations(style, { picture })) : plainStyle(style)
}

const plainStyle = remembered((style) => written(safeDeclarations(style)), MOST_REMEMBERED)

const written = (style: string) => (style === '' ? '' : ` style="${escapeHtml(style)}"`)

/** Where a link would lead, in as much as may be said of it: the domain. */
function destination(address: string): string {
  const host = hostOfAddress(address)
  if (host) return host
  const mailbox = /^\s{0,5}mailto:[^?]{0,300}@([a-z0-9.-]{1,253})/i.exec(address.slice(0, 600))?.[1]
  return mailbox ? `mail to ${mailbox.toLowerCase()}` : 'a link that does not lead to a website'
}

/** The host of an http or https address, with A-labels; '' for any other address. */
export function hostOfAddress(address: string): string {
  const start = address
    .slice(0, 4_000)
    .replace(/[\t\r\n]/g, '')
    .trim()
  const parsed = URL.parse(start.startsWith('//') ? `https:${start}` : start)
  return parsed?.protocol === 'https:' || parsed?.protocol === 'http:' ? parsed.hostname : ''
}
