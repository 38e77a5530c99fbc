import type { Element } from 'domhandler'
import type { Frame } from '../../reading/markup/hidden.ts'
import { lettersOf } from '../../reading/words/words.ts'
import type { Remark } from '../../remark.ts'
import { type AccessibilityCode, counted, type Observer } from './observer.ts'

const SMALL = 12
/** Fewer small letters than this are a footnote mark. */
const LEAST_SMALL = 20
const LEAST_JUSTIFIED = 100

/** Elements whose align attribute is about their text. */
const ALIGNED = /^(?:p|div|td|th|tr|tbody|thead|h[1-6])$/

/** Size and setting of the text. */
export function watchReading(): Observer {
  const justified = inherited((frame) => {
    const { name, attribs } = frame.element
    const align =
      frame.values.get('text-align') ?? (ALIGNED.test(name) ? attribs['align']?.toLowerCase() : undefined)
    return align === undefined || align === 'inherit' ? undefined : align === 'justify'
  })
  const count = { all: 0, small: 0, justified: 0, moving: 0 }
  return {
    enter(frame) {
      justified.enter(frame)
      if (frame.element.name === 'marquee' || frame.element.name === 'blink') count.moving += 1
    },
    leave: justified.leave,
    text(data, { size }) {
      const letters = lettersOf(data)
      count.all += letters
      if (size < SMALL) count.small += letters
      if (justified.value()) count.justified += letters
    },
    remarks: () => remarksOf(count),
    evidence: () => ({ letters: `${count.all}, ${count.small} smaller than ${SMALL} px` }),
  }
}

function remarksOf({
  small,
  justified,
  moving,
}: Record<'small' | 'justified' | 'moving', number>): Remark<AccessibilityCode>[] {
  const remarks: Remark<AccessibilityCode>[] = []
  if (small >= LEAST_SMALL) {
    remarks.push({
      code: 'text-small',
      says: `${small} letters are smaller than ${SMALL} px.`,
      advice: 'Set text in 14 px or more, small print in no less than 12 px.',
      reference: 'WCAG 2.2 1.4.4 Resize Text; iOS Mail and others enlarge smaller text by themselves',
    })
  }
  if (justified >= LEAST_JUSTIFIED) {
    remarks.push({
      code: 'text-justified',
      says: `${justified} letters are justified on both sides, which tears gaps between words.`,
      advice: 'Align text to the side where its lines begin.',
      reference: 'WCAG 2.2 1.4.8 Visual Presentation',
    })
  }
  if (moving > 0) {
    remarks.push({
      code: 'text-moving',
      says: `${counted(moving, 'element moves or blinks by itself', 'elements move or blink by themselves')}.`,
      advice: 'Leave out <marquee> and <blink>.',
      reference: 'WCAG 2.2 2.2.2 Pause, Stop, Hide',
    })
  }
  return remarks
}

/** Something that holds for all inside until somebody inside says otherwise. */
export function inherited<T>(read: (frame: Frame) => T | undefined) {
  const said: { element: Element; value: T }[] = []
  return {
    enter(frame: Frame): void {
      const value = read(frame)
      if (value !== undefined) said.push({ element: frame.element, value })
    },
    leave(element: Element): void {
      if (said.at(-1)?.element === element) said.pop()
    },
    value: (): T | undefined => said.at(-1)?.value,
  }
}
