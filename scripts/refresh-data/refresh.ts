import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DataSet } from './data-set.ts'

export interface Refreshing {
  folder: string
  /** The day the data were fetched, YYYY-MM-DD. */
  date: string
  /** Copies at hand, in the order of the data set's addresses; absent: they are fetched. */
  from?: readonly string[]
  /** What the copies are copies of, such as a package and its version. */
  copy?: string
}

const MOST_BYTES = 20_000_000
const WITHIN_MS = 60_000

/** Fetches one data set, checks its shape and writes its file. Throws without touching the file when anything is wrong. */
export async function refresh(set: DataSet, { folder, date, from, copy }: Refreshing): Promise<string> {
  if (from && from.length !== set.addresses.length) {
    throw new Error(`${set.name} is made of ${set.addresses.length} files, not ${from.length}`)
  }
  const texts = from
    ? await Promise.all(from.map((file) => readFile(file, 'utf8')))
    : await Promise.all(set.addresses.map(fetchText))
  const data = set.read(texts)
  const about = {
    source: set.addresses.join(' '),
    ...(copy !== undefined && { copy }),
    date,
    licence: set.licence,
    ...(set.note !== undefined && { note: set.note }),
  }
  const file = join(folder, `${set.name}.json`)
  await writeFile(`${file}.new`, `${JSON.stringify({ ...about, ...data }, null, 2)}\n`)
  await rename(`${file}.new`, file)
  return file
}

async function fetchText(address: string): Promise<string> {
  const response = await fetch(address, { signal: AbortSignal.timeout(WITHIN_MS) })
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  const bytes = await response.arrayBuffer()
  if (bytes.byteLength > MOST_BYTES) throw new Error(`${address} is larger than ${MOST_BYTES} bytes`)
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}
