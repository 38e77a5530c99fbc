/** What stands in a cell: text of anybody, or what is no text and is written as it is. */
export type Cell = string | number | boolean | null | undefined

/** A line of CSV (RFC 4180); what is absent is an empty cell. */
export const csvLine = (cells: readonly Cell[]): string => `${csvCells(cells)}\r\n`

/** The same without an end, as a part of a line. */
export const csvCells = (cells: readonly Cell[]): string => cells.map(cellOf).join(',')

/** What a spreadsheet may take for a formula (CWE-1236): OWASP's characters and their wide forms, behind blanks too; and behind
 * apostrophes, so that those put there are told from those that were there. */
const BEGINS_A_FORMULA = /^'*(?:[\t\r\n\0]|[\s\p{Cc}]*[=+\-@＝＋－＠|%])/u
const NEEDS_QUOTES = /[",;\t\r\n']|^\s|\s$/

function cellOf(cell: Cell): string {
  if (typeof cell !== 'string') return cell === undefined || cell === null ? '' : String(cell)
  if (cell === '') return ''
  // A text that somebody chose must not run in the spreadsheet of whoever reads it: an apostrophe makes it text.
  const harmless = BEGINS_A_FORMULA.test(cell) ? `'${cell}` : cell
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
