import type { Element } from 'domhandler'
import type { Frame, Look } from '../markup/hidden.ts'
import type { Remark } from '../remark.ts'

/** Watches the shown part of a message go by, in document order, and says what it saw. */
export interface Observer {
  enter?(frame: Frame): void
  leave?(element: Element): void
  /** Text that is seen. */
  text?(data: string, look: Look): void
  remarks(): Remark[]
  evidence?(): Record<string, string>
}

/** "1 image has", "3 images have". */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}
