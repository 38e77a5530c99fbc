import { resolve } from 'node:path'
import { decoded, type Io, inWords } from './io.ts'

const MOST_BYTES = 4 * 1024 * 1024

/** The text of a file, or of standard input where it is named `-`; or why there is none, in a sentence. */
export async function inputText(io: Io, from: string): Promise<{ text: string } | { refused: string }> {
  const text = from === '-' ? await textOf(io.readInput()) : fileText(io, from)
  if (text === undefined && from !== '-') return { refused: `There is no file ${from}.` }
  const what = from === '-' ? 'The input' : from
  if (text === undefined || text.length > MOST_BYTES) return { refused: `${what} is too long: 4 MB at most.` }
  // What it stands for is lost, and names would be kept without it.
  if (text.includes('\ufffd')) return { refused: `${what} is not UTF-8.` }
  return { text: text.replace(/^\ufeff/, '') }
}

function fileText(io: Io, path: string): string | undefined {
  try {
    return io.readFile(resolve(io.cwd, path))
  } catch (cause) {
    throw inWords(path, 'read', cause)
  }
}

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string | undefined> {
  const all: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > MOST_BYTES) return undefined
    all.push(chunk)
  }
  return decoded(Buffer.concat(all))
}
