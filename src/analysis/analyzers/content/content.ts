import {
  judgeParts,
  judgeReadability,
  judgeWording,
  type PartsCode,
  type PartsView,
  type ReadabilityCode,
  type WordingCode,
} from '../../../mail/content/content/content-remarks.ts'
import type { HtmlDocument } from '../../../mail/reading/markup/html.ts'
import { measureShown } from '../../../mail/reading/words/tokens.ts'
import { type Analyzer, conclude, neutral, priced } from '../../analyzer.ts'
import { WRITER } from '../../telling/people.ts'

const WEIGHT = 1
const COSTS = {
  illegible: 1,
  'still-encoded': 1,
  'encoded-twice': 0.3,
  'html-shows-nothing': 0.5,
  'text-missing': 0.5,
  'text-empty': 0.5,
  'text-stub': 0.4,
  'text-differs': 0.4,
  'wording-advance-fee': 0.3,
  'wording-lottery': 0.3,
  'wording-extortion': 0.3,
  'wording-easy-money': 0.2,
  'wording-pills': 0.2,
  'wording-account-threat': 0.2,
} satisfies Record<ReadabilityCode | PartsCode | WordingCode, number>

/** Fewer words without HTML say nothing about the sender: a "test" mail must not hide the server's verdict. */
const LEAST_WORDS = 20

/** What the body says: both parts the same, legibly, and not in the words of fraud. */
export const content: Analyzer = {
  name: 'content',
  group: 'content',
  title: 'Text and wording',
  asks: 'Is there a text part, and does the wording look like spam?',
  why: 'Filters compare the text with what they know from spam, and some readers see the text part alone.',
  who: WRITER,
  weight: WEIGHT,
  costs: COSTS,
  run({ message, facts }) {
    const html = facts.html()
    const { text, attachments } = message
    if (text === undefined && !html) {
      const why = attachments.length > 0 ? 'only attachments' : 'no body'
      return neutral(`There is no text to judge: the message has ${why}.`, {
        attachments: String(attachments.length),
      })
    }
    const shown = html?.text || text || ''
    const words = measureShown(html ?? message).words
    const readability = judgeReadability(text, html)
    if (!html && words < LEAST_WORDS && readability.length === 0) {
      return neutral(`Too little to judge: ${words} ${words === 1 ? 'word' : 'words'}.`, {
        text_words: String(words),
      })
    }
    const parts: PartsView = html ? judgeParts(message, html, facts.links()) : { remarks: [] }
    const wording = judgeWording(message.subject, shown)
    return conclude(WEIGHT, {
      findings: priced([...readability, ...parts.remarks, ...wording.remarks], COSTS),
      passed: html
        ? 'The text part says what the HTML says.'
        : `The message is plain text of ${words} words.`,
      evidence: evidenceOf(text, html, words, parts),
      quotes: wording.phrases,
    })
  },
}

function evidenceOf(
  text: string | undefined,
  html: HtmlDocument | undefined,
  words: number,
  { parity }: PartsView,
): Record<string, string> {
  if (!html) return { text_words: String(words) }
  return {
    ...(text !== undefined && { text_words: String(parity?.textWords ?? 0) }),
    html_words: String(words),
    ...(parity && {
      shared_words: `${Math.round(parity.overlap * 100)} %`,
      shared_links: `${Math.round(parity.linkOverlap * 100)} %`,
    }),
    ...(html.limits.length > 0 && { not_looked_at: html.limits.join(' ') }),
  }
}
