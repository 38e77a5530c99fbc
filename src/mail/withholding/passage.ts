import { BIT, bitsOf } from '../data/auth-words/concepts.ts'
import { codeInCapitals } from './codes/capitals.ts'
import { isDashedWord } from './codes/dashed.ts'
import { isWord } from './codes/named-words.ts'
import { withoutExamples } from './examples/examples.ts'
import { mayBeProgram } from './examples/programs.ts'
import { quotationsOf, type Span, withoutSpans } from './examples/quotations.ts'
import { isUntouched } from './examples/untouched.ts'
import { mayBeImprint, namesSender, withoutImprint } from './imprint.ts'
import { atMost, type Points, pointsOf, restricted, type Spoken, spokenIn } from './languages.ts'
import { has, type Reader, type Segment, withHits } from './segments.ts'
import { asksForView } from './text/browser.ts'
import { tellsNeverAsked, tellsReason, tellsRights } from './text/frames.ts'
import type { Line } from './text/lines.ts'
import { type Menu, menusOf } from './text/menus.ts'
import { type Token, tokensOf } from './tokens.ts'

/** Sentences before and behind one that tell its language. */
const BESIDE = 2
/** A neighbour tells no more than so many points of a language: a long line does not drown a short one. */
const MOST_BESIDE = 5
/** Of a line with so few letters, the one before says what it is. */
const FEW = 4
/** `On 12 March 2026, 19:34 Anna <anna@example.org> wrote:` or the end of it. */
const ATTRIBUTION = /@[^\s@<>]{1,255}>[^>\d]{0,20}[:\uff1a]\s{0,3}$/
/** A word in capitals. */
const CAPITALS = /(?<![\p{L}\d])[A-Z]{4,10}(?![\p{L}\d])/u
/** A line without any of it holds no token. */
const TOKENISH = /\d|[A-Z]{4}|-/

/** What a sentence about how a mail is shown does not speak of. */
export const OF_KEYS = bitsOf(['code', 'pass', 'conf', 'unlock', 'link', 'invite'])

const NONE: readonly Span[] = []
/** So many links in a line are a menu. */
const LEAST_ENTRIES = 3
const OF_MENU = bitsOf(['sign', 'acct'])

/** Whom a mail is for: everybody on a list, whoever is answered or passed something on, or one. */
type Audience = 'many' | 'answered' | 'one'

/** A body whose sentences are read only where somebody looks. */
export class Passage {
  readonly lines: readonly Line[]
  readonly subject: Segment
  readonly audience: Audience
  private readonly subjectPoints: Points
  private readonly reader: Reader
  private readonly held: Segment[] = []
  private readonly raw: Segment[] = []
  private readonly points: Points[] = []
  private readonly languages: Spoken[] = []
  private readonly read: Segment[] = []
  private readonly bare: string[] = []
  private readonly shown: string[] = []
  private readonly senders: boolean[] = []
  private readonly found: Token[][] = []
  private readonly askingForView: boolean[] = []
  private quotations: ReadonlyMap<number, Span[]> | undefined
  private menus: readonly (Menu | undefined)[] | undefined

  constructor(lines: readonly Line[], subject: Segment, reader: Reader, audience: Audience = 'one') {
    this.lines = lines
    this.subject = subject
    this.audience = audience
    this.subjectPoints = pointsOf(subject)
    this.reader = reader
  }

  /** The sentence with the words of the languages around it alone. */
  at(index: number): Segment | undefined {
    const raw = this.rawAt(index)
    return raw && once(this.read, index, () => withoutWarning(restricted(raw, () => this.spokenAt(index))))
  }

  /** The concepts that words of a sentence have in any language, whatever it tells of them: those of `bitsAt` are among them. */
  heldAt(index: number): number {
    return this.segmentAt(index)?.bits ?? 0
  }

  /** The concepts of a sentence in any language. */
  bitsAt(index: number): number {
    return this.rawAt(index)?.bits ?? 0
  }

  /** Sentences around one, from `before` before it to `after` behind it. */
  around(index: number, before: number, after: number): Segment[] {
    const around: Segment[] = []
    for (let at = Math.max(0, index - before); at <= index + after; at += 1) {
      const segment = this.at(at)
      if (segment) around.push(segment)
    }
    return around
  }

  tokensAt(index: number): readonly Token[] {
    const plain = this.lines[index]?.plain
    if (plain === undefined || !TOKENISH.test(plain) || ATTRIBUTION.test(plain.slice(-300))) return []
    return once(this.found, index, () => {
      const spoken = () => this.at(index)?.bits ?? 0
      const tokens = tokensOf(this.bareAt(index)).filter(
        (token) => !isDashedWord(token.text, spoken, this.reader) && !isWord(this, index, token, this.reader),
      )
      const segment = tokens.length === 0 && CAPITALS.test(plain) ? this.at(index) : undefined
      return segment ? codeInCapitals(segment) : tokens
    })
  }

  /** A line without the numbers by which its sender is reached or registered, and without what it quotes as an example. */
  bareAt(index: number): string {
    const plain = this.shownAt(index)
    if (!mayBeImprint(plain)) return plain
    return once(this.bare, index, () => {
      const isNumber = plain.replace(/[^\p{L}]/gu, '').length <= FEW
      const bits = this.ownBits(index) | (isNumber ? (this.at(index - 1)?.bits ?? 0) : 0)
      return withoutImprint(plain, bits, this.lines[index - 1]?.plain)
    })
  }

  /** What a line speaks of; entries of a menu to sign in at say nothing of the numbers beside them. */
  private ownBits(index: number): number {
    const bits = this.at(index)?.bits ?? 0
    return (this.lines[index]?.anchors.length ?? 0) < LEAST_ENTRIES ? bits : bits & ~OF_MENU
  }

  /** What a line quotes. */
  quotedAt(index: number): readonly Span[] {
    this.quotations ??= quotationsOf(this.lines)
    return this.quotations.get(index) ?? NONE
  }

  /** A line without what it quotes. */
  unquotedAt(index: number): string {
    return withoutSpans(this.lines[index]?.plain ?? '', this.quotedAt(index)).trim()
  }

  /** A line without what it quotes as an example. */
  shownAt(index: number): string {
    const plain = this.lines[index]?.plain ?? ''
    const quoted = this.quotedAt(index)
    if (quoted.length === 0 && !TOKENISH.test(plain) && !plain.includes('://') && !mayBeProgram(plain))
      return plain
    return once(this.shown, index, () => withoutExamples(this, index, quoted))
  }

  /** Nothing of a line is taken out of it, unless the whole of it is. */
  isWhole(index: number): boolean {
    const plain = this.lines[index]?.plain ?? ''
    return this.quotedAt(index).length === 0 && !mayBeImprint(plain) && isUntouched(this.lines, index)
  }

  /** A line with a number by which its sender is reached or registered. */
  isImprint(index: number): boolean {
    return this.bareAt(index) !== this.shownAt(index)
  }

  /** A line by which its sender is reached, or that tells where it is registered. */
  namesSender(index: number): boolean {
    const plain = this.lines[index]?.plain ?? ''
    return (
      /\d/.test(plain) && once(this.senders, index, () => namesSender(plain, this.lines[index - 1]?.plain))
    )
  }

  /** A sentence for those who do not see the mail as it was made, which speaks of nothing that opens an account. */
  asksForViewAt(index: number): boolean {
    const segment = this.at(index)
    if (!segment) return false
    return once(this.askingForView, index, () => {
      return (segment.bits & OF_KEYS) === 0 && asksForView(segment.plain, has(segment, 'not'))
    })
  }

  /** The menu that a line belongs to. */
  menuAt(index: number): Menu | undefined {
    this.menus ??= menusOf(this.lines)
    return this.menus[index]
  }

  /** A line of a menu says nothing of what stands outside it. */
  isApart(index: number, from: number): boolean {
    const menu = this.menuAt(index)
    return menu !== undefined && menu !== this.menuAt(from)
  }

  /** Words that stand in or before a line, as the languages around it have them. */
  spoken(plain: string, index: number): Segment {
    return restricted(this.reader.read(plain), () => this.spokenAt(index))
  }

  /** The languages that are written around a sentence. */
  spokenAt(index: number): Spoken {
    return once(this.languages, index, () => this.spokenAround(index))
  }

  private spokenAround(index: number): Spoken {
    const points = [this.subjectPoints]
    for (let at = Math.max(0, index - BESIDE); at <= index + BESIDE; at += 1) {
      const raw = this.rawAt(at)
      if (!raw) continue
      const found = once(this.points, at, () => pointsOf(raw))
      points.push(at === index ? found : atMost(found, MOST_BESIDE))
    }
    return spokenIn(points)
  }

  private rawAt(index: number): Segment | undefined {
    const held = this.segmentAt(index)
    return held && once(this.raw, index, () => withoutReason(held))
  }

  private segmentAt(index: number): Segment | undefined {
    const line = this.lines[index]
    return line && once(this.held, index, () => this.reader.read(line.plain))
  }
}

/** "Never share your password" ends every letter of a bank and speaks of nothing in it; "never share this code" does. */
function withoutWarning(segment: Segment): Segment {
  const warns = has(segment, 'not', 'share') && has(segment, 'pass') && !has(segment, 'code')
  return warns ? withHits(segment, []) : segment
}

/** What a mail about a code, a password or a link says of itself counts, why a member gets it does not. */
const OF_SECRETS = bitsOf(['code', 'pass', 'reset', 'link', 'click', 'unlock', 'temp', 'conf'])

/** What a mail asks for that wants something confirmed. */
const OF_ASKED = (OF_SECRETS & ~BIT.conf) | bitsOf(['mail', 'expire', 'invite', 'use'])

/** What a sender says that nobody is asked for. */
const OF_WARNED = bitsOf(['code', 'pass', 'sign', 'auth', 'digits'])

function withoutReason(segment: Segment): Segment {
  const names = segment.bits !== 0 && (segment.bits & OF_SECRETS) === 0
  if (names && tellsReason(segment.plain)) return withHits(segment, [])
  if ((segment.bits & OF_WARNED) !== 0 && tellsNeverAsked(segment.plain)) return withHits(segment, [])
  const asks = (segment.bits & OF_ASKED) !== 0
  return segment.bits !== 0 && !asks && tellsRights(segment.plain) ? withHits(segment, []) : segment
}

/** What a list holds at a place, made when it is first asked for. */
function once<T>(list: T[], index: number, make: () => T): T {
  const known = list[index]
  if (known !== undefined) return known
  const made = make()
  list[index] = made
  return made
}
