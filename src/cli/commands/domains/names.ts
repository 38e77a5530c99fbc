import { readName } from '../../../services/inspections/name.ts'
import type { Invocation } from '../../command.ts'
import { inputText } from '../../input-text.ts'
import { cellsOf } from './csv.ts'

/** A domain as it was given, and the line of the list it stood on. */
export interface Given {
  typed: string
  line?: number
}

/** Where the names come from, for help. */
export const FROM_OPTION = {
  value: 'file',
  sentence:
    'Reads domains from a file, one a line; - is standard input. Comments (#) are passed over, and of a CSV export the column of domains is taken.',
} as const

const MOST_LINES = 20_000

/** The domains that were named, and those of the list; or why they cannot be read. */
export async function givenDomains({ operands, value, io }: Invocation): Promise<Given[] | string> {
  const named = operands.filter((typed) => typed !== '-').map((typed) => ({ typed }))
  const from = value('from') ?? (operands.includes('-') ? '-' : undefined)
  if (from === undefined) return named
  const read = await inputText(io, from)
  if ('refused' in read) return read.refused
  const listed = domainsIn(read.text)
  if (listed.length === 0 && named.length === 0) return 'The list holds no domain.'
  return listed.length > MOST_LINES ? `The list has more than ${MOST_LINES} domains.` : [...named, ...listed]
}

/** What providers call the column of domains in their exports, the surest first. */
const HEADINGS = [
  /^(?:fully[ _-]?qualified[ _-]?)?(?:domain|domain[ _-]?name|zone|zone[ _-]?name|fqdn)s?$/i,
  /^(?:name|host|hostname)s?$/i,
]

function headingIn(cells: readonly string[]): number {
  if (cells.some(isDomain)) return -1
  const found = HEADINGS.map((heading) => cells.findIndex((cell) => heading.test(cell)))
  return found.find((at) => at >= 0) ?? -1
}

/** What spreadsheets write above CSV, to say what is between cells. */
const SEPARATOR = /^"?sep=.?"?$/i

/** One domain of each line that holds something. The first line may be headings. */
export function domainsIn(text: string): Given[] {
  const given: Given[] = []
  let column: number | undefined
  let isFirst = true
  for (const [index, line] of text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    const cells = cellsOf(line)
    if (cells.length === 0 || (isFirst && SEPARATOR.test(line))) continue
    const heading = isFirst ? headingIn(cells) : -1
    isFirst = false
    if (heading >= 0) column = heading
    else given.push({ typed: domainOf(cells, column), line: index + 1 })
  }
  return given
}

/** That of the column, or the first that is one; else what may have been meant. */
function domainOf(cells: readonly string[], column: number | undefined): string {
  const own = column === undefined ? undefined : cells[column]
  return own || (cells.find(isDomain) ?? cells.find((cell) => cell !== '') ?? '')
}

function isDomain(cell: string): boolean {
  const read = readName(cell)
  return 'kind' in read && read.kind === 'domain'
}
