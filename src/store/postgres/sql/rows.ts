import type { SQL } from 'bun'

/** What a statement answered: rows, and how many it gave or wrote. */
export interface Answer {
  rows: Record<string, unknown>[]
  count: number
  /** As INSERT or COMMIT. */
  command: string | null
}

type Read = (value: unknown) => unknown

/** How columns are read, by the types' numbers in pg_type: int8, numeric, bytea and their arrays. */
const READS: ReadonlyMap<number, Read> = new Map([
  [20, numberOf],
  [1700, numberOf],
  [17, bytesOf],
  [1016, each(numberOf)],
  [1231, each(numberOf)],
  [1001, each(bytesOf)],
])

/** Rows with numbers where the driver gives BigInt or text, and bytes that are nobody else's. */
export function plainRows(result: Record<string, unknown>[] & SQL.ResultMetadata): Answer {
  const { count, command, columns } = result
  const read: [string, Read][] = []
  for (const { name, type } of columns ?? []) {
    const how = READS.get(type)
    if (how) read.push([name, how])
  }
  const rows: Record<string, unknown>[] = [...result]
  for (const row of rows) {
    for (const [name, how] of read) row[name] = row[name] === null ? null : how(row[name])
  }
  return { rows, count, command }
}

function numberOf(value: unknown): number {
  const number = Number(value)
  if (typeof value === 'bigint' && !Number.isSafeInteger(number)) {
    throw new Error('A whole number of the database is beyond what is exact here.')
  }
  return number
}

function bytesOf(value: unknown): Uint8Array {
  const bytes = value as Uint8Array
  const { buffer, byteOffset, byteLength } = bytes
  return buffer.byteLength === byteLength
    ? new Uint8Array(buffer, byteOffset, byteLength)
    : Uint8Array.from(bytes)
}

function each(read: Read): Read {
  return (value) => (value as unknown[]).map((one) => (one === null ? null : read(one)))
}
