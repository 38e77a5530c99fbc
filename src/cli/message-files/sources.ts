import { createReadStream, type Dirent } from 'node:fs'
import { lstat, open, readdir, readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { systemCode } from '../../core/trouble/system-reason.ts'
import { type FiledMessage, isMbox, messagesOfMbox, type Reading } from '../../services/intake/mbox.ts'
import { inWords } from '../io.ts'

/** One message or other file that was looked for, or why there is none where one was expected. */
export type Found =
  | { file: string; number?: number; bytes: Uint8Array }
  /** `tooLarge`: it has more bytes than are read of one. */
  | { file: string; number?: number; refused: string; tooLarge?: true }

export interface Search extends Reading {
  cwd: string
  /** Whether a file begins like what is looked for: in a folder, others are passed over. */
  isWanted(start: Uint8Array): boolean
  /** Of a folder, files whose names end so are read however they begin; in lower case. */
  suffixes: readonly string[]
  /** What is said of a folder without any such file, and of one that is too large. */
  words: { nothingIn(folder: string): string; tooLarge(mostBytes: number): string }
  standardInput(): AsyncIterable<Uint8Array>
}

/** Looking for messages. */
export const MESSAGES = {
  suffixes: ['.eml'],
  words: {
    nothingIn: (folder) =>
      `The folder ${folder} holds no message: none of its files begins with a header field. Hidden files and links to folders are not read.`,
    tooLarge: (mostBytes) => `It is too large: a message may have ${mostBytes} bytes (smtp.max_message).`,
  },
} satisfies Partial<Search>

const MOST_DEPTH = 30
/** A blank start, a separator and the first field stand within it. */
const START = 8_192

/** The messages of what was named, in that order; those of a folder in the order of their paths. */
export async function* findMessages(named: readonly string[], search: Search): AsyncGenerator<Found> {
  for (const name of named) {
    if (name === '-') yield* messagesIn(name, search.standardInput(), search)
    else yield* messagesAt(name, search)
  }
}

async function* messagesAt(name: string, search: Search): AsyncGenerator<Found> {
  const path = resolve(search.cwd, name)
  try {
    const kind = await stat(path).catch(whenMissing)
    if (!kind) yield { file: name, refused: `There is no file ${name}.` }
    else if (kind.isDirectory()) yield* messagesUnder(name, search)
    else yield* messagesIn(name, chunksOf(path), search)
  } catch (cause) {
    yield unread(name, cause)
  }
}

async function* messagesUnder(folder: string, search: Search): AsyncGenerator<Found> {
  let some = false
  for await (const found of filesIn(folder, search)) {
    some = true
    if (typeof found !== 'string') yield found
    else yield* messagesIn(found, chunksOf(resolve(search.cwd, found)), search)
  }
  if (some) return
  yield { file: folder, refused: search.words.nothingIn(folder) }
}

/** Files of a folder and the folders in it that may hold messages, and folders that cannot be read. What is hidden is passed
 * over, but for the folders of a Maildir; so are its tmp, links to folders, and what is no file. */
async function* filesIn(folder: string, search: Search, depth = 0): AsyncGenerator<string | Found> {
  const entries = await readdir(resolve(search.cwd, folder), { withFileTypes: true }).catch((cause) =>
    unread(folder, cause),
  )
  if (!Array.isArray(entries)) {
    yield entries
    return
  }
  const names = new Set(entries.map((entry) => entry.name))
  const isMaildir = names.has('cur') && names.has('new')
  for (const entry of entries.toSorted(byName)) {
    const name = join(folder, entry.name)
    const path = resolve(search.cwd, name)
    const own = isTold(entry) ? entry : await lstat(path).catch(whenMissing)
    if (!own || isPassedOver(entry.name, own.isDirectory(), isMaildir)) continue
    if (own.isDirectory()) {
      if (depth < MOST_DEPTH) yield* filesIn(name, search, depth + 1)
    } else if (await holdsMessages(path, own.isFile(), search)) yield name
  }
}

function isPassedOver(entry: string, isFolder: boolean, inMaildir: boolean): boolean {
  if (inMaildir && isFolder) return entry === 'tmp'
  return entry.startsWith('.')
}

const byName = (one: Dirent, other: Dirent) => (one.name < other.name ? -1 : 1)

/** Some file systems do not say what their entries are. */
const isTold = (entry: Dirent) => entry.isFile() || entry.isDirectory() || entry.isSymbolicLink()

async function holdsMessages(
  path: string,
  isFile: boolean,
  { isWanted, suffixes }: Search,
): Promise<boolean> {
  // A pipe would wait for somebody who writes into it.
  if (!isFile && !(await stat(path).catch(whenMissing))?.isFile()) return false
  const lower = path.toLowerCase()
  if (suffixes.some((suffix) => lower.endsWith(suffix))) return true
  const file = await open(path).catch(whenClosed)
  if (!file) return true
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(START), 0, START, 0)
    return isWanted(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

/** What the operating system does not let be read is told, and the others go on. */
async function* messagesIn(
  file: string,
  chunks: AsyncIterable<Uint8Array>,
  search: Search,
): AsyncGenerator<Found> {
  try {
    yield* messagesOf(file, chunks, search)
  } catch (cause) {
    yield unread(file, cause)
  }
}

function unread(file: string, cause: unknown): Found {
  const said = inWords(file, 'read', cause)
  if (!(said instanceof Error) || systemCode(said) === undefined) throw cause
  return { file, refused: said.message }
}

async function* messagesOf(
  file: string,
  chunks: AsyncIterable<Uint8Array>,
  search: Search,
): AsyncGenerator<Found> {
  let last = 0
  let several = false
  let held: FiledMessage | undefined
  for await (const message of readMessages(chunks, search)) {
    if (held) {
      several = true
      yield foundAt(file, held, true, search)
    }
    held = message
    last = message.number
  }
  if (held) yield foundAt(file, held, several || search.only !== undefined, search)
  else if (search.only !== undefined) {
    yield {
      file,
      refused: `${file === '-' ? 'Standard input' : file} holds no message ${search.only}. Without --message all its messages are judged, with their numbers.`,
    }
  } else if (last === 0) yield foundAt(file, { number: 1, bytes: new Uint8Array() }, false, search)
}

function foundAt(
  file: string,
  message: FiledMessage,
  numbered: boolean,
  { mostBytes, words }: Search,
): Found {
  const place = { file, ...(numbered && { number: message.number }) }
  if (message.bytes) return { ...place, bytes: message.bytes }
  return { ...place, refused: words.tooLarge(mostBytes), tooLarge: true }
}

/** The messages of an mbox file, or the one that any other file is. */
async function* readMessages(
  chunks: AsyncIterable<Uint8Array>,
  search: Search,
): AsyncGenerator<FiledMessage> {
  const reader = chunks[Symbol.asyncIterator]()
  const start: Uint8Array[] = []
  let size = 0
  while (size < START) {
    const { value, done } = await reader.next()
    if (done) break
    start.push(value)
    size += value.length
  }
  const whole = rejoined(start, reader)
  if (isMbox(Buffer.concat(start))) yield* messagesOfMbox(whole, search)
  else if (search.only === undefined || search.only === 1) yield await oneMessage(whole, search.mostBytes)
}

async function* rejoined(
  start: readonly Uint8Array[],
  reader: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* start
    for (let next = await reader.next(); !next.done; next = await reader.next()) yield next.value
  } finally {
    await reader.return?.()
  }
}

async function oneMessage(chunks: AsyncIterable<Uint8Array>, mostBytes: number): Promise<FiledMessage> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > mostBytes) return { number: 1 }
    parts.push(chunk)
  }
  return { number: 1, bytes: Buffer.concat(parts) }
}

/** A stream has its price: most files are small, and read at one go. */
const SMALL = 1 << 18

async function* chunksOf(path: string): AsyncGenerator<Uint8Array> {
  const { size } = await stat(path)
  // A pipe has no size, and no end that is known.
  if (size > 0 && size <= SMALL) yield await readFile(path)
  else yield* createReadStream(path, { highWaterMark: SMALL })
}

/** It is named when it is read. */
function whenClosed(cause: unknown): undefined {
  if (systemCode(cause) === undefined) throw cause
}

function whenMissing(cause: unknown): undefined {
  const code = systemCode(cause)
  if (code !== 'ENOENT' && code !== 'ENOTDIR' && code !== 'ELOOP') throw cause
}
