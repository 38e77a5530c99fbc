import type { MimePart } from '../../reading/message.ts'

/** Whether a mail is a failure report (RFC 6591, RFC 9991) or another of that kind (RFC 5965), by how its parts are declared. */
export function isFailureReport(parts: readonly MimePart[]): boolean {
  return parts.some(
    (part, index) =>
      part.contentType === 'message/feedback-report' ||
      (part.contentType === 'multipart/report' &&
        part.parameters['report-type']?.toLowerCase() === 'feedback-report') ||
      (index === 0 && part.headers.some(({ key }) => key === 'feedback-type')),
  )
}

const FEEDBACK_TYPE = /^(?:[\w-]{1,60}:[^\r\n]{0,998}\r?\n){0,20}Feedback-Type[ \t]{0,8}:/i

/** Whether a part is one, whatever it is called: a block of fields with its type among them. */
export function opensFailureReport(bytes: Uint8Array): boolean {
  return FEEDBACK_TYPE.test(Buffer.from(bytes.subarray(0, 2048)).toString('latin1').trimStart())
}
