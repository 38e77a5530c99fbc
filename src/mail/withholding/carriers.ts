import { BIT, bitsOf, OF_ACCOUNTS } from '../data/auth-words/concepts.ts'
import { saysUnsubscribe } from '../reading/links/unsubscribe-link.ts'
import { remembered } from '../reading/remembered.ts'
import { type AddressView, viewAddress } from './addresses.ts'
import { mayTellPassword } from './credential.ts'
import { foldedOf, plainOf } from './letters.ts'
import { actsOfLabel, isOfMenu, leadOf, OF_MENUS } from './menus/entries.ts'
import { OF_KEYS, type Passage } from './passage.ts'
import { ADDRESS, type Anchor } from './text/anchors.ts'
import { saysViewInBrowser } from './text/browser.ts'
import { isFrameLabel } from './text/frames.ts'
import { labelOf } from './text/labels.ts'
import type { Line } from './text/lines.ts'
import { holdsMadeUp } from './text/made-up.ts'
import type { Menu } from './text/menus.ts'
import { LONG_NUMBER, withoutMoments } from './tokens.ts'

/** What could be the secret, by its looks alone. */
export interface Carrier {
  /** Hardly anything else than a code looks so; it may be one; words behind a colon or alone; an address; the subject itself. */
  kind: 'token' | 'perhaps' | 'words' | 'link' | 'subject'
  passage: Passage
  /** The sentence it stands in; of the subject, one of the body that may speak of it, or -1. */
  index: number
  anchor?: Anchor
  view?: AddressView
}

/** So many are weighed, the likeliest ones: a message has a handful. */
const MOST_CARRIERS = 300
const MOST_LINKS_OF_LINE = 40

/** A value behind a colon, or a line of one word: what a password looks like. */
const VALUE = /[:\uff1a=]\s{0,4}["'\u00ab\u201c\u2018]?[^\s:]\S{2,59}["'\u00bb\u201d\u2019]?[.!]?$/
const ALONE = /^[\p{L}\d][^\s:]{2,39}[^\s:,\uff0c\u3001]$/u
/** Shops for apps and networks: proper names, alike in every language. */
const BADGE =
  /app ?store|google play|play store|app ?gallery|galaxy store|microsoft store|rustore|f-droid|facebook|instagram|linkedin|youtube|tiktok|pinterest|twitter|mastodon|bluesky|snapchat|\bxing\b|\u0432\u043a\u043e\u043d\u0442\u0430\u043a\u0442\u0435|\u043e\u0434\u043d\u043e\u043a\u043b\u0430\u0441\u0441\u043d\u0438\u043a\u0438|\u5fae\u535a/i
const MOST_OF_BADGE = 40
const namesBadge = remembered((label) => label.length <= MOST_OF_BADGE && BADGE.test(label))
const MAILBOX = /[^\s@<>]{1,64}@[^\s@<>]{1,255}\.[\p{L}\d-]{2,63}(?![^\s<>),.;])/gu
/** A word of letters, digits and marks. */
const MADE_UP =
  /(?<![^\s"'(\u00ab\u201c\u201e\u300c:\uff1a=])(?=[^\s]{0,40}\d)(?=[^\s]{0,40}\p{L})[\p{L}\d!@#$%^&*_?+~=.-]{5,40}(?![^\s"'),.;!\u00bb\u201d\u300d\u3002\uff0c])/u
/** The next line is what this one speaks of. */
const LEADS_ON = /[:\uff1a]$/
const MOST_WORDS = 6
/** What sentences have and passphrases do not. */
const PUNCTUATED = /[,;.!?\u2026"\u201c-\u201e\u00ab\u00bb\u3001\u3002\uff0c()]/

/** Everything in a body that could be a secret, in order of appearance; `senders` are the names of who sent it. */
export function carriersOf(passage: Passage, senders: ReadonlySet<string>): Carrier[] {
  const carriers: Carrier[] = []
  for (const index of passage.lines.keys()) {
    const tokens = passage.tokensAt(index)
    if (tokens.length > 0) {
      const sure = tokens.some(({ strength }) => strength === 2)
      carriers.push({ kind: sure ? 'token' : 'perhaps', passage, index })
    } else if (
      !isEntry(passage, index) &&
      ((holdsWords(passage.bareAt(index), passage.lines[index - 1]?.plain) && !isLabelOfNumber(passage, index)) ||
        tellsPasswordAt(passage, index))
    ) {
      carriers.push({ kind: 'words', passage, index })
    }
    carriers.push(...linksOf(passage, index, senders))
  }
  return carriers
}

/** `Operation 20441882.`: without the number of an imprint, words alone are left. */
function isLabelOfNumber(passage: Passage, index: number): boolean {
  return passage.isImprint(index) && !/[\d:\uff1a=]/.test(passage.bareAt(index))
}

/** A sentence with the word for a password that may hold one; what stands behind a colon before the word is none. */
function tellsPasswordAt(passage: Passage, index: number): boolean {
  if ((passage.heldAt(index) & BIT.pass) === 0) return false
  const { folded = '', hits = [] } = passage.at(index) ?? {}
  const plain = passage.bareAt(index)
  const first = hits.find(({ bits }) => (bits & BIT.pass) !== 0)?.at ?? 0
  return mayTellPassword(plain, Math.floor((first * plain.length) / Math.max(1, folded.length)))
}

/** A line that is the label of a link such as footers hold, and nothing else. */
function isEntry({ lines }: Passage, index: number): boolean {
  const { plain = '', anchors = [] } = lines[index] ?? {}
  if (anchors.length !== 1 || anchors[0]?.text !== plain) return false
  return saysUnsubscribe(plain) || isFrameLabel(plain)
}

function holdsWords(line: string, before: string | undefined): boolean {
  const addressed = line.includes('@') ? line.replace(MAILBOX, '') : line
  const hasDigits = /\d/.test(addressed)
  const plain = (hasDigits ? withoutMoments(addressed.replace(LONG_NUMBER, ' ')) : addressed).trim()
  if (!/[\p{L}\d]/u.test(plain)) return false
  if ((hasDigits && MADE_UP.test(plain)) || holdsMadeUp(plain)) return true
  if (/https?:\/\//i.test(plain)) return false
  if (VALUE.test(plain.slice(-80))) return true
  if (plain.length > 60) return false
  return ALONE.test(plain) || (before !== undefined && LEADS_ON.test(before) && isValue(plain))
}

/** One word, or a phrase of a few; not what somebody wrote. */
function isValue(plain: string): boolean {
  const words = plain.split(/\s+/).length
  return words <= 2 || (words <= MOST_WORDS && !PUNCTUATED.test(plain))
}

function linksOf(passage: Passage, index: number, senders: ReadonlySet<string>): Carrier[] {
  const found: Carrier[] = []
  const seen = new Set<string>()
  const anchors = passage.lines[index]?.anchors ?? []
  const menu = passage.menuAt(index) ?? footerOf(passage, index) ?? barOf(passage, index)
  const shown = passage.shownAt(index)
  const isQuoting = shown !== passage.lines[index]?.plain
  for (const anchor of anchors) {
    const key = `${anchor.text} ${anchor.link.url}`
    const label = labelOf(anchor, passage.lines, index)
    const known =
      found.length >= MOST_LINKS_OF_LINE ||
      seen.has(key) ||
      (isQuoting && !shown.includes(anchor.text || ADDRESS)) ||
      saysUnsubscribe(label === '' ? leadOf(passage, index) : label) ||
      saysViewInBrowser(label) ||
      leadsToView(passage, index, label)
    const view = known ? undefined : viewAddress(anchor.link)
    const isAside = () =>
      isBadge(label, passage, index) ||
      isOfFrame(label, passage, index, senders) ||
      (menu !== undefined && isOfMenu(menu, passage, index, label, seen.size === 0))
    if (view && (view.opens || !isAside())) found.push({ kind: 'link', passage, index, anchor, view })
    seen.add(key)
  }
  return found
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

/** What a sentence that may be a secret's speaks of. */
export const TELLING_BITS = bitsOf([...OF_ACCOUNTS, 'invite', 'digits'])

/** The carriers with the most to tell in and around their sentences. */
export function likeliest(carriers: readonly Carrier[]): Carrier[] {
  if (carriers.length <= MOST_CARRIERS) return [...carriers]
  return carriers
    .map((carrier, order) => ({ carrier, order, worth: worthOf(carrier) }))
    .toSorted((a, b) => b.worth - a.worth || a.order - b.order)
    .slice(0, MOST_CARRIERS)
    .map(({ carrier }) => carrier)
}

function worthOf({ passage, index, kind, view }: Carrier): number {
  const own = passage.at(index)?.bits ?? 0
  const around = passage.around(index, 2, 1).reduce((bits, segment) => bits | segment.bits, 0)
  const looks = kind === 'token' || view?.authPath === true ? 1 : 0
  return ones(own & TELLING_BITS) * 2 + ones(around & TELLING_BITS) + looks - ones(own & BIT.goods)
}

function ones(bits: number): number {
  let count = 0
  for (let left = bits; left !== 0; left &= left - 1) count += 1
  return count
}
