import type { Observer } from './observer.ts'
import { inherited } from './reading.ts'

const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/gu
/** Fewer letters are a name or a quotation, which readers' programs set right by themselves. */
const LEAST = 30

/** Text that is written from right to left must say so, or its punctuation and lists stand on the wrong side. */
export function watchDirection(): Observer {
  const direction = inherited(
    ({ element, values }) => element.attribs['dir']?.trim().toLowerCase() ?? values.get('direction'),
  )
  let all = 0
  let undeclared = 0
  return {
    enter: direction.enter,
    leave: direction.leave,
    text(data) {
      let letters = 0
      for (const _ of data.matchAll(RIGHT_TO_LEFT)) letters += 1
      all += letters
      if (!/^(?:rtl|auto)$/.test(direction.value() ?? '')) undeclared += letters
    },
    remarks() {
      if (undeclared < LEAST || undeclared * 2 < all) return []
      return [
        {
          code: 'direction-missing',
          says: `${undeclared} letters are written from right to left, and nothing in the HTML says so.`,
          advice:
            'Write dir="rtl" on <html> and on the element around the text, for clients drop <html> and <body>.',
          reference: 'HTML Living Standard section 3.2.6.4 (dir); WCAG 2.2 1.3.2 (technique H34)',
        },
      ]
    },
  }
}
