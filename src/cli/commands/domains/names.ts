import { readName } from '../../../services/inspections/name.ts'
import type { Invocation } from '../../command.ts'

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

const MOST_BYTES = 4 * 1024 * 1024
const MOST_LINES = 20_000

/** The domains that were named, and those of the list; or why they cannot be read. */
export async function givenDomains({ operands, value, io }: Invocation): Promise<Given[] | string> {
  const named = operands.filter((typed) => typed !== '-').map((typed) => ({ typed }))
  const from = value('from') ?? (operands.includes('-') ? '-' : undefined)
  if (from === undefined) return named
  const text = from === '-' ? await textOf(io.readInput()) : io.readFile(resolved(io.cwd, from))
  if (text === undefined) return from === '-' ? 'The list is too long.' : `There is no file ${from}.`
  if (text.length > MOST_BYTES) return 'The list is too long.'
  const listed = domainsIn(text)
  return listed.length > MOST_LINES ? `The list has more than ${MOST_LINES} domains.` : [...named, ...listed]
}

const resolved = (cwd: string, path: string) => (path.startsWith('/') ? path : `${cwd}/${path}`)

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string | undefined> {
  const all: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > MOST_BYTES) return undefined
    all.push(chunk)
  }
  return Buffer.concat(all).toString('utf8')
}

/** What providers call the column of domains in their exports. */
const HEADINGS = /^(?:fully.?qualified )?(?:domain|domain ?name|name|zone|zone ?name|fqdn|host|hostname)s?$/i

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
    if (cells.length === 0) continue
    const heading = isFirst && !cells.some(isDomain) ? cells.findIndex((cell) => HEADINGS.test(cell)) : -1
    isFirst = false
    if (heading >= 0) column = heading
    else given.push({ typed: domainOf(cells, column), line: index + 1 })
  }
  return given
}

const LONGEST = 10_000

/** The cells of a line of CSV, none for a comment. */
function cellsOf(line: string): string[] {
  const text = line.slice(0, LONGEST).trim()
  if (text === '' || /^[#;]/.test(text)) return []
  const cells = text
    .replace(/\s#.*$/, '')
    .split(/[,;\t]/)
    .map((cell) =>
      cell
        .trim()
        .replace(/^["'](.*)["']$/, '$1')
        .trim(),
    )
  return cells.some((cell) => cell !== '') ? cells : []
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
