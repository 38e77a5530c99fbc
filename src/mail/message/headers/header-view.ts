import type { Envelope } from '../../../core/message.ts'
import { dateField, messageIdField } from '../../fixing/fields.ts'
import type { ParsedMessage } from '../../reading/message.ts'
import type { HeaderStructure } from '../../reading/structure/structure.ts'
import type { Remark } from '../../remark.ts'
import { type AddressCode, judgeAddresses } from './address-remarks.ts'
import { type DateCode, judgeDate } from './date-remarks.ts'
import { judgeLimits, type LimitCode } from './limit-remarks.ts'
import { judgeMessageId, type MessageIdCode } from './message-id-remarks.ts'
import { judgeSection, type SectionCode } from './section-remarks.ts'

/** What is said of the header section. */
export type HeaderCode = AddressCode | DateCode | LimitCode | MessageIdCode | SectionCode

/** The header section as it was judged (RFC 5322 3.6, and the limits that Gmail publishes). */
export interface HeaderView {
  remarks: Remark<HeaderCode>[]
  /** Date against the time of arrival: `2 h ahead`; absent: one of the two is not known. */
  skew?: string
  /** The right side of Message-ID, where it names a host to everybody. */
  messageIdDomain?: string
}

/** Judges the header section. */
export function viewHeader(
  message: ParsedMessage,
  header: HeaderStructure,
  envelope: Pick<Envelope, 'transport' | 'receivedAt'>,
  analysedAt: Date,
): HeaderView {
  const receivedAt = envelope.transport === 'smtp' ? envelope.receivedAt : undefined
  const now = receivedAt ?? analysedAt
  const date = judgeDate(message.first('date')?.value, receivedAt, now)
  const ownId = messageIdField(message.from.find(({ domain }) => domain !== '')?.domain, now)
  const betterId = ownId ? [ownId] : []
  const messageId = judgeMessageId(message.first('message-id')?.value, betterId)
  return {
    remarks: [
      ...judgeAddresses(message),
      ...judgeSection(message, header, [dateField(now), ...betterId]),
      ...date.remarks,
      ...messageId.remarks,
      ...judgeLimits(message, header, betterId),
    ],
    ...(date.skew && { skew: date.skew }),
    ...(messageId.domain && { messageIdDomain: messageId.domain }),
  }
}
