import type { Element } from 'domhandler'
import { readCascade } from '../../reading/markup/cascade.ts'
import { type Frame, frameOf, hidingWay, OUTERMOST } from '../../reading/markup/hidden.ts'
import type { HtmlDocument } from '../../reading/markup/html.ts'
import { isUnseen } from '../../reading/markup/visible.ts'
import { walk } from '../../reading/markup/walk.ts'
import type { Remark } from '../../remark.ts'
import { watchContrast } from './contrast.ts'
import { watchDirection } from './direction.ts'
import { judgeDocument } from './document.ts'
import { watchHeadings } from './headings.ts'
import { watchImages } from './images.ts'
import { watchLinks } from './links.ts'
import type { AccessibilityCode, Observer } from './observer.ts'
import { inherited, watchReading } from './reading.ts'
import { watchTables } from './tables.ts'

export interface Accessibility {
  remarks: Remark<AccessibilityCode>[]
  evidence: Record<string, string>
  /** What was not looked at, in words. */
  limits: string[]
}

const MAX_ELEMENTS = 20_000

/** Judges the HTML by what people need who listen to it, enlarge it or see little of it. Whoever types
 * mail in a mail program has no say in its frame, tables and images: of `typed` mail the text alone is judged. */
export function judgeAccessibility(html: HtmlDocument, { typed }: { typed: boolean }): Accessibility {
  const bold = inherited(boldnessOf)
  const observers: Observer[] = [
    ...(typed ? [] : [watchTables(), watchImages()]),
    watchContrast(() => bold.value() ?? false),
    watchLinks(),
    watchHeadings(),
    watchReading(),
    watchDirection(),
    { enter: bold.enter, leave: bold.leave, remarks: () => [] },
  ]
  const limits = observe(html, observers)
  const document = typed ? { remarks: [], evidence: {} } : judgeDocument(html.root)
  return {
    remarks: [...document.remarks, ...observers.flatMap((observer) => observer.remarks())],
    evidence: Object.assign({}, document.evidence, ...observers.map((observer) => observer.evidence?.())),
    limits: [...new Set([...html.limits, ...limits])],
  }
}

function observe({ root }: HtmlDocument, observers: readonly Observer[]): string[] {
  const cascade = readCascade(root)
  const frames: Frame[] = []
  let elements = 0
  walk(root, {
    enter(element) {
      elements += 1
      if (isUnseen(element.name) || elements > MAX_ELEMENTS) return false
      const frame = frameOf(element, cascade, frames.at(-1) ?? OUTERMOST)
      if (frame.gone) return false
      frames.push(frame)
      for (const observer of observers) observer.enter?.(frame)
      return true
    },
    leave(element: Element) {
      if (frames.at(-1)?.element !== element) return
      frames.pop()
      for (const observer of observers) observer.leave?.(element)
    },
    text(data) {
      const look = frames.at(-1) ?? OUTERMOST
      if (data.trim() === '' || hidingWay(look)) return
      for (const observer of observers) observer.text?.(data, look)
    },
  })
  const tooMany = elements > MAX_ELEMENTS ? [`Only the first ${MAX_ELEMENTS} elements were looked at.`] : []
  return [...cascade.limits, ...tooMany]
}

const BOLD = new Set(['b', 'strong', 'th', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

function boldnessOf({ element, values }: Frame): boolean | undefined {
  const weight = values.get('font-weight')
  if (weight === undefined || weight === 'inherit') return BOLD.has(element.name) ? true : undefined
  return weight === 'bold' || weight === 'bolder' || Number(weight) >= 700
}
