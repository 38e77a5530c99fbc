import type { Remark } from '../../../mail/remark.ts'
import { type Analyzer, conclude, priced } from '../../analyzer.ts'
import { WRITER } from '../../telling/people.ts'

const WEIGHT = 0.2

type Code = 'html-clipped' | 'message-too-large'

const COSTS = { 'html-clipped': 0.2, 'message-too-large': 0.2 } satisfies Record<Code, number>

const KB = 1_024
const MB = 1_024 * KB
/** Observed by many senders and never published by Gmail: https://www.spamresource.com/2022/01/what-is-gmail-clipping-and-what-to-do.html */
const GMAIL_CLIPS = 102 * KB
/** The whole message with its transfer encodings, as the providers count it; the least first. */
const PROVIDERS = [
  { name: 'iCloud Mail', most: 20 * MB },
  { name: 'Gmail, Outlook.com and Yahoo Mail', most: 25 * MB },
]

/** The HTML against where Gmail clips it, the whole message against what big providers take. */
export const size: Analyzer = {
  name: 'size',
  group: 'message',
  title: 'Size',
  asks: 'Is the message small enough to be taken and shown in full?',
  why: 'Gmail cuts long HTML off, with the unsubscribe link at its end; large messages are refused.',
  who: WRITER,
  weight: WEIGHT,
  costs: COSTS,
  run({ raw, message }) {
    const html = message.html === undefined ? 0 : Buffer.byteLength(message.html)
    const remarks: Remark<Code>[] = []
    if (html > GMAIL_CLIPS) {
      remarks.push({
        code: 'html-clipped',
        says: `The HTML is ${kilobytes(html)} KB; Gmail shows about 102 KB and clips the rest.`,
        advice: 'Bring the decoded HTML under 102 KB: drop unused styles, comments and tracking parameters.',
        reference: 'Observed at Gmail (spamresource.com, 2022-01-12)',
      })
    }
    const closed = PROVIDERS.filter(({ most }) => raw.length > most)
    if (closed.length > 0) {
      remarks.push({
        code: 'message-too-large',
        says: `The message is ${megabytes(raw.length)} MB, more than ${closed.map(({ name }) => name).join(', ')} take.`,
        advice: 'Send a link to large files, or smaller files: base64 adds a third to each.',
        reference: 'support.apple.com/102198 (20 MB); support.google.com/mail/answer/6584 (25 MB)',
      })
    }
    return conclude(WEIGHT, {
      findings: priced(remarks, COSTS),
      passed: `The message is ${kilobytes(raw.length)} KB${html > 0 ? `, its HTML ${kilobytes(html)} KB` : ''}.`,
      evidence: { message_bytes: String(raw.length), html_bytes: String(html) },
    })
  },
}

function kilobytes(bytes: number): number {
  return Math.max(1, Math.round(bytes / KB))
}

function megabytes(bytes: number): string {
  return (bytes / MB).toFixed(1)
}
