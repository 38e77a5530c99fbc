import { type Part, partsOf } from '../core/verbatim.ts'
import { type Offered, placed } from './offered.ts'

/** A piece of advice: words, an address to go to, another check that says more (its name), or what is to be published or typed
 * as it stands. */
export interface Piece {
  kind: 'words' | 'code' | 'link' | 'check'
  text: string
  /** Code that stands on a line of its own, to be copied. */
  block?: true
  /** Where and as what a record is to be published: `_dmarc.example.org TXT`. */
  place?: string
  /** No change holds it: a form, an example, or a record for somebody else's zone. */
  form?: true
}

/** One thing to do. */
export interface Item {
  pieces: Piece[]
  /** What it offers and its words do not hold. */
  below: Offered[]
}

/** An advice with what it offers as data. */
export interface Advised {
  advice: string
  offered: readonly Offered[]
  /** Further texts that are to be typed where they stand in it. */
  typed?: readonly string[]
}

/** What several findings have in common stands there once. */
export function itemsOf(all: readonly Advised[]): Item[] {
  const said = new Set(all.flatMap(({ advice, offered }) => offered.filter(isSaidIn(advice)).map(keyOf)))
  return all.flatMap((one) => {
    const items = linesOf(one).map((pieces): Item => ({ pieces, below: [] }))
    const below = one.offered.filter((offer) => !said.has(keyOf(offer)))
    for (const offer of below) said.add(keyOf(offer))
    if (below.length === 0) return items
    const last = items.pop() ?? { pieces: [], below: [] }
    return [...items, { ...last, below: distinct(below) }]
  })
}

const keyOf = ({ written }: Offered) => written

function distinct(offers: readonly Offered[]): Offered[] {
  return [...new Map(offers.map((offer) => [keyOf(offer), offer])).values()]
}

function isSaidIn(advice: string): (offer: Offered) => boolean {
  // What is taken away is said where the field or the name is named.
  return (offer) =>
    placesOf(advice, offer.removes ?? offer.written).length > 0 || bareIn(advice, offer).length > 0
}

/** Each line is one thing to do; one that is only a record, a field or a command belongs to the one before it. */
function linesOf({ advice, offered, typed = [] }: Advised): Piece[][] {
  const literals: Literal[] = [
    ...offered.filter(({ removes }) => removes === undefined),
    ...typed.map((written) => ({ written, ...placed(written), form: true as const })),
  ]
  const lines: Piece[][] = []
  for (const line of advice.split('\n')) {
    const pieces = line.trim() === '' ? [] : piecesOf(line.trim(), literals)
    const before = lines.at(-1)
    if (before && pieces.length === 1 && pieces[0]?.block) before.push(...pieces)
    else if (pieces.length > 0) lines.push(pieces)
  }
  return lines
}

/** What is looked for in the words as it is written. */
type Literal = Offered & Pick<Piece, 'form'>

/** Where a piece that is no words begins and ends. */
interface Span {
  from: number
  to: number
  piece: Piece
}

function piecesOf(line: string, literals: readonly Literal[]): Piece[] {
  const { text, marked } = unmarked(partsOf(line))
  const found = [
    ...marked,
    ...literals.flatMap((one) => spansOf(text, one)),
    ...webAddresses(text),
    ...pointers(text),
  ]
  const pieces: Piece[] = []
  let at = 0
  // Of two that begin together the longer one: a record may begin like another.
  for (const one of found.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    if (one.from < at) continue
    const { from, to, piece } = withoutQuotes(text, one, at)
    if (from > at) pieces.push({ kind: 'words', text: text.slice(at, from) })
    const block = piece.kind === 'code' && isBlock(piece, text, from, to)
    pieces.push(...(block ? [{ ...piece, block }] : inSentence(piece)))
    at = block ? to + (/^\.\s*/.exec(text.slice(to))?.[0].length ?? 0) : to
  }
  if (at < text.length) pieces.push({ kind: 'words', text: text.slice(at) })
  return pieces
}

/** The line as it reads, with the spans that were marked. */
function unmarked(parts: readonly Part[]): { text: string; marked: Span[] } {
  const marked: Span[] = []
  let text = ''
  for (const part of parts) {
    const from = text.length
    text += part.text
    if (part.isVerbatim)
      marked.push({ from, to: text.length, piece: { kind: 'code', ...placed(part.text), form: true } })
  }
  return { text, marked }
}

function spansOf(line: string, offer: Literal): Span[] {
  const { written, place, text, form } = offer
  const whole: Piece = {
    kind: 'code',
    text,
    ...(place !== undefined && { place }),
    ...(form && { form }),
  }
  return [
    ...placesOf(line, written).map((from) => ({ from, to: from + written.length, piece: whole })),
    ...bareIn(line, offer).map(({ from, to }): Span => ({ from, to, piece: { kind: 'code', text } })),
  ]
}

/** Where the text of a TXT record stands without its name and type, in quotes or up to the end of a sentence. */
function bareIn(line: string, { place, text }: Offered): Pick<Span, 'from' | 'to'>[] {
  if (!place?.endsWith(' TXT') || !text.includes(' ')) return []
  const spans = placesOf(line, text).map((from) => ({ from, to: from + text.length }))
  return spans.filter(({ to }) => /^(?:$|["\n]|\.(?:\s|$))/.test(line.slice(to, to + 2)))
}

/** Where a text stands by itself, not amid a longer name or value. */
function placesOf(line: string, text: string): number[] {
  const places: number[] = []
  for (
    let from = line.indexOf(text);
    from >= 0 && text !== '';
    from = line.indexOf(text, from + text.length)
  ) {
    const after = line.slice(from + text.length, from + text.length + 2)
    if (/^$|[\s"'(]/.test(line.charAt(from - 1)) && /^(?:$|[\s"'),;:]|\.(?:$|\s))/.test(after))
      places.push(from)
  }
  return places
}

/** Quotes around it only said where it begins and ends. */
function withoutQuotes(line: string, span: Span, least: number): Span {
  const { from, to, piece } = span
  const isQuoted =
    piece.kind === 'code' && from > least && line.charAt(from - 1) === '"' && line.charAt(to) === '"'
  return isQuoted ? { from: from - 1, to: to + 1, piece } : span
}

const LONG = 20

/** What ends a sentence has a line of its own, unless it is as short as a word. */
function isBlock({ text, place }: Piece, line: string, from: number, to: number): boolean {
  const isWhole = from === 0 && to === line.length
  const isLong = place !== undefined || (text.length > LONG && text.includes(' '))
  return isWhole || (isLong && (to === line.length || line.charAt(to) === '.'))
}

/** Amid a sentence the place is words again. */
function inSentence({ place, ...piece }: Piece): Piece[] {
  return place === undefined ? [piece] : [{ kind: 'words', text: `${place} ` }, piece]
}

/** Where another check is named that says how to fix it. */
function pointers(line: string): Span[] {
  const found = line.matchAll(/(?<=(?:^| )The check )[a-z0-9-]{1,64}(?= says how )/g)
  return Array.from(found, ({ 0: text, index: from }) => {
    return { from, to: from + text.length, piece: { kind: 'check', text } }
  })
}

function webAddresses(line: string): Span[] {
  // The scheme by itself names no page.
  return [...line.matchAll(/https:\/\/(?![.,;])[^\s"<>)]+/g)].map(({ 0: found, index: from }) => {
    const text = withoutPunctuation(found)
    return { from, to: from + text.length, piece: { kind: 'link', text } }
  })
}

function withoutPunctuation(text: string): string {
  let end = text.length
  while (end > 0 && '.,;'.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}
