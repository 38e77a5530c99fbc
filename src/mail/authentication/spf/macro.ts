import { parseAddress } from '../../../net/ip.ts'

/** What the macro letters of RFC 7208 7.2 stand for; what is absent is not known. */
export interface SpfMacroValues {
  /** The domain whose record is read. */
  domain: string
  clientAddress?: string
  /** local@domain */
  sender?: string
  helo?: string
}

type Piece = { literal: string } | { expand: string }

/** "toplabel" (RFC 7208 7.1). */
const TOP_LABEL = /^(?:[0-9]*[a-z][a-z0-9]*|[a-z0-9]+-[a-z0-9-]*[a-z0-9])$/i
const MACRO = /^([a-z])([0-9]*)(r?)([.\-+,/_=]*)$/i
/** Only these may stand outside of explanations. */
const LETTERS = 'slodiphv'
const EXPLANATION_LETTERS = 'crt'

/** What is wrong with a macro-string, or undefined (RFC 7208 7.1). */
export function checkMacroString(text: string): string | undefined {
  const pieces = readPieces(text, LETTERS + EXPLANATION_LETTERS)
  return typeof pieces === 'string' ? pieces : undefined
}

/** What is wrong with a domain-spec, or undefined: it ends in a macro or in a dot and a top label. */
export function checkDomainSpec(text: string): string | undefined {
  const pieces = readPieces(text, LETTERS)
  if (typeof pieces === 'string') return pieces
  const last = pieces.at(-1)
  if (!last) return 'the domain is missing'
  if ('expand' in last) return undefined
  const name = last.literal.replace(/\.$/, '')
  const dot = name.lastIndexOf('.')
  return dot >= 0 && TOP_LABEL.test(name.slice(dot + 1)) ? undefined : 'the domain is not valid'
}

function readPieces(text: string, letters: string): Piece[] | string {
  const pieces: Piece[] = []
  let at = 0
  while (at < text.length) {
    const next = text.indexOf('%', at)
    if (next !== at) {
      const end = next < 0 ? text.length : next
      pieces.push({ literal: text.slice(at, end) })
      at = end
      continue
    }
    const sign = text[at + 1] ?? ''
    if ('%_-'.includes(sign) && sign !== '') {
      pieces.push({ expand: `%${sign}` })
      at += 2
      continue
    }
    const end = text.indexOf('}', at)
    if (sign !== '{' || end < 0) return 'a percent sign does not begin a macro'
    const body = text.slice(at + 2, end)
    if (!isMacro(body, letters)) return 'a macro is not valid'
    pieces.push({ expand: body })
    at = end + 1
  }
  return pieces
}

function isMacro(body: string, letters: string): boolean {
  const [, letter = '', digits = ''] = MACRO.exec(body) ?? []
  return letter !== '' && letters.includes(letter.toLowerCase()) && (digits === '' || Number(digits) > 0)
}

/** Does the domain-spec use %{p}, which costs a look-up of its own? */
export function usesValidatedName(spec: string): boolean {
  return /%\{p/i.test(spec.replaceAll('%%', ''))
}

/** The name a domain-spec stands for; '' when that is no name that can be asked, undefined when a value is not known. */
export function expandDomain(spec: string, values: SpfMacroValues): string | undefined {
  const pieces = readPieces(spec, LETTERS)
  if (typeof pieces === 'string') return ''
  let name = ''
  for (const piece of pieces) {
    const text = 'literal' in piece ? piece.literal : expandPiece(piece.expand, values)
    if (text === undefined) return undefined
    if (name.length > 4_096) return ''
    name += text
  }
  return tidyName(name)
}

const SIGNS: Readonly<Record<string, string>> = { '%%': '%', '%_': ' ', '%-': '%20' }

function expandPiece(body: string, values: SpfMacroValues): string | undefined {
  const sign = SIGNS[body]
  if (sign !== undefined) return sign
  const [, letter = '', digits = '', reverse = '', delimiters = ''] = MACRO.exec(body) ?? []
  const value = macroValue(letter.toLowerCase(), values)
  if (value === undefined) return undefined
  const parts = splitAt(value, delimiters || '.')
  if (reverse) parts.reverse()
  const kept = digits === '' ? parts : parts.slice(-Number(digits))
  const text = kept.join('.')
  return letter === letter.toLowerCase()
    ? text
    : encodeURIComponent(text.toWellFormed()).replace(/[!'()*]/g, escapeOne)
}

function escapeOne(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}

function splitAt(text: string, delimiters: string): string[] {
  const parts = ['']
  for (const character of text) {
    if (delimiters.includes(character)) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts
}

function macroValue(
  letter: string,
  { domain, clientAddress, sender, helo }: SpfMacroValues,
): string | undefined {
  const at = sender?.lastIndexOf('@') ?? -1
  const address = clientAddress === undefined ? undefined : parseAddress(clientAddress)
  const values: Record<string, string | undefined> = {
    s: sender,
    l: sender?.slice(0, Math.max(at, 0)),
    o: sender?.slice(at + 1),
    d: domain,
    h: helo,
    // The validated name is not looked up for a walk: RFC 7208 7.3 has this word where there is none.
    p: 'unknown',
    v: address && (address.version === 4 ? 'in-addr' : 'ip6'),
    i: address && (address.version === 4 ? address.bytes.join('.') : nibbles(address.bytes)),
  }
  return values[letter]
}

function nibbles(bytes: Uint8Array): string {
  return [...bytes].flatMap((byte) => [(byte >> 4).toString(16), (byte & 15).toString(16)]).join('.')
}

const LONGEST_NAME = 253

/** RFC 7208 7.3: cut from the left to 253 characters; 4.3: no empty or over-long label, more than one label. */
function tidyName(text: string): string {
  const labels = cutLeft(text.replace(/\.$/, '')).split('.')
  const fits = labels.every((label) => /^[\x20-\x7e]{1,63}$/.test(label))
  return fits && labels.length > 1 && TOP_LABEL.test(labels.at(-1) ?? '')
    ? labels.join('.').toLowerCase()
    : ''
}

/** Without its first labels, as many as are too much; the last one always stays. */
function cutLeft(name: string): string {
  if (name.length <= LONGEST_NAME) return name
  const dot = name.indexOf('.', name.length - LONGEST_NAME - 1)
  return name.slice((dot < 0 ? name.lastIndexOf('.') : dot) + 1)
}
