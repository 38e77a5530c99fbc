import { createHash } from 'node:crypto'
import type { FeedbackType } from '../../core/complaints/complaint.ts'
import type { ComplaintParts } from './parts.ts'

const MOST_TEXT = 1000
const MOST_RECIPIENTS = 20

/** By what the same report is known again: the mail with its id, and what it is about. The address of whoever complains stands in them only
 * as part of what is hashed. */
export function fingerprintsOf(type: FeedbackType, { top, report, original }: ComplaintParts): string[] {
  const recipients = [
    ...(report?.all('original-rcpt-to') ?? []),
    ...(original?.all('x-hmxmroriginalrecipient') ?? []),
    ...top.all('x-hmxmroriginalrecipient'),
  ]
    .slice(0, MOST_RECIPIENTS)
    .map((text) => text.slice(0, MOST_TEXT).toLowerCase())
  const message = (original ?? top).first('message-id').slice(0, MOST_TEXT)
  const arrived = report?.first('arrival-date') || report?.first('received-date') || ''
  const mail = top.first('message-id').slice(0, MOST_TEXT)
  const facts = [mail, type, message, arrived.slice(0, MOST_TEXT), ...recipients]
  // Without an id of its own, what the mail says of its day tells it from others.
  if (mail === '') facts.push(top.first('date').slice(0, MOST_TEXT), top.first('subject').slice(0, MOST_TEXT))
  const [recipient] = recipients
  const isOne = original && message !== '' && recipients.length === 1 && isSomebody(recipient ?? '')
  return [hashOf('report', facts), ...(isOne ? [hashOf('about', [type, message, recipient ?? ''])] : [])]
}

/** Somebody's address, which was not taken out. */
const isSomebody = (text: string) =>
  /^<?[^\s@<>]{1,256}@[^\s@<>]{3,255}>?$/.test(text) &&
  !/redact|undisclosed|unknown|removed|hidden/.test(text)

const hashOf = (kind: string, facts: readonly string[]) =>
  createHash('sha256')
    .update(JSON.stringify([kind, ...facts]))
    .digest('hex')
    .slice(0, 32)
