import { DKIM, SPF } from './bits.ts'
import type { RecordRow } from './counts.ts'

type Column = (number | null)[]

/** Records of a piece, column by column: those of one record stand at the same place of each. */
export type Columns = Record<keyof RecordRow, Column>

/** In the order in which a row of dmarc_pieces has them. */
const ORDER = [
  'seq',
  'ip',
  'messages',
  'bits',
  'headerFrom',
  'envelopeFrom',
  'envelopeTo',
  'results',
] as const satisfies readonly (keyof RecordRow)[]

export const noColumns = (): Columns => ({
  seq: [],
  ip: [],
  messages: [],
  bits: [],
  headerFrom: [],
  envelopeFrom: [],
  envelopeTo: [],
  results: [],
})

/** As a row of dmarc_pieces has them. */
export function packColumns({ seq, ...others }: Columns): string {
  const packed = ORDER.map((name) => (name === 'seq' ? run(seq) : same(others[name])))
  return JSON.stringify(packed)
}

/** One number for numbers that follow each other. */
function run(seq: Column): Column | number | null {
  const first = seq[0] ?? 0
  return (seq.at(-1) ?? 0) - first === seq.length - 1 ? first : seq
}

function same(column: Column): Column | number | null {
  const [first = null] = column
  for (const one of column) if (one !== first) return column
  return first
}

export function packRows(rows: readonly RecordRow[]): string {
  const columns = noColumns()
  for (const row of rows) for (const name of ORDER) columns[name].push(row[name])
  return packColumns(columns)
}

/** The records of a row of dmarc_pieces, in the order of `seq`. */
export function unpackRows(packed: string, records: number): RecordRow[] {
  const columns = JSON.parse(packed) as (Column | number | null)[]
  const [seq = 0, ip, messages, bits, headerFrom, envelopeFrom, envelopeTo, results] = columns
  const rows: RecordRow[] = []
  for (let at = 0; at < records; at += 1) {
    rows.push({
      seq: typeof seq === 'number' ? seq + at : numberAt(seq, at),
      ip: numberAt(ip, at),
      messages: numberAt(messages, at),
      bits: numberAt(bits, at),
      headerFrom: numberAt(headerFrom, at),
      envelopeFrom: valueAt(envelopeFrom, at),
      envelopeTo: valueAt(envelopeTo, at),
      results: numberAt(results, at),
    })
  }
  return rows
}

function valueAt(column: Column | number | null | undefined, at: number): number | null {
  return (typeof column === 'object' && column !== null ? column[at] : column) ?? null
}

const numberAt = (column: Column | number | null | undefined, at: number): number => valueAt(column, at) ?? 0

/** The messages of a row of dmarc_pieces, and how many of them passed. */
export function messagesOf(packed: string, records: number): { messages: number; pass: number } {
  const [, , counts, bits] = JSON.parse(packed) as (Column | number | null)[]
  let [messages, pass] = [0, 0]
  for (let at = 0; at < records; at += 1) {
    const count = numberAt(counts, at)
    messages += count
    if (numberAt(bits, at) & (DKIM | SPF)) pass += count
  }
  return { messages, pass }
}
