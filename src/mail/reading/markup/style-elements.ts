import { type Document, isText } from 'domhandler'
import { readStylesheet, type Stylesheet } from './stylesheet.ts'
import { walk } from './walk.ts'

const MAX_SHEETS = 50
const MAX_CHARACTERS = 500_000

/** The style sheets of all <style> elements, in order, within a bound on their size together. */
export function readStyleElements(root: Document): Stylesheet[] {
  const sheets: Stylesheet[] = []
  let left = MAX_CHARACTERS
  walk(root, {
    enter({ name, children }) {
      if (name !== 'style') return true
      if (sheets.length < MAX_SHEETS && left > 0) {
        const css = children.map((child) => (isText(child) ? child.data : '')).join('')
        const sheet = readStylesheet(css.slice(0, left))
        const cut = css.length > left ? ['The style sheets were not looked at to their end.'] : []
        left -= css.length
        sheets.push(cut.length > 0 ? { ...sheet, limits: [...sheet.limits, ...cut] } : sheet)
      }
      return false
    },
  })
  return sheets
}
