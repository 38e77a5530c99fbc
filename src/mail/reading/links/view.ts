import { organisationOf } from '../domains/sender-domain.ts'
import type { Link } from './links.ts'

/** One web link that a reader can follow, taken apart. */
export interface WebLink {
  link: Link
  url: URL
  /** Lower case, A-labels, no trailing dot; an IP address without brackets. */
  host: string
}

/** The links of a message as they are judged: every address once, with the text under which it is shown. */
export interface LinksView {
  /** People write to each other. */
  isTalk: boolean
  /** Followed over http or https. */
  web: WebLink[]
  /** Those of them that the sender offers to be followed, not names that people talk about. */
  offered: WebLink[]
  /** Anchors with an http or https address that no software can read. */
  malformed: Link[]
  /** Anchors without a scheme, such as example.org or /path. */
  relative: Link[]
  /** Anchors with a scheme that runs or opens something on the reader's own machine. */
  active: Link[]
  /** Offered web links and images, each host once. */
  hosts: string[]
  /** Every anchor and bare address, each once. */
  count: number
}

/** A field of a template that was not filled in is told elsewhere, and so is what it does to the address. */
const TEMPLATE = /\{\{|\}\}|\{%|%%|\*\||\|\*|\$\{|\[\[|<%|@@/
const ACTIVE = new Set(['javascript', 'vbscript', 'data', 'file', 'livescript', 'mocha'])
/** Mistakes for http and https. */
const MISTYPED = new Set([
  'htp',
  'htps',
  'htt',
  'hhttp',
  'hhttps',
  'ttp',
  'ttps',
  'httpss',
  'hppt',
  'hpps',
  'httl',
])

export interface Surroundings {
  /** A base element is there, against which relative links are read. */
  hasBase: boolean
  /** People write to each other: an address in running text may be one that they talk about. */
  isTalk: boolean
}

/** Takes the links of a body apart. */
export function viewLinks(links: readonly Link[], around: Surroundings): LinksView {
  const view: LinksView = {
    isTalk: around.isTalk,
    web: [],
    offered: [],
    malformed: [],
    relative: [],
    active: [],
    hosts: [],
    count: 0,
  }
  const seen = new Set<string>()
  const hosts = new Set<string>()
  for (const link of links) {
    if (link.from === 'other' || TEMPLATE.test(link.url)) continue
    const url = readUrl(link)
    if (url && !isTalkedAbout(link, around)) hosts.add(hostOf(url))
    if (link.from === 'image' || seen.has(keyOf(link))) continue
    seen.add(keyOf(link))
    place(link, url, around, view)
  }
  view.hosts = [...hosts]
  view.count = new Set([...seen].map((key) => key.slice(key.indexOf('\n') + 1))).size
  return view
}

/** The same address under another text is judged again. */
function keyOf({ text, url }: Link): string {
  return `${text}\n${url}`
}

function isTalkedAbout({ from }: Link, { isTalk }: Surroundings): boolean {
  return isTalk && from === 'text'
}

function place(link: Link, url: URL | undefined, around: Surroundings, view: LinksView): void {
  const web = url && { link, url, host: hostOf(url) }
  if (web) view.web.push(web)
  if (web && !isTalkedAbout(link, around)) view.offered.push(web)
  if (!web && link.from === 'anchor') placeUnread(link, around, view)
}

/** What people answer to stands in their mail too, with faults that are not theirs. */
function placeUnread(link: Link, { isTalk, hasBase }: Surroundings, view: LinksView): void {
  const { scheme } = link
  if (ACTIVE.has(scheme)) view.active.push(link)
  else if (isTalk) return
  else if (scheme === 'http' || scheme === 'https' || MISTYPED.has(scheme)) view.malformed.push(link)
  else if (scheme === '' && !hasBase) view.relative.push(link)
}

function readUrl({ url, scheme, host }: Link): URL | undefined {
  if (host === '' || (scheme !== 'http' && scheme !== 'https')) return undefined
  const absolute = url.startsWith('//') ? `https:${url}` : /^www\./i.test(url) ? `http://${url}` : url
  return URL.parse(absolute) ?? undefined
}

function hostOf(url: URL): string {
  return url.hostname.replace(/\.$/, '').replace(/^\[(.*)\]$/, '$1')
}

/** Names in words, each once, the rest counted. */
export function inWords(names: Iterable<string>, most = 5): string {
  const all = [...new Set(names)]
  const rest = all.length - most
  return rest > 0 ? `${all.slice(0, most).join(', ')} and ${rest} more` : all.join(', ')
}

/** The host as it may be told: its organisation's domain, or the whole name where it has none. */
export function siteOf(host: string): string {
  return organisationOf(host) ?? host
}
