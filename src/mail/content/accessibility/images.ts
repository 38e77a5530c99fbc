import type { Remark } from '../../remark.ts'
import { type AccessibilityCode, counted, type Observer } from './observer.ts'

const FILE_NAME = /^[\w%.-]{1,100}\.(?:png|jpe?g|gif|webp|svg|bmp)$/i
const REFERENCE = 'WCAG 2.2 1.1.1 Non-text Content'

/** Pictures need words for those who do not see them; empty words for those that only decorate. */
export function watchImages(): Observer {
  let all = 0
  let missing = 0
  let decorative = 0
  let fileNames = 0
  return {
    enter({ element: { name, attribs } }) {
      if (name !== 'img' && !(name === 'input' && attribs['type']?.toLowerCase() === 'image')) return
      all += 1
      const alt = attribs['alt']
      if (alt === undefined) missing += isExplained(attribs) ? 0 : 1
      else if (alt.trim() === '') decorative += 1
      else if (FILE_NAME.test(alt.trim())) fileNames += 1
    },
    remarks() {
      const remarks: Remark<AccessibilityCode>[] = []
      if (missing > 0) {
        remarks.push({
          code: 'alt-missing',
          says: `${counted(missing, 'image has', 'images have')} no alt attribute (of ${all}).`,
          advice:
            'Give every image an alt attribute: words for what it says, alt="" for one that only decorates.',
          reference: REFERENCE,
        })
      }
      if (fileNames > 0) {
        remarks.push({
          code: 'alt-file-name',
          says: `${counted(fileNames, 'image has', 'images have')} a file name as alternative text.`,
          advice: 'Write in alt what the image says, not what its file is called.',
          reference: REFERENCE,
        })
      }
      return remarks
    },
    evidence: () =>
      all > 0 ? { images: `${all}, ${missing} without alt, ${decorative} with an empty alt` } : {},
  }
}

/** Named or set aside by other means than alt. */
function isExplained(attribs: Readonly<Record<string, string>>): boolean {
  if (attribs['aria-label'] || attribs['title'] || attribs['aria-hidden'] === 'true') return true
  return /^(?:presentation|none)$/i.test(attribs['role'] ?? '')
}
