import type { ReadLetter } from '../../core/complaints/complaint.ts'
import { parseHtml } from '../reading/markup/html.ts'
import { NotAMessage, parseMessage } from '../reading/parse.ts'
import { tidyText } from '../reading/reported/text.ts'

const LONGEST_SUBJECT = 200
const LONGEST_LINE = 500
const MOST_LINES = 80
/** What is looked at of a text: its beginning says what it is about. */
const MOST_READ = 64 * 1024

/** What a provider writes to whoever sets up a feedback loop, as text of several lines. */
export function readLetter(raw: Uint8Array): ReadLetter {
  try {
    const { from, subject, text, html } = parseMessage(raw)
    const words = text ?? (html === undefined ? '' : parseHtml(html.slice(0, MOST_READ)).text)
    const domain = from[0]?.domain ?? ''
    return {
      ...(domain !== '' && { from: domain }),
      subject: tidyText(subject, LONGEST_SUBJECT),
      text: linesOf(words.slice(0, MOST_READ)),
    }
  } catch (cause) {
    if (cause instanceof NotAMessage) return { subject: '', text: '' }
    throw cause
  }
}

/** Without what controls, and without runs of empty lines. */
function linesOf(words: string): string {
  const lines = words.split(/\r?\n/).map((line) => tidyText(line, LONGEST_LINE))
  const kept = lines.filter((line, at) => line !== '' || (at > 0 && lines[at - 1] !== ''))
  return kept.slice(0, MOST_LINES).join('\n').trim()
}
