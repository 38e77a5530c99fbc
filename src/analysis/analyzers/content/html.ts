import { type ActiveContent, findActiveContent } from '../../../mail/content/html/active.ts'
import { type ActiveCode, judgeActive } from '../../../mail/content/html/active-remarks.ts'
import {
  type DisguiseCode,
  type HiddenCode,
  judgeDisguise,
  judgeHidden,
  judgeNesting,
} from '../../../mail/content/html/hidden-remarks.ts'
import type { HiddenText } from '../../../mail/reading/markup/hidden.ts'
import { type Analyzer, conclude, neutral, priced } from '../../analyzer.ts'

const WEIGHT = 1

type Code = ActiveCode | HiddenCode | DisguiseCode | 'nesting-broken'

const COSTS = {
  script: 0.5,
  frame: 0.5,
  'embedded-object': 0.5,
  'meta-refresh': 0.5,
  'hidden-text': 0.5,
  'hidden-in-words': 0.5,
  'zero-width-stuffing': 0.3,
  'mixed-script-words': 0.3,
  form: 0.3,
  'event-handler': 0.2,
  'external-stylesheet': 0.1,
  base: 0,
  'nesting-broken': 0,
} satisfies Record<Code, number>

/** What the HTML does besides showing text and pictures, and what it hides. */
export const html: Analyzer = {
  name: 'html',
  group: 'content',
  title: 'HTML',
  asks: 'Is the HTML safe, visible and well nested?',
  why: 'Mail programs remove what could do harm, and filters take hidden text for a trick.',
  who: {
    else: 'Whoever makes the template.',
    marketing: 'You, in the template of your newsletter tool.',
    personal: 'Your mail program, which writes the HTML.',
    list: 'The author’s mail program.',
  },
  weight: WEIGHT,
  costs: COSTS,
  run({ message, facts }) {
    const document = facts.html()
    const amp = message.attachments.some(({ contentType }) => contentType === 'text/x-amp-html')
    const parts = amp ? { amp: 'there is an AMP part, which is not judged' } : {}
    const hidden = facts.hiddenText()
    if (!document || !hidden) return neutral('There is no HTML to judge.', parts)
    const active = findActiveContent(document.root)
    const remarks = [
      ...judgeActive(active),
      ...judgeHidden(hidden),
      ...judgeDisguise(document.text),
      ...judgeNesting(document.nesting),
    ]
    const limits = [...new Set([...document.limits, ...hidden.limits])]
    return conclude(WEIGHT, {
      findings: priced(remarks, COSTS),
      passed: 'The HTML holds nothing active and hides no more than a preheader.',
      evidence: {
        ...evidenceOf(active, hidden),
        ...parts,
        ...(limits.length > 0 && { not_looked_at: limits.join(' ') }),
      },
      quotes: hidden.words.trim() === '' ? {} : { 'hidden text': hidden.words.trim() },
    })
  },
}

function evidenceOf(active: ActiveContent, { hidden, shown, ways }: HiddenText): Record<string, string> {
  const byWay = [...ways].map(([way, count]) => `${way} ${count}`).join(', ')
  return {
    shown_characters: String(shown),
    ...(hidden > 0 && { hidden_characters: String(hidden), hidden_by: byWay }),
    ...(active.fonts.length > 0 && { web_fonts: active.fonts.join(', ') }),
    ...(active.media > 0 && { audio_or_video: String(active.media) }),
    ...(active.sheets.length > 0 && {
      stylesheets: active.sheets.map((host) => host || 'relative').join(', '),
    }),
  }
}
