import type { Element } from 'domhandler'
import { counted, type Observer } from './observer.ts'

/** What only a table of data has. */
const DATA_MARKS = new Set(['th', 'caption'])

/** Tables that lay out the page must say so, or they are read out row by row. */
export function watchTables(): Observer {
  const open: { element: Element; data: boolean }[] = []
  let all = 0
  let unmarked = 0
  return {
    enter({ element }) {
      const { name, attribs } = element
      if (name === 'table') {
        all += 1
        const role = attribs['role']?.trim().toLowerCase()
        open.push({ element, data: role !== undefined || attribs['summary'] !== undefined })
        return
      }
      const table = open.at(-1)
      if (table && (DATA_MARKS.has(name) || attribs['scope'] !== undefined)) table.data = true
    },
    leave(element) {
      if (open.at(-1)?.element !== element) return
      if (open.pop()?.data === false) unmarked += 1
    },
    remarks() {
      if (unmarked === 0) return []
      return [
        {
          code: 'table-role-missing',
          says: `${counted(unmarked, 'table has', 'tables have')} neither a role nor header cells (of ${all}).`,
          advice:
            'Write role="presentation" on every table that lays out the page, and <th> in every table of data.',
          reference: 'WCAG 2.2 1.3.1 Info and Relationships; WAI-ARIA 1.2 presentation (role)',
        },
      ]
    },
    evidence: () => (all > 0 ? { tables: `${all}, ${unmarked} without a role or header cells` } : {}),
  }
}
