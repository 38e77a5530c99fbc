const LONGEST = 10_000

/** The cells of a line of CSV, none for a comment. */
export function cellsOf(line: string): string[] {
  const text = line.slice(0, LONGEST).trim()
  if (text === '' || /^[#;]/.test(text)) return []
  const cells = quoted(text) ?? plain(text)
  return cells.some((cell) => cell !== '') ? cells : []
}

/** RFC 4180: what stands between quotes may hold what is between cells. Undefined where there are none, or one stays open. */
function quoted(text: string): string[] | undefined {
  if (!text.includes('"')) return undefined
  const cells: string[] = []
  let isInside = false
  let from = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') isInside = !isInside
    else if (!isInside && BETWEEN.test(text[at] ?? '')) {
      cells.push(text.slice(from, at))
      from = at + 1
    }
  }
  if (isInside) return undefined
  const all = [...cells, withoutComment(text.slice(from))]
  return all.map((cell) => unquoted(cell).replaceAll('""', '"'))
}

const BETWEEN = /[,;\t]/

const plain = (text: string) => withoutComment(text).split(BETWEEN).map(unquoted)

const withoutComment = (text: string) => text.replace(/\s#.*$/, '')

const unquoted = (cell: string) =>
  cell
    .trim()
    .replace(/^["'](.*)["']$/, '$1')
    .trim()
