import type { WireFaultCode } from '../../reading/mime/fault.ts'
import type { WireFault, WireStructure } from '../../reading/structure/structure.ts'
import type { Remark } from '../../remark.ts'
import { FAULT_WORDS } from './fault-words.ts'

/** What is said of the bytes of a message. */
export type WireCode =
  | WireFaultCode
  | 'bare-lf'
  | 'bare-cr'
  | 'nul'
  | 'line-too-long'
  | 'header-eight-bit'
  | 'header-utf8'
  | 'nested-deeply'
  | 'nested-too-deep'

/** What the transport allowed, as far as it is known. */
export interface Transport {
  /** Absent: from a file. */
  smtpUtf8?: boolean
}

const MOST_PLACES = 5
/** Postfix refuses what is nested deeper (mime_nesting_limit). */
const DEEPEST = 100
const DEEP = 20

/** Everything that is wrong or odd about the bytes of a message. */
export function judgeWire(wire: WireStructure, transport: Transport): Remark<WireCode>[] {
  return [
    ...judgeLines(wire),
    ...judgeOctets(wire, transport),
    ...judgeTree(wire),
    ...judgeFaults(wire.faults),
  ]
}

function judgeFaults(faults: readonly WireFault[]): Remark<WireCode>[] {
  const byCode = Map.groupBy(faults, (fault) => fault.code)
  return [...byCode].map(([code, group]) => {
    const { says, advice, reference } = FAULT_WORDS[code]
    return { code, says: `${says}${placesOf(code, group)}.`, advice, reference }
  })
}

function placesOf(code: WireFaultCode, group: readonly WireFault[]): string {
  if (code.startsWith('mime-version')) return ''
  const paths = group.map((fault) => placeOf(fault.part))
  const more = paths.length - MOST_PLACES
  return ` (${paths.slice(0, MOST_PLACES).join(', ')}${more > 0 ? ` and ${more} more` : ''})`
}

function placeOf(path: string): string {
  if (path === '') return 'the message itself'
  return path.length > 30 ? `part ${path.slice(0, 30)}…` : `part ${path}`
}

function judgeLines(wire: WireStructure): Remark<WireCode>[] {
  const remarks: Remark<WireCode>[] = []
  const reference = 'RFC 5322 section 2.3'
  const advice =
    'End every line with CR LF, and encode content that holds lone CR or LF as base64 or quoted-printable.'
  if (wire.bareLf.count > 0) {
    remarks.push({
      code: 'bare-lf',
      says: `${times(wire.bareLf.count, 'line')} ${wire.bareLf.count === 1 ? 'ends' : 'end'} with a lone LF.`,
      advice,
      reference,
    })
  }
  if (wire.bareCr.count > 0) {
    remarks.push({
      code: 'bare-cr',
      says: `CR stands without LF in ${times(wire.bareCr.count, 'place')}.`,
      advice,
      reference,
    })
  }
  if (wire.nul.count > 0) {
    remarks.push({
      code: 'nul',
      says: `The message holds ${times(wire.nul.count, 'NUL octet')}.`,
      advice: 'Encode content that holds NUL octets as base64.',
      reference: 'RFC 5322 section 3.5',
    })
  }
  if (wire.over998.count > 0) {
    remarks.push({
      code: 'line-too-long',
      says: `${times(wire.over998.count, 'line')} of more than 998 octets; the longest has ${wire.longestLine}.`,
      advice: 'Send long lines as quoted-printable or base64: servers cut or refuse lines over 998 octets.',
      reference: 'RFC 5322 section 2.1.1; RFC 5321 section 4.5.3.1.6',
    })
  }
  return remarks
}

function times(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function judgeOctets(wire: WireStructure, { smtpUtf8 }: Transport): Remark<WireCode>[] {
  const remarks: Remark<WireCode>[] = []
  const { eightBit, utf8 } = wire.header
  const encode = 'Encode header text as RFC 2047 words: =?utf-8?Q?=C3=A4?=.'
  if (eightBit.count > 0 && !utf8) {
    const says = 'The header holds raw octets above 127 that are not UTF-8.'
    remarks.push({ code: 'header-eight-bit', says, advice: encode, reference: 'RFC 5322 section 2.2' })
  } else if (eightBit.count > 0 && smtpUtf8 === false) {
    const says = 'The header holds raw UTF-8, and the message was not sent with SMTPUTF8.'
    remarks.push({ code: 'header-eight-bit', says, advice: encode, reference: 'RFC 6531 section 3.4' })
  } else if (eightBit.count > 0 && smtpUtf8 === undefined) {
    const says = 'The header holds raw UTF-8, which is right only when it is sent with SMTPUTF8.'
    remarks.push({ code: 'header-utf8', says, advice: encode, reference: 'RFC 6531 section 3.4' })
  }
  return remarks
}

function judgeTree(wire: WireStructure): Remark<WireCode>[] {
  if (wire.depth <= DEEP) return []
  const code = wire.depth > DEEPEST ? 'nested-too-deep' : 'nested-deeply'
  return [
    {
      code,
      says: `The parts are nested ${wire.depth} levels deep${wire.depth > 256 ? ' or deeper' : ''}.`,
      advice:
        'Build the message of two or three levels: multipart/mixed, multipart/related, multipart/alternative.',
      reference: 'RFC 2046 section 5.1; Postfix mime_nesting_limit (100)',
    },
  ]
}
