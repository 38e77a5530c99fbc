import type { Change } from '../../../core/fix.ts'
import { verbatim } from '../../../core/verbatim.ts'
import { inLines } from '../../fixing/changes.ts'
import type { ParsedMessage } from '../../reading/message.ts'
import { decodeEncodedWords } from '../../reading/mime/encoded-words.ts'
import { rawValue } from '../../reading/mime/fields.ts'
import type { HeaderStructure } from '../../reading/structure/structure.ts'
import type { Remark } from '../../remark.ts'

/** What is said of which fields are there, how often, and how they are written. */
export type SectionCode =
  | 'from-repeated'
  | 'field-repeated'
  | 'to-missing'
  | 'bcc-shown'
  | 'line-not-a-field'
  | 'fold-blank'
  | 'colon-spaced'
  | 'encoded-word-broken'

/** Fields that may stand once at most (RFC 5322 3.6), as people write them. */
const SINGLETONS = [
  'From',
  'Sender',
  'Reply-To',
  'To',
  'Cc',
  'Bcc',
  'Message-ID',
  'In-Reply-To',
  'References',
  'Subject',
  'Date',
]

type HeaderChange = Extract<Change, { kind: 'header' }>

/** Which fields are there, how often, and whether every line of the section is one. */
export function judgeSection(
  message: ParsedMessage,
  header: HeaderStructure,
  better: readonly HeaderChange[],
): Remark<SectionCode>[] {
  return [...repeated(header, better), ...missing(message), ...lines(header), ...undecodable(message)]
}

function repeated(header: HeaderStructure, better: readonly HeaderChange[]): Remark<SectionCode>[] {
  return SINGLETONS.flatMap((name) => {
    const count = header.byName.get(name.toLowerCase())?.count ?? 0
    if (count < 2) return []
    // Only a field that does not say what its writer meant can be made anew.
    const fix = better.filter((field) => field.name === name)
    const asHere = fix.length > 0 ? ` As here: ${inLines(fix)}` : ''
    return {
      code: name === 'From' ? 'from-repeated' : 'field-repeated',
      says: `There are ${count} ${name} fields.`,
      advice: `Send ${name} once: receivers disagree on which of several counts, and some refuse the message.${asHere}`,
      reference: 'RFC 5322 section 3.6; Gmail sender guidelines (2026-03-21)',
      ...(fix.length > 0 && { changes: fix }),
    }
  })
}

const NO_RECIPIENTS: HeaderChange = { kind: 'header', name: 'To', value: 'undisclosed-recipients:;' }

function missing(message: ParsedMessage): Remark<SectionCode>[] {
  const remarks: Remark<SectionCode>[] = []
  if (!['to', 'cc', 'bcc'].some((key) => message.first(key))) {
    remarks.push({
      code: 'to-missing',
      says: 'There is no To, Cc or Bcc field.',
      advice: `Name the recipient in To, without which filters distrust mail, or write: ${inLines([NO_RECIPIENTS])}`,
      reference: 'RFC 5322 section 3.6.3',
      changes: [NO_RECIPIENTS],
    })
  }
  if (message.first('bcc')?.value) {
    remarks.push({
      code: 'bcc-shown',
      says: 'The Bcc field was sent along, so every recipient can read it.',
      advice: 'Take the Bcc field out before the message is sent.',
      reference: 'RFC 5322 section 3.6.3',
      changes: [{ kind: 'header', name: 'Bcc' }],
    })
  }
  return remarks
}

function lines(header: HeaderStructure): Remark<SectionCode>[] {
  const remarks: Remark<SectionCode>[] = []
  const add = (code: SectionCode, says: string, advice: string, reference: string) =>
    remarks.push({ code, says, advice, reference })
  const { notFields, blankFolds, spacedColons } = header
  if (notFields.count > 0) {
    add(
      'line-not-a-field',
      `${countOf(notFields.count, 'line')} of the header ${notFields.count === 1 ? 'is' : 'are'} neither a field nor the continuation of one.`,
      'Begin continuation lines with a space, and put an empty line between the header and the body.',
      'RFC 5322 section 2.2',
    )
  }
  if (blankFolds.count > 0) {
    add(
      'fold-blank',
      'A header field is folded over a line of white space alone, which some servers take for the end of the header.',
      'Fold header fields only where something follows.',
      'RFC 5322 section 3.2.2',
    )
  }
  if (spacedColons.count > 0) {
    add(
      'colon-spaced',
      `${countOf(spacedColons.count, 'field')} of the header ${spacedColons.count === 1 ? 'has' : 'have'} white space before the colon.`,
      `Write header fields as "${verbatim('Name: value')}", without a space before the colon.`,
      'RFC 5322 section 4.5',
    )
  }
  return remarks
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** Fields that a reader is shown. */
const SHOWN = ['From', 'Subject', 'To', 'Cc', 'Reply-To']

function undecodable(message: ParsedMessage): Remark<SectionCode>[] {
  const names = SHOWN.filter((name) => {
    const field = message.first(name.toLowerCase())
    return field && decodeEncodedWords(rawValue(field)).broken > 0
  })
  if (names.length === 0) return []
  return [
    {
      code: 'encoded-word-broken',
      says: `Encoded words in ${names.join(', ')} name an unknown charset or hold bytes that are not of it.`,
      advice: 'Encode header text in UTF-8, each encoded word with whole characters: =?utf-8?Q?=C3=A4?=.',
      reference: 'RFC 2047 section 5',
    },
  ]
}
