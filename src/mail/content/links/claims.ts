import { parseAddress } from '../../../net/ip.ts'
import type { Resolver } from '../../../net/ports.ts'
import { isTrackingHost } from '../../reading/domains/known-domains.ts'
import { toAsciiDomain } from '../../reading/domains/sender-domain.ts'
import type { KindVerdict } from '../../reading/kind/kind.ts'
import { hasBase } from '../../reading/links/base.ts'
import type { Link } from '../../reading/links/links.ts'
import { offeredLinks } from '../../reading/links/offers.ts'
import { type LinksView, viewLinks, type WebLink } from '../../reading/links/view.ts'
import type { HtmlDocument } from '../../reading/markup/html.ts'
import type { ParsedMessage } from '../../reading/message.ts'
import type { Remark } from '../../remark.ts'
import { findNames, isPublicName, type NamesView } from './names.ts'
import {
  compareTexts,
  type Differing,
  type LinkTextCode,
  pairOf,
  type Senders,
  type TextsView,
  textRemarks,
} from './text-remarks.ts'

/** The links of a message, whether their texts say where they lead, and what the DNS says of the linked names. */
export interface JudgedLinks {
  view: LinksView
  texts: TextsView
  names: NamesView
  remarks: Remark<LinkTextCode>[]
  /** Links that lead elsewhere for certain. */
  differing: Differing[]
  /** Hosts of which could not be found out whether they count clicks for a known service. */
  open: string[]
}

/** What can be said of the links without asking anybody. */
export interface ReadLinks {
  view: LinksView
  /** Those that a reader can follow, under the texts that are seen. */
  shown: readonly WebLink[]
}

interface Given {
  links: readonly Link[]
  html: HtmlDocument | undefined
  kind: KindVerdict
}

interface Sender {
  message: ParsedMessage
  mailFrom: string
}

/** Takes the links of a message apart. */
export function readLinks({ links, html, kind }: Given): ReadLinks {
  const view = viewLinks(links, { hasBase: hasBase(html?.root), isTalk: isTalk(kind) })
  const offered = html ? offeredLinks(html.root) : []
  return { view, shown: viewLinks(offered, { hasBase: true, isTalk: false }).web }
}

/** Compares the texts of the links with their addresses, and asks for their names. */
export async function judgeLinks(
  { view, shown }: ReadLinks,
  sender: Sender,
  resolver: Resolver,
): Promise<JudgedLinks> {
  const texts = compareTexts(shown, sendersOf(sender))
  const suspects = texts.differing.map(({ host }) => host)
  const names = await findNames([...new Set([...suspects, ...view.hosts])], resolver)
  const differing = texts.differing.filter(({ host }) => isKnown(host, names) && !isAlias(host, names))
  const counted = texts.differing.filter(({ host }) => isAlias(host, names))
  return {
    view,
    texts: { ...texts, tracked: [...texts.tracked, ...counted.map((one) => pairOf(one.claim, one))] },
    names,
    remarks: textRemarks(differing),
    differing,
    open: [...new Set(suspects.filter((host) => !isKnown(host, names)))],
  }
}

/** People write to each other. */
function isTalk({ kind }: KindVerdict): boolean {
  return kind === 'personal' || kind === 'list'
}

/** What cannot be asked has no alias. */
function isKnown(host: string, { chains }: NamesView): boolean {
  return chains.has(host) || !isPublicName(host) || parseAddress(host) !== undefined
}

function isAlias(host: string, { chains }: NamesView): boolean {
  return chains.get(host)?.some(isTrackingHost) ?? false
}

const MOST_SIGNATURES = 20
const SIGNER = /(?:^|;)\s{0,9}d\s{0,9}=\s{0,9}([^\s;]{1,253})/

/** From, the return path and who signs: what is under them is the sender's own, also where clicks are counted. */
function sendersOf({ message, mailFrom }: Sender): Senders {
  const from = message.from[0]?.domain ?? ''
  const signers = message.all('dkim-signature').slice(0, MOST_SIGNATURES)
  const own = [
    from,
    mailFrom.slice(mailFrom.lastIndexOf('@') + 1).toLowerCase(),
    ...signers.map(({ value }) => toAsciiDomain(SIGNER.exec(value.slice(0, 2_000))?.[1] ?? '')),
  ]
  return { from, own: [...new Set(own)].filter((domain) => domain !== '') }
}
