import { toAsciiDomain } from '../domains/sender-domain.ts'
import type { Mailbox } from '../message.ts'
import { addrSpec, isLocalPart } from './addr-spec.ts'
import { decodeEncodedWords, decodeRaw } from './encoded-words.ts'
import { trimWhite } from './octets.ts'
import { commentEnd, quoteEnd } from './structured.ts'

/** Against which rule of RFC 5322 3.4 an address list is written; readers guess their way around each. */
export const ADDRESS_FAULTS = [
  'unclosed-quote',
  'unclosed-angle',
  'several-angles',
  'no-angle',
  'no-address',
  'unquoted-comma',
  'stray-separator',
  'unclosed-group',
  'bad-address',
] as const
export type AddressFault = (typeof ADDRESS_FAULTS)[number]

export interface AddressList {
  mailboxes: Mailbox[]
  faults: Set<AddressFault>
  /** Group names seen (`name: a, b;`). */
  groups: number
  /** More mailboxes than were asked for. */
  cut: boolean
}

interface Piece {
  kind: 'text' | 'quoted' | 'comment'
  /** Without quotes or parentheses. */
  text: string
}

interface State {
  list: AddressList
  most: number
  /** What was read of the present mailbox. */
  pieces: Piece[]
  /** Whether they hold words: asking all of them at each colon would be quadratic. */
  named: boolean
  angles: string[]
  /** A display name that a comma cut off: `Doe, John <j@x>`. */
  pending: string
  /** The display name of the group that is open. */
  group: string | undefined
  /** Whether a further one can still be closed: searching for the end of each would be quadratic. */
  quotes: boolean
  comments: boolean
  lastSemicolon: number
}

/** Reads an address list out of an unfolded header value, one character per octet: groups, comments, quoted pairs,
 * encoded words, routes, and what senders write instead. Linear, at most `most` mailboxes. */
export function parseMailboxes(value: string, most: number): AddressList {
  const state: State = {
    list: { mailboxes: [], faults: new Set(), groups: 0, cut: false },
    most,
    pieces: [],
    named: false,
    angles: [],
    pending: '',
    group: undefined,
    quotes: true,
    comments: true,
    lastSemicolon: value.lastIndexOf(';'),
  }
  let at = 0
  while (at < value.length && !state.list.cut) at = step(state, value, at)
  if (!state.list.cut) {
    endMailbox(state)
    endPending(state)
    if (state.group !== undefined) state.list.faults.add('unclosed-group')
  }
  return state.list
}

/** Takes what begins at `at`; gives the offset behind it. */
function step(state: State, value: string, at: number): number {
  switch (value[at]) {
    case '"':
      return takeQuoted(state, value, at)
    case '(':
      return takeComment(state, value, at)
    case '<':
      return takeAngle(state, value, at)
    case ',':
      endMailbox(state)
      return at + 1
    case ';':
      endMailbox(state)
      endPending(state)
      if (state.group === undefined) state.list.faults.add('stray-separator')
      state.group = undefined
      return at + 1
    case ':':
      return takeColon(state, at)
    default:
      return takeText(state, value, at)
  }
}

function take(state: State, piece: Piece): void {
  state.pieces.push(piece)
  state.named ||= piece.kind !== 'comment' && trimWhite(piece.text) !== ''
}

const SPECIAL = /["(<,;:]/g

function takeText(state: State, value: string, at: number): number {
  SPECIAL.lastIndex = at + 1
  const end = SPECIAL.exec(value)?.index ?? value.length
  take(state, { kind: 'text', text: value.slice(at, end) })
  return end
}

function takeQuoted(state: State, value: string, at: number): number {
  const end = state.quotes ? quoteEnd(value, at) : at + 1
  const closed = state.quotes && end > at + 1 && value[end - 1] === '"' && isUnescaped(value, end - 1, at)
  if (closed) {
    take(state, { kind: 'quoted', text: value.slice(at + 1, end - 1).replace(/\\(.)/gs, '$1') })
    return end
  }
  state.quotes = false
  state.list.faults.add('unclosed-quote')
  return at + 1
}

/** The quote at `at` is not behind an odd number of backslashes. */
function isUnescaped(value: string, at: number, open: number): boolean {
  let slashes = 0
  while (at - 1 - slashes > open && value[at - 1 - slashes] === '\\') slashes += 1
  return slashes % 2 === 0
}

function takeComment(state: State, value: string, at: number): number {
  const end = state.comments ? commentEnd(value, at) : undefined
  if (end === undefined) {
    state.comments = false
    take(state, { kind: 'text', text: '(' })
    return at + 1
  }
  take(state, { kind: 'comment', text: value.slice(at + 1, end - 1) })
  return end
}

function takeAngle(state: State, value: string, at: number): number {
  const found = /^<(?:"(?:[^"\\]|\\.)*"|[^"<>])*>/s.exec(value.slice(at, at + 2_000))
  if (found) {
    state.angles.push(found[0].slice(1, -1))
    return at + found[0].length
  }
  state.list.faults.add('unclosed-angle')
  const end = value.slice(at + 1, at + 2_000).search(/[,;<]/)
  const next = end === -1 ? Math.min(value.length, at + 2_000) : at + 1 + end
  state.angles.push(value.slice(at + 1, next).replace(/>.*$/s, ''))
  return next
}

/** A group's name, if a semicolon can still end the group; else a colon that should have been quoted. */
function takeColon(state: State, at: number): number {
  if (state.named && state.group === undefined && state.angles.length === 0 && state.lastSemicolon > at) {
    state.list.groups += 1
    state.group = phrase(wordsOf(state.pieces))
    state.pieces = []
    state.named = false
    state.pending = ''
  } else {
    take(state, { kind: 'text', text: ':' })
    state.list.faults.add('stray-separator')
  }
  return at + 1
}

function endMailbox(state: State): void {
  const { pieces, angles } = state
  state.pieces = []
  state.named = false
  state.angles = []
  if (angles.length > 0) endAngled(state, pieces, angles)
  else endBare(state, pieces)
}

function endAngled(state: State, pieces: readonly Piece[], angles: readonly string[]): void {
  const { list, pending } = state
  const address = angles.findLast((angle) => angle.includes('@')) ?? angles.at(-1) ?? ''
  if (angles.length > 1) list.faults.add('several-angles')
  if (pending !== '') list.faults.add('unquoted-comma')
  const name = phrase(wordsOf(pieces))
  state.pending = ''
  add(state, pending === '' ? name : `${pending}, ${name}`, address)
}

function endBare(state: State, pieces: readonly Piece[]): void {
  const { list } = state
  const words = wordsOf(pieces)
  const written = words
    .map(({ kind, text }) => (kind === 'quoted' ? `"${text.replace(/["\\]/g, '\\$&')}"` : text))
    .join('')
  if (trimWhite(written) === '') return
  endPending(state)
  if (written.includes('>')) list.faults.add('unclosed-angle')
  const bare = bareAddress(words, written)
  if (!bare) {
    state.pending = phrase(words)
    return
  }
  if (bare.name !== '') list.faults.add('no-angle')
  const comment = pieces.find((piece) => piece.kind === 'comment')
  add(state, bare.name === '' && comment ? phrase([comment]) : bare.name, bare.address)
}

function wordsOf(pieces: readonly Piece[]): Piece[] {
  return pieces.filter((piece) => piece.kind !== 'comment')
}

/** A name that no address followed. */
function endPending(state: State): void {
  if (state.pending === '') return
  const name = state.pending
  state.pending = ''
  add(state, name, '')
}

/** An address without angle brackets: `a@b`, `"a b"@c`, `a @ b . c`, or the last word of `John Smith a@b`. */
function bareAddress(
  words: readonly Piece[],
  written: string,
): { name: string; address: string } | undefined {
  if (!written.includes('@')) return undefined
  const spec = trimWhite(written.replaceAll('>', '').replace(/[ \t]{0,100}([@.])[ \t]{0,100}/g, '$1'))
  if (!/[ \t]/.test(spec.replace(/"[^"]*"/g, ''))) return { name: '', address: spec }
  const texts = words.filter((piece) => piece.kind === 'text').flatMap((piece) => piece.text.split(/[ \t]+/))
  const address = texts.find((text) => text.includes('@'))
  return address === undefined ? undefined : { name: trimWhite(phrase(words).replace(address, '')), address }
}

function phrase(words: readonly Piece[]): string {
  const text = words.map((piece) => piece.text).join('')
  return decodeEncodedWords(text)
    .text.replace(/[ \t]+/g, ' ')
    .trim()
}

function add(state: State, name: string, written: string): void {
  const { list } = state
  if (list.mailboxes.length >= state.most) {
    list.cut = true
    return
  }
  const address = decodeRaw(addrSpec(written))
  const at = address.lastIndexOf('@')
  const domain = at === -1 ? '' : toAsciiDomain(address.slice(at + 1))
  if (address === '' || at === -1) list.faults.add('no-address')
  else if (domain === '' || !isLocalPart(address.slice(0, at))) list.faults.add('bad-address')
  list.mailboxes.push({ name, address, domain, ...(state.group && { group: state.group }) })
}
