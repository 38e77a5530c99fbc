import type { Document } from 'domhandler'
import { walk } from '../markup/walk.ts'

/** A base element with an address is there: what links lack, some readers take from it. */
export function hasBase(root: Document | undefined): boolean {
  let found = false
  if (root) {
    walk(root, {
      enter(element) {
        found ||= element.name === 'base' && !!element.attribs['href']
        return !found
      },
    })
  }
  return found
}
