import type { BounceCause } from '../../../core/bounce.ts'
import { STATUS_CODES } from '../../data/bounces/status-codes.ts'

/** What is said of an answer that no pattern explains. */
export interface ClassWords {
  cause: BounceCause
  meaning: string
  advice: string[]
  checks: string[]
}

const KEEP = 'Keep the whole answer: who runs the receiving server can find the case in its log by it.'
const AGAIN =
  'Nothing has to be done at once: mail servers try again by themselves. If it goes on for days, ask the receiver’s postmaster, with the answer.'

const UNSURE = /\.(?:1\.\d+|2\.[01])$/

/** What the code alone says (RFC 3463, RFC 5321 4.2.1). */
export function explainClass(code: number | undefined, enhanced: string | undefined): ClassWords {
  const entry = enhanced === undefined ? undefined : STATUS_CODES[`X${enhanced.slice(1)}`]
  const temporary = code === undefined ? enhanced?.startsWith('4') : code < 500
  if (entry && enhanced !== undefined) {
    return {
      // A temporary refusal of a recipient or mailbox is mostly about something else.
      cause: temporary && UNSURE.test(enhanced) ? 'unknown' : entry.cause,
      meaning: `No text that is known here. The code ${enhanced} stands for: ${entry.means}.${temporary ? ' It is a temporary failure.' : ''}`,
      advice: [...(entry.does ? [entry.does] : []), ...(temporary ? [AGAIN] : [KEEP])],
      checks: [...(entry.checks ?? [])],
    }
  }
  return {
    cause: 'unknown',
    meaning: bySubject(code, enhanced),
    advice: [temporary ? AGAIN : KEEP],
    checks: [],
  }
}

const SUBJECTS: Readonly<Record<string, string>> = {
  '0': 'nothing in particular',
  '1': 'the address',
  '2': 'the mailbox',
  '3': 'the receiving mail system',
  '4': 'the network or the route',
  '5': 'the SMTP protocol',
  '6': 'the content or its format',
  '7': 'security or the receiver’s policy',
}

function bySubject(code: number | undefined, enhanced: string | undefined): string {
  const subject = SUBJECTS[enhanced?.split('.')[1] ?? '']
  const about = subject && subject !== SUBJECTS['0'] ? ` It is about ${subject} (${enhanced}).` : ''
  if (code === undefined && enhanced === undefined)
    return 'No text that is known here, and no code: the cause cannot be told.'
  const temporary = code === undefined ? enhanced?.startsWith('4') : code < 500
  return temporary
    ? `No text that is known here. The code says that it is a temporary failure.${about}`
    : `No text that is known here. The code says that the receiver refused for good.${about}`
}
