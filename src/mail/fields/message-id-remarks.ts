import type { Remark } from '../remark.ts'
import { type MessageIdFault, readMessageId } from './message-id.ts'

const REFERENCE = 'RFC 5322 section 3.6.4'
const ADVICE =
  'Make the Message-ID of a unique left side and your own domain: "Message-ID: <unique@example.org>".'

const SAYS: Readonly<Record<MessageIdFault, string>> = {
  malformed: 'The Message-ID does not have the form <left@right>.',
  local: 'The right side of the Message-ID is a name that means something only inside a network.',
  'no-dot': 'The right side of the Message-ID is no fully qualified domain name.',
}

export interface MessageIdView {
  remarks: Remark[]
  /** The right side; absent: it is none that names a host to everybody, and may be any word. */
  domain?: string
}

/** Judges the first Message-ID. */
export function judgeMessageId(value: string | undefined): MessageIdView {
  if (value === undefined) {
    const says = 'There is no Message-ID field.'
    return { remarks: [{ code: 'message-id-missing', says, advice: ADVICE, reference: REFERENCE }] }
  }
  const { domain, fault } = readMessageId(value)
  const remarks = fault
    ? [{ code: `message-id-${fault}`, says: SAYS[fault], advice: ADVICE, reference: REFERENCE }]
    : []
  return { remarks, ...(domain !== '' && fault !== 'no-dot' && { domain }) }
}
