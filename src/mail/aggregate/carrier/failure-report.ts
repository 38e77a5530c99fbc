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

const SUBJECT = /\b(?:DMARC|SPF|DKIM|auth(?:entication)?)[ -](?:failure|forensic)[ -]report\b/i

/** What Exim says in a failure report without any other part, and how others begin theirs (RFC 5965, RFC 6591). */
const OPENING =
  /\bA message claiming to be from you has failed\b|\b(?:authentication[ -]failure|email abuse|DMARC failure|forensic) report for an e-?mail message\b/i

/** Whether a mail says in its words alone that it is one: Exim's and those that lost their parts on the way declare none. */
export function saysFailureReport(subject: string, texts: readonly Uint8Array[]): boolean {
  return SUBJECT.test(subject.slice(0, 1000)) || texts.some((text) => OPENING.test(beginningOf(text)))
}

const beginningOf = (bytes: Uint8Array) =>
  Buffer.from(bytes.subarray(0, 4096)).toString('latin1').replace(/\s+/g, ' ')
