import type { Change } from '../../../core/fix.ts'
import { inLines } from '../../fixing/changes.ts'
import type { ParsedMessage } from '../../reading/message.ts'
import { rawValue } from '../../reading/mime/fields.ts'
import type { HeaderStructure } from '../../reading/structure/structure.ts'
import type { Remark } from '../../remark.ts'

/** What is said of a header that is larger than Gmail takes. */
export type LimitCode =
  | 'header-too-large'
  | 'too-many-fields'
  | 'field-too-large'
  | 'name-too-long'
  | 'message-id-too-long'
  | 'subject-too-long'

/** What Gmail takes of a header (support.google.com/a/answer/14016360); it refuses a message beyond. */
const ALL_BYTES = 500 * 1024
const FIELDS = 5_000
const FIELD_BYTES = 32 * 1024
const NAME_BYTES = 1_024
const MESSAGE_ID = 500
const SUBJECT = 998
/** No limit of their own. */
const UNLIMITED = ['to', 'cc', 'references']

const REFERENCE = 'Gmail message header limits (support.google.com/a/answer/14016360)'

/** Judges the header against Gmail's published limits; `messageId` is the field as it could be, where one is known. */
export function judgeLimits(
  message: ParsedMessage,
  header: HeaderStructure,
  messageId: readonly Change[],
): Remark<LimitCode>[] {
  const remarks: Remark<LimitCode>[] = []
  const add = (code: LimitCode, says: string, advice: string, fix: readonly Change[] = []) =>
    remarks.push({ code, says, advice, reference: REFERENCE, ...(fix.length > 0 && { changes: fix }) })
  if (header.bytes > ALL_BYTES) {
    add(
      'header-too-large',
      `The header has ${kilobytes(header.bytes)} KB.`,
      'Keep all header fields together under 500 KB.',
    )
  }
  if (header.fields > FIELDS) {
    add('too-many-fields', `The header has ${header.fields} fields.`, 'Send at most 5,000 header fields.')
  }
  const names = [...header.byName]
  const large = names.filter(
    ([key, { largest }]) => !UNLIMITED.includes(key) && largest - key.length > FIELD_BYTES,
  )
  if (large.length > 0) {
    const most = Math.max(...large.map(([, { largest }]) => largest))
    add('field-too-large', `A header field has ${kilobytes(most)} KB.`, 'Keep each header field under 32 KB.')
  }
  if (names.some(([key]) => key.length > NAME_BYTES)) {
    add(
      'name-too-long',
      'The name of a header field has more than 1 KB.',
      'Keep names of header fields short.',
    )
  }
  const id = message.first('message-id')
  if (id && rawValue(id).length > MESSAGE_ID) {
    add(
      'message-id-too-long',
      'The Message-ID has more than 500 characters.',
      `Make a Message-ID under 500 characters${messageId.length > 0 ? `, as here: ${inLines(messageId)}` : '.'}`,
      messageId,
    )
  }
  if (message.first('subject') && [...message.subject].length > SUBJECT) {
    add(
      'subject-too-long',
      'The Subject has more than 998 characters.',
      'Write a subject of a few dozen characters.',
    )
  }
  return remarks
}

function kilobytes(bytes: number): number {
  return Math.round(bytes / 1_024)
}
