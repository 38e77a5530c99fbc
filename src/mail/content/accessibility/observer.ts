import type { Element } from 'domhandler'
import type { Frame, Look } from '../../reading/markup/hidden.ts'
import type { Remark } from '../../remark.ts'

/** What is said of HTML that not everybody can read. */
export type AccessibilityCode =
  | 'lang-missing'
  | 'lang-wrong'
  | 'title-missing'
  | 'zoom-forbidden'
  | 'table-role-missing'
  | 'alt-missing'
  | 'alt-file-name'
  | 'contrast-low'
  | 'link-without-words'
  | 'link-text-vague'
  | 'heading-level-skipped'
  | 'text-small'
  | 'text-justified'
  | 'text-moving'
  | 'direction-missing'

/** Watches the shown part of a message go by, in document order, and says what it saw. */
export interface Observer {
  enter?(frame: Frame): void
  leave?(element: Element): void
  /** Text that is seen. */
  text?(data: string, look: Look): void
  remarks(): Remark<AccessibilityCode>[]
  evidence?(): Record<string, string>
}

/** "1 image has", "3 images have". */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}
