import { saysUnsubscribe } from '../../reading/links/unsubscribe-link.ts'
import { remembered } from '../../reading/remembered.ts'
import { type AddressView, mayOpen, viewAddress } from '../addresses.ts'
import { isCalled } from '../examples/documents.ts'
import { mayBeSpokenOf } from '../gate.ts'
import { foldedOf, plainOf } from '../letters.ts'
import type { Carrier } from '../looks/carrier.ts'
import { actsOfLabel, isOfMenu, leadOf, OF_MENUS } from '../menus/entries.ts'
import { OF_KEYS, type Passage } from '../passage.ts'
import { ADDRESS, type Anchor } from '../text/anchors.ts'
import { saysViewInBrowser } from '../text/browser.ts'
import { isFrameLabel } from '../text/frames.ts'
import { labelOf } from '../text/labels.ts'
import type { Line } from '../text/lines.ts'
import type { Menu } from '../text/menus.ts'

const MOST_LINKS_OF_LINE = 40
/** Shops for apps and networks: proper names, alike in every language. */
const BADGE =
  /app ?store|google play|play store|app ?gallery|galaxy store|microsoft store|rustore|f-droid|facebook|instagram|linkedin|youtube|tiktok|pinterest|twitter|mastodon|bluesky|snapchat|\bxing\b|\u0432\u043a\u043e\u043d\u0442\u0430\u043a\u0442\u0435|\u043e\u0434\u043d\u043e\u043a\u043b\u0430\u0441\u0441\u043d\u0438\u043a\u0438|\u5fae\u535a/i
const MOST_OF_BADGE = 40
const namesBadge = remembered((label) => label.length <= MOST_OF_BADGE && BADGE.test(label))

/** The links of a line that may open an account and may be spoken of; `senders` are the names of who sent it. */
export function linksOf(passage: Passage, index: number, senders: ReadonlySet<string>): Carrier[] {
  const anchors = passage.lines[index]?.anchors ?? []
  const isSpoken = anchors.length > MOST_LINKS_OF_LINE || mayBeSpokenOf(passage, index, 'link')
  const mayTell = ({ link }: Anchor) => isSpoken || mayOpen(link.url)
  if (!anchors.some(mayTell)) return []
  const found: Carrier[] = []
  const seen = new Set<string>()
  const menu = passage.menuAt(index) ?? footerOf(passage, index) ?? barOf(passage, index)
  for (const anchor of anchors) {
    const key = `${anchor.text} ${anchor.link.url}`
    const isNew = found.length < MOST_LINKS_OF_LINE && !seen.has(key)
    const view = isNew && mayTell(anchor) ? viewAddress(anchor.link) : undefined
    const label = view ? labelOf(anchor, passage.lines, index) : ''
    const isAside = () =>
      isBadge(label, passage, index) ||
      isOfFrame(label, passage, index, senders) ||
      (menu !== undefined && isOfMenu(menu, passage, index, label, seen.size === 0))
    const isLikely = (one: AddressView) => !leadsAway(passage, index, label) && (one.opens || !isAside())
    if (view && isLikely(view) && isShown(passage, index, anchor))
      found.push({ kind: 'link', passage, index, anchor, view })
    seen.add(key)
  }
  return found
}

/** The label is that of a link that leaves a list or shows the mail elsewhere. */
function leadsAway(passage: Passage, index: number, label: string): boolean {
  if (saysUnsubscribe(label === '' ? leadOf(passage, index) : label)) return true
  return saysViewInBrowser(label) || leadsToView(passage, index, label)
}

/** The link is no part of what its line quotes or tells of as an example. */
function isShown(passage: Passage, index: number, { text }: Anchor): boolean {
  if (isCalled(passage.lines[index]?.plain ?? '')) return false
  const shown = passage.shownAt(index)
  return shown === passage.lines[index]?.plain || shown.includes(text || ADDRESS)
}

const MOST_OF_VIEW = 80

/** "Is this mail not shown as it should be? Click here": the page that is asked for shows what the mail shows. */
function leadsToView(passage: Passage, index: number, label: string): boolean {
  if (label.length > MOST_OF_VIEW) return false
  const isAsked = [index, index - 1, index - 2].some((at) => passage.asksForViewAt(at))
  return isAsked && (passage.spoken(plainOf(label), index).bits & OF_KEYS) === 0
}

/** Links beside the one that leaves a list, in its line or the next ones, are those of a footer, also where there are but two. */
function footerOf({ lines }: Passage, index: number): Menu | undefined {
  const near = [index, index - 1, index + 1].filter((at) => (lines[at]?.anchors.length ?? 0) > 0)
  const links = near.reduce((sum, at) => sum + (lines[at]?.anchors.length ?? 0), 0)
  if (links < 2 || !near.some((at) => leavesList(lines, at))) return undefined
  const first = Math.min(...near)
  return { links, start: first, first }
}

/** `Sign in | Help`: two links with a bar between, one of them such as footers hold. */
function barOf({ lines }: Passage, index: number): Menu | undefined {
  const { plain = '', anchors = [] } = lines[index] ?? {}
  if (anchors.length !== 2 || !/[|\u00b7\u2022]/.test(plain)) return undefined
  const isBar = anchors.some((anchor) => isFrameLabel(labelOf(anchor, lines, index)))
  return isBar ? { links: 2, start: index, first: index } : undefined
}

function leavesList(lines: readonly Line[], at: number): boolean {
  return lines[at]?.anchors.some((anchor) => saysUnsubscribe(labelOf(anchor, lines, at))) ?? false
}

/** The name of a shop for apps or of a network, and nothing asked for. */
function isBadge(label: string, passage: Passage, index: number): boolean {
  return namesBadge(label) && actsOfLabel(label, passage, index).length === 0
}

/** The name of whoever sent this, or what footers hold; signing in may be part of a menu. */
function isOfFrame(label: string, passage: Passage, index: number, senders: ReadonlySet<string>): boolean {
  if (senders.has(foldedOf(plainOf(label)).trim())) return true
  return isFrameLabel(label) && actsOfLabel(label, passage, index).every((act) => OF_MENUS.includes(act))
}
