import { LONGEST_TXT } from '../../../fixing/changes.ts'
import { policyOf, unusablePolicies } from '../policy.ts'
import { isPolicy } from '../policy-words.ts'
import { type DmarcRecord, isDmarcRecord, readDmarcRecord } from '../tags.ts'
import { addressIn, namedUris } from './uris.ts'

/** It can be typed into a panel as it stands. */
const isTyped = (text: string) => text.length <= LONGEST_TXT && /^[\x20-\x7e]*$/.test(text)

/** A part of a record between two semicolons. */
interface Segment {
  name: string
  text: string
}

const segmentsOf = (text: string): Segment[] =>
  text.split(';').map((part) => ({ name: part.slice(0, Math.max(part.indexOf('='), 0)).trim(), text: part }))

/**
 * The record with one more address in rua=, and every other octet as its owner wrote it. Undefined: it cannot be had without
 * touching more, as it holds what cannot be typed, or is as long as a record may be.
 */
export function withAddress(text: string, address: string): string | undefined {
  if (!isTyped(text)) return undefined
  const segments = segmentsOf(text)
  // Receivers that do not mind the case of names would see a second rua= beside RUA=, and discard the record.
  const at = placeOfList(segments)
  const extended = at < 0 ? appended(text, `mailto:${address}`) : inList(segments, at, address)
  return keepsPolicy(text, extended) && namesIt(extended, address) ? extended : undefined
}

function placeOfList(segments: readonly Segment[]): number {
  const exact = segments.findIndex(({ name }) => name === 'rua')
  return exact >= 0 ? exact : segments.findIndex(({ name }) => name.toLowerCase() === 'rua')
}

function inList(segments: readonly Segment[], at: number, address: string): string {
  return segments.map(({ text }, index) => (index === at ? extendedList(text, address) : text)).join(';')
}

/** Its blanks stay where they were: those at the end may be what parts it from the next tag. */
function extendedList(segment: string, address: string): string {
  const end = segment.trimEnd()
  const rest = segment.slice(end.length)
  const equals = end.indexOf('=')
  const name = end.slice(0, equals).replace(/rua/i, 'rua')
  const value = end.slice(equals + 1)
  // Where the name alone is what receivers do not read, it is there already.
  if (value.split(',').some((uri) => addressIn(uri.trim()) === address)) return `${name}=${value}${rest}`
  const isOpen = value.trim() === '' || value.endsWith(',')
  return `${name}=${value}${isOpen ? '' : ','}mailto:${address}${rest}`
}

function appended(text: string, uri: string): string {
  const end = text.trimEnd()
  const gap = /;[^ ;]/.test(end) ? '' : ' '
  return end.endsWith(';') ? `${end}${gap}rua=${uri}` : `${end};${gap}rua=${uri}`
}

/** The record with the address written plainly where it stands in a form that receivers do not read. */
export function withPlainAddress(text: string, uri: string, address: string): string | undefined {
  if (!isTyped(text)) return undefined
  const segments = segmentsOf(text)
  const at = placeOfList(segments)
  const corrected = segments
    .map((segment, index) => {
      if (index !== at) return segment.text
      const equals = segment.text.indexOf('=') + 1
      const items = segment.text.slice(equals).split(',')
      const plain = items.map((item) =>
        item.trim() === uri ? item.replace(uri, () => `mailto:${address}`) : item,
      )
      return segment.text.slice(0, equals) + plain.join(',')
    })
    .join(';')
  return keepsPolicy(text, corrected) && namesIt(corrected, address) ? corrected : undefined
}

/** Nothing but rua= is read otherwise than before. */
export function keepsPolicy(before: string, after: string): boolean {
  if (!isDmarcRecord(after) || after.length > LONGEST_TXT) return false
  const [was, is] = [readDmarcRecord(before), readDmarcRecord(after)]
  return was.unreadable === is.unreadable && restOf(was) === restOf(is)
}

const restOf = ({ tags }: DmarcRecord) =>
  JSON.stringify(Object.entries(tags).filter(([name]) => name.toLowerCase() !== 'rua'))

function namesIt(text: string, address: string): boolean {
  const record = readDmarcRecord(text)
  return (
    !record.unreadable &&
    namedUris(record, 'rua').some(({ uri, fault }) => fault === undefined && addressIn(uri) === address)
  )
}

/** Tags beside the policies that go with them for names below. */
const KEPT_TAGS = ['adkim', 'aspf', 'pct', 't'] as const

/** A record for a name below another one's record: the policy that it inherits by now, and the addresses with one more. */
export function repeated(record: DmarcRecord, address: string): string | undefined {
  if (record.unreadable || unusablePolicies(record).length > 0) return undefined
  const { p = '', sp = p, np = sp, rua } = record.tags
  const kept = KEPT_TAGS.flatMap((tag) => {
    const value = record.tags[tag]
    return value === undefined ? [] : [`${tag}=${value}`]
  })
  const uris = rua === undefined || rua === '' ? [] : [rua]
  const text = [
    'v=DMARC1',
    `p=${sp}`,
    ...(np === sp ? [] : [`np=${np}`]),
    ...kept,
    `rua=${[...uris, `mailto:${address}`].join(',')}`,
  ].join('; ')
  const { p: own, sp: below, np: missing } = policyOf(readDmarcRecord(text))
  const inherited = policyOf(record)
  const isSame = own === inherited.sp && below === inherited.sp && missing === inherited.np
  return isPolicy(sp) && isSame && isTyped(text) && namesIt(text, address) ? text : undefined
}
