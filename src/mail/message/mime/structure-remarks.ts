import type { StructureFaultCode } from '../../reading/mime/fault.ts'
import type { MessageStructure, StructureFault } from '../../reading/structure/structure.ts'
import type { Remark } from '../../remark.ts'
import { FAULT_WORDS } from './fault-words.ts'

/** What is said of the bytes of a message. */
export type StructureCode =
  | StructureFaultCode
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
export function judgeStructure(structure: MessageStructure, transport: Transport): Remark<StructureCode>[] {
  return [
    ...judgeLines(structure),
    ...judgeOctets(structure, transport),
    ...judgeTree(structure),
    ...judgeFaults(structure.faults),
  ]
}

function judgeFaults(faults: readonly StructureFault[]): Remark<StructureCode>[] {
  const byCode = Map.groupBy(faults, (fault) => fault.code)
  return [...byCode].map(([code, group]) => {
    const { says, advice, reference } = FAULT_WORDS[code]
    return { code, says: `${says}${placesOf(code, group)}.`, advice, reference }
  })
}

function placesOf(code: StructureFaultCode, group: readonly StructureFault[]): string {
  if (code.startsWith('mime-version')) return ''
  const paths = group.map((fault) => placeOf(fault.part))
  const more = paths.length - MOST_PLACES
  return ` (${paths.slice(0, MOST_PLACES).join(', ')}${more > 0 ? ` and ${more} more` : ''})`
}

function placeOf(path: string): string {
  if (path === '') return 'the message itself'
  return path.length > 30 ? `part ${path.slice(0, 30)}…` : `part ${path}`
}

function judgeLines(structure: MessageStructure): Remark<StructureCode>[] {
  const remarks: Remark<StructureCode>[] = []
  const reference = 'RFC 5322 section 2.3'
  const advice =
    'End every line with CR LF, and encode content that holds lone CR or LF as base64 or quoted-printable.'
  if (structure.bareLf.count > 0) {
    remarks.push({
      code: 'bare-lf',
      says: `${times(structure.bareLf.count, 'line')} ${structure.bareLf.count === 1 ? 'ends' : 'end'} with a lone LF.`,
      advice,
      reference,
    })
  }
  if (structure.bareCr.count > 0) {
    remarks.push({
      code: 'bare-cr',
      says: `CR stands without LF in ${times(structure.bareCr.count, 'place')}.`,
      advice,
      reference,
    })
  }
  if (structure.nul.count > 0) {
    remarks.push({
      code: 'nul',
      says: `The message holds ${times(structure.nul.count, 'NUL octet')}.`,
      advice: 'Encode content that holds NUL octets as base64.',
      reference: 'RFC 5322 section 3.5',
    })
  }
  if (structure.over998.count > 0) {
    remarks.push({
      code: 'line-too-long',
      says: `${times(structure.over998.count, 'line')} of more than 998 octets; the longest has ${structure.longestLine}.`,
      advice: 'Send long lines as quoted-printable or base64: servers cut or refuse lines over 998 octets.',
      reference: 'RFC 5322 section 2.1.1; RFC 5321 section 4.5.3.1.6',
    })
  }
  return remarks
}

function times(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function judgeOctets(structure: MessageStructure, { smtpUtf8 }: Transport): Remark<StructureCode>[] {
  const remarks: Remark<StructureCode>[] = []
  const { eightBit, utf8 } = structure.header
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

function judgeTree(structure: MessageStructure): Remark<StructureCode>[] {
  if (structure.depth <= DEEP) return []
  const code = structure.depth > DEEPEST ? 'nested-too-deep' : 'nested-deeply'
  return [
    {
      code,
      says: `The parts are nested ${structure.depth} levels deep${structure.depth > 256 ? ' or deeper' : ''}.`,
      advice:
        'Build the message of two or three levels: multipart/mixed, multipart/related, multipart/alternative.',
      reference: 'RFC 2046 section 5.1; Postfix mime_nesting_limit (100)',
    },
  ]
}
