import type { AccessibilityCode } from '../../../mail/content/accessibility/observer.ts'
import { judgeAccessibility } from '../../../mail/content/accessibility/verdict.ts'
import { type Analyzer, conclude, neutral, priced } from '../../analyzer.ts'

const WEIGHT = 0
const COSTS = {
  'lang-missing': 0,
  'lang-wrong': 0,
  'title-missing': 0,
  'zoom-forbidden': 0,
  'table-role-missing': 0,
  'alt-missing': 0,
  'alt-file-name': 0,
  'contrast-low': 0,
  'link-without-words': 0,
  'link-text-vague': 0,
  'heading-level-skipped': 0,
  'text-small': 0,
  'text-justified': 0,
  'text-moving': 0,
  'direction-missing': 0,
} satisfies Record<AccessibilityCode, number>

/** Whether everybody can read the message: those who listen to it, enlarge it, or see little of it. */
export const accessibility: Analyzer = {
  name: 'accessibility',
  group: 'content',
  title: 'Accessibility',
  asks: 'Can everybody read the message?',
  why: 'People who listen to mail, or see little contrast, read it only where it is built for them.',
  who: {
    else: 'Whoever makes the template.',
    marketing: 'You, in the template of your newsletter tool.',
    personal: 'You, in your mail program.',
    list: 'The author of the message.',
  },
  weight: WEIGHT,
  costs: COSTS,
  run({ facts }) {
    const html = facts.html()
    if (!html) return neutral('There is no HTML to judge: plain text is read out as it stands.')
    if (html.rendersNothing) return neutral('The HTML shows nothing that could be judged.')
    const { remarks, evidence, limits } = judgeAccessibility(html, {
      typed: facts.kind().kind === 'personal',
    })
    return conclude(WEIGHT, {
      findings: priced(remarks, COSTS),
      passed: remarks.length === 0 ? 'Nothing was found that keeps anybody from reading it.' : says(remarks),
      evidence: { ...evidence, ...(limits.length > 0 && { not_looked_at: limits.join(' ') }) },
    })
  },
}

function says(remarks: readonly { says: string }[]): string {
  return remarks.map((remark) => remark.says).join(' ')
}
