import type { HiddenText } from '../../reading/markup/hidden.ts'
import type { Nesting } from '../../reading/markup/tree.ts'
import { countStuffed, findMixedWords } from '../../reading/words/disguise.ts'
import type { Remark } from '../../remark.ts'

/** What is said of text that readers do not see. */
export type HiddenCode = 'hidden-text' | 'hidden-in-words'

/** What is said of words that filters cannot read. */
export type DisguiseCode = 'zero-width-stuffing' | 'mixed-script-words'

/** Up to this many characters are always taken for a preheader, the line that inboxes show beside the subject. */
const PREHEADER = 200
const MOST_HIDDEN = 400
const MOST_SHARE = 0.15
const LEAST_STUFFED = 10
const LEAST_MIXED = 3

const LEAST_SPLIT = 3

/** Whether more is hidden than a preheader needs, or letters within words. */
export function judgeHidden(text: HiddenText): Remark<HiddenCode>[] {
  return [...judgeAmount(text), ...judgeSplit(text)]
}

function judgeSplit({ insideWords }: HiddenText): Remark<HiddenCode>[] {
  if (insideWords < LEAST_SPLIT) return []
  return [
    {
      code: 'hidden-in-words',
      says: `Hidden letters stand inside ${insideWords} words, so that readers see other words than filters.`,
      advice: 'Take the hidden letters out of the words.',
      reference: 'Gmail sender guidelines (2026-03-21); SpamAssassin HTML_FONT_TINY',
    },
  ]
}

function judgeAmount({ hidden, shown }: HiddenText): Remark<HiddenCode>[] {
  const share = hidden / Math.max(1, hidden + shown)
  if (hidden <= PREHEADER || (hidden <= MOST_HIDDEN && share <= MOST_SHARE)) return []
  return [
    {
      code: 'hidden-text',
      says: `${hidden} characters of the HTML (${Math.round(share * 100)} % of its text) are hidden from the reader.`,
      advice: `Hide no more than a preheader (up to ${PREHEADER} characters); filters take hidden text for an attempt to mislead them.`,
      reference: 'SpamAssassin HTML_FONT_LOW_CONTRAST, HTML_FONT_TINY; Rspamd R_WHITE_ON_WHITE',
    },
  ]
}

/** Whether words are written so that only people can read them. */
export function judgeDisguise(text: string): Remark<DisguiseCode>[] {
  const remarks: Remark<DisguiseCode>[] = []
  const stuffed = countStuffed(text)
  if (stuffed >= LEAST_STUFFED) {
    remarks.push({
      code: 'zero-width-stuffing',
      says: `Characters that show nothing stand inside words at ${stuffed} places.`,
      advice:
        'Take zero-width characters and soft hyphens out of the words: filters take them for a disguise.',
      reference: 'Unicode UTS #39; Rspamd ZERO_WIDTH_SPACE',
    })
  }
  const mixed = findMixedWords(text).length
  if (mixed >= LEAST_MIXED) {
    remarks.push({
      code: 'mixed-script-words',
      says: `${mixed} words mix look-alike letters of two alphabets.`,
      advice: 'Write each word in the letters of one alphabet.',
      reference: 'Unicode UTS #39 section 5; Rspamd R_MIXED_CHARSET',
    })
  }
  return remarks
}

const LEAST_BROKEN = 3

/** Tags that do not pair: clients fix them, each in its own way. */
export function judgeNesting({ unclosed, stray }: Nesting): Remark<'nesting-broken'>[] {
  if (unclosed + stray < LEAST_BROKEN) return []
  return [
    {
      code: 'nesting-broken',
      says: `Tags do not pair: ${unclosed} elements are not closed, and ${stray} end tags close nothing.`,
      advice:
        'Check the HTML with a validator such as validator.w3.org/nu and close every element inside its parent.',
      reference: 'HTML Living Standard section 13.1.2',
    },
  ]
}
