import type { Document, Element } from 'domhandler'
import type { HtmlDocument } from '../markup/html.ts'
import { walk } from '../markup/walk.ts'
import { remembered } from '../remembered.ts'

/** A link or image address of the body. */
export interface Link {
  /** As written, at most 2,048 characters. */
  url: string
  /** Lower case host, A-labels; '' where the address has none (mailto:, cid:). */
  host: string
  /** Lower case: https. */
  scheme: string
  /** Visible text of an anchor; '' where there is none. */
  text: string
  from: 'anchor' | 'image' | 'text' | 'other'
}

/** Links beyond this many are not looked at. */
export const MAX_LINKS = 2_000

const MAX_URL = 2_048
const MAX_TEXT = 500
/** Text behind this many characters is not searched for addresses. */
const MAX_SEARCHED = 1_000_000

/** Anchors, images and bare addresses of the shown bodies, in order of appearance, the HTML's first. */
export function extractLinks(html: HtmlDocument | undefined, text: string | undefined): Link[] {
  const links: Link[] = []
  if (html) collectMarkup(html.root, links)
  if (text !== undefined) collectText(text, links)
  return links
}

/** Attributes that hold an address, by element; `*` is any element. */
const ADDRESSES: readonly (readonly [element: string, attribute: string, from: Link['from']])[] = [
  ['img', 'src', 'image'],
  ['input', 'src', 'image'],
  ['*', 'background', 'image'],
  ['form', 'action', 'other'],
  ['iframe', 'src', 'other'],
  ['frame', 'src', 'other'],
  ['embed', 'src', 'other'],
  ['object', 'data', 'other'],
  ['video', 'src', 'other'],
  ['video', 'poster', 'image'],
  ['audio', 'src', 'other'],
  ['source', 'src', 'other'],
  ['link', 'href', 'other'],
]

const ANCHORS = new Set(['a', 'area'])

function collectMarkup(root: Document, links: Link[]): void {
  const open: { element: Element; link: Link }[] = []
  let bare = ''
  walk(root, {
    enter(element) {
      if (element.name === 'style' || element.name === 'script') return false
      collectAddresses(element, links)
      const link = ANCHORS.has(element.name) && push(links, element.attribs['href'], 'anchor')
      if (link) open.push({ element, link })
      const alternative = element.attribs['alt']
      if (alternative && element.name === 'img') append(open.at(-1)?.link, alternative)
      return true
    },
    leave(element) {
      if (open.at(-1)?.element !== element) return
      const link = open.pop()?.link
      if (link) link.text = link.text.trim()
    },
    text(data) {
      const link = open.at(-1)?.link
      if (link) append(link, data)
      else if (bare.length < MAX_SEARCHED) bare += ` ${data}`
    },
  })
  collectText(bare, links)
}

function collectAddresses({ name, attribs }: Element, links: Link[]): void {
  for (const [element, attribute, from] of ADDRESSES) {
    if (element === name || element === '*') push(links, attribs[attribute], from)
  }
}

function append(link: Link | undefined, text: string): void {
  if (!link || link.text.length >= MAX_TEXT) return
  const added = text.slice(0, MAX_TEXT).replace(/\s+/g, ' ')
  link.text = `${link.text}${added}`.replace(/ {2,}/g, ' ').slice(0, MAX_TEXT)
}

/** Addresses that mail clients turn into links by themselves. */
const BARE = /(?:\bhttps?:\/\/|\bwww\.)[^\s<>"'`\u3000-\u303f\uff00-\uff60]{1,2048}/giu

function collectText(text: string, links: Link[]): void {
  for (const match of text.slice(0, MAX_SEARCHED).matchAll(BARE)) {
    if (links.length >= MAX_LINKS) return
    push(links, withoutPunctuation(match[0]), 'text')
  }
}

/** A closing mark at the end belongs to the sentence, unless the address itself opens it. */
function withoutPunctuation(url: string): string {
  let end = url.length
  for (let most = 16; most > 0 && end > 0; most -= 1) {
    const last = url[end - 1] ?? ''
    if (closesOwn(url.slice(0, end), last) || !'.,;:!?)]}>*_|'.includes(last)) break
    end -= 1
  }
  return url.slice(0, end)
}

/** Wikipedia's addresses: the parenthesis at the end closes one inside. */
function closesOwn(url: string, last: string): boolean {
  const opening = last === ')' ? '(' : last === ']' ? '[' : ''
  return opening !== '' && url.split(opening).length >= url.split(last).length
}

function push(links: Link[], address: string | undefined, from: Link['from']): Link | undefined {
  const link = links.length < MAX_LINKS ? linkTo(address, from) : undefined
  if (link) links.push(link)
  return link
}

/** A link without a text. Absent: there is no address, or it is a place in the page. */
export function linkTo(address: string | undefined, from: Link['from']): Link | undefined {
  const url = address
    ?.slice(0, 100_000)
    .replace(/[\t\r\n]/g, '')
    .trim()
    .slice(0, MAX_URL)
  return !url || url.startsWith('#') ? undefined : { url, ...placeOf(url), text: '', from }
}

/** No scheme: example.org:8080. A telephone number stands behind one too (tel:0301234). */
const HOST_WITH_PORT = /^(?:localhost|[\w-]{1,63}(?:\.[\w-]{1,63}){1,20}):\d{1,5}(?:\/|$)/i

const LONGEST_REMEMBERED = 300

/** Scheme and host; an address without a scheme is read as a mail client would follow it. */
const placeOf = remembered((url: string): { scheme: string; host: string } => {
  const scheme = /^([a-z][a-z0-9+.-]{0,30}):/i.exec(url)?.[1]?.toLowerCase()
  const web = scheme === 'http' || scheme === 'https' || scheme === 'ftp'
  if (scheme !== undefined && !web && !HOST_WITH_PORT.test(url)) return { scheme, host: '' }
  const absolute = web
    ? url
    : url.startsWith('//')
      ? `https:${url}`
      : /^www\./i.test(url)
        ? `http://${url}`
        : undefined
  if (absolute === undefined) return { scheme: '', host: '' }
  const parsed = URL.parse(absolute)
  return {
    scheme: parsed?.protocol.slice(0, -1) ?? scheme ?? '',
    host: parsed?.hostname.replace(/\.$/, '') ?? '',
  }
}, LONGEST_REMEMBERED)
