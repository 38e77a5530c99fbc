import type { Change } from '../../../core/fix.ts'
import { verbatim } from '../../../core/verbatim.ts'
import { inLines } from '../../fixing/changes.ts'
import type { Remark } from '../../remark.ts'
import { type MessageIdFault, readMessageId } from './message-id.ts'

/** What is said of the Message-ID. */
export type MessageIdCode = 'message-id-missing' | `message-id-${MessageIdFault}`

const REFERENCE = 'RFC 5322 section 3.6.4'
const ADVICE = 'Make the Message-ID of a unique left side and your own domain'

const SAYS: Readonly<Record<MessageIdFault, string>> = {
  malformed: 'The Message-ID does not have the form <left@right>.',
  local: 'The right side of the Message-ID is a name that means something only inside a network.',
  'no-dot': 'The right side of the Message-ID is no fully qualified domain name.',
}

export interface MessageIdView {
  remarks: Remark<MessageIdCode>[]
  /** The right side; absent: it is none that names a host to everybody, and may be any word. */
  domain?: string
}

/** Judges the first Message-ID; `better` is the field as it could be, where a domain for it is known. */
export function judgeMessageId(value: string | undefined, better: readonly Change[]): MessageIdView {
  const example = better.length > 0 ? inLines(better) : verbatim('Message-ID: <unique@example.org>')
  const remedy = {
    advice: `${ADVICE}: ${example}`,
    reference: REFERENCE,
    ...(better.length > 0 && { changes: better }),
  }
  if (value === undefined) {
    return { remarks: [{ code: 'message-id-missing', says: 'There is no Message-ID field.', ...remedy }] }
  }
  const { domain, fault } = readMessageId(value)
  const remarks = fault ? [{ code: `message-id-${fault}` as const, says: SAYS[fault], ...remedy }] : []
  return { remarks, ...(domain !== '' && fault !== 'no-dot' && { domain }) }
}
