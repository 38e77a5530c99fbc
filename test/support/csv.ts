/** Reads CSV as RFC 4180 says: lines end in CRLF, and a quote opens a cell or is doubled within one. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (let at = 0; at < text.length; ) {
    const [cell, end] = text[at] === '"' ? quoted(text, at + 1) : bare(text, at)
    row.push(cell)
    if (text.startsWith('\r\n', end)) {
      rows.push(row)
      row = []
      at = end + 2
      continue
    }
    if (text[end] !== ',') throw new Error(`neither a comma nor an end of line at ${end}`)
    at = end + 1
    // A comma before the end of a line has an empty cell behind it.
    if (text.startsWith('\r\n', at)) {
      rows.push([...row, ''])
      row = []
      at += 2
    }
  }
  if (row.length > 0) throw new Error('the last line has no end')
  return rows
}

function quoted(text: string, from: number): [cell: string, end: number] {
  for (let at = from; ; ) {
    const quote = text.indexOf('"', at)
    if (quote < 0) throw new Error(`the quote before ${from} stays open`)
    if (text[quote + 1] !== '"') return [text.slice(from, quote).replaceAll('""', '"'), quote + 1]
    at = quote + 2
  }
}

function bare(text: string, from: number): [cell: string, end: number] {
  let at = from
  while (at < text.length && text[at] !== ',' && text[at] !== '\r') {
    if (text[at] === '"' || text[at] === '\n') throw new Error(`an unquoted cell may not hold that: ${at}`)
    at += 1
  }
  return [text.slice(from, at), at]
}
