import { randomBytes } from 'node:crypto'
import { closeSync, lstatSync, openSync, readSync, statSync, writeFileSync } from 'node:fs'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { systemCode, systemReason } from '../core/trouble/system-reason.ts'
import { notWritten, outInPace } from './standard-output.ts'

/** The outside of a command: what it reads from and writes to. */
export interface Io {
  /** Results: what another program may read. */
  out(text: string): void
  /** The same of what is long: kept once the reader takes more of it. False: the reader is gone. */
  outInPace(text: string): Promise<boolean>
  /** Everything said to the person in front. */
  say(text: string): void
  /** A line on how far a command is, in place of the one before; '' takes it away. Shown to a person alone. */
  status(line: string): void
  /** Calls back once when the person, or the system, asks the command to end; a second time ends it at once. */
  onInterrupt(heard: () => void): () => void
  environment: Readonly<Record<string, string | undefined>>
  cwd: string
  now(): Date
  /** The text of a file; undefined when there is none; throws the reason when it cannot be read. */
  readFile(path: string): string | undefined
  /** The octets of standard input. */
  readInput(): AsyncIterable<Uint8Array>
  /** Asks the person at the terminal for something that is not shown as it is typed. Undefined: there is no terminal. */
  askSecret(question: string): Promise<string | undefined>
  random(length: number): Uint8Array
  /** Whether a person reads the results, and whether one reads what is said. */
  terminal: boolean
  /** How wide that terminal is. */
  columns?: number
  attended: boolean
  /** Whether there is a file or a folder, readable or not. */
  exists(path: string): boolean
  /** Writes a new file and says `exists` rather than write over one. */
  writeNewFile(path: string, text: string): 'written' | 'exists'
  /** Writes what comes to a new file that only this user can read; takes it away again when it could not be written whole. */
  writeNewArchive(path: string, chunks: AsyncIterable<Uint8Array>): Promise<'written' | 'exists'>
}

/** What a hostile message, or a file name, would have a terminal obey: controls, and those that turn the order of letters. */
const CONTROL = /[^\P{Cc}\n\t]|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** A text for a terminal. */
export function withoutControl(text: string): string {
  return text.replace(CONTROL, '?')
}

/** JSON that says the same and that a terminal may show: JSON itself lets some controls stand. */
export function jsonForTerminal(json: string): string {
  return json.replace(/[\x7f-\x9f\u2028-\u202e\u2066-\u2069]/g, (control) => {
    return `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

/** Text as its byte order mark says, else UTF-8: what is saved on Windows is often UTF-16. */
export function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  if (!isUtf16) return Buffer.from(bytes).toString('utf8')
  return new TextDecoder(first === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes)
}

/** The process itself. */
export function processIo(): Io {
  return {
    out: (text) => void process.stdout.write(text, notWritten),
    outInPace,
    say: (text) => void process.stderr.write(withoutControl(text)),
    status(line) {
      if (process.stderr.isTTY)
        process.stderr.write(`\r\u001b[K${withoutControl(line).replace(/[\n\t]/g, ' ')}`)
    },
    onInterrupt,
    environment: process.env,
    cwd: process.cwd(),
    now: () => new Date(),
    readFile(path) {
      try {
        return decoded(readBounded(path))
      } catch (cause) {
        return noFile(cause)
      }
    },
    readInput: () => process.stdin,
    askSecret: (question) => askSecret(question),
    random: (length) => randomBytes(length),
    terminal: process.stdout.isTTY === true,
    ...(process.stdout.columns > 0 && { columns: process.stdout.columns }),
    attended: process.stderr.isTTY === true,
    exists: (path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined,
    writeNewFile(path, text) {
      try {
        writeFileSync(path, text, { flag: 'wx', mode: 0o640 })
        return 'written'
      } catch (cause) {
        if (systemCode(cause) === 'EEXIST') return 'exists'
        throw inWords(path, 'written', cause)
      }
    },
    writeNewArchive,
  }
}

/** No config, list or evidence is as large; a device may never end. */
const LARGEST_FILE = 64 * 1024 ** 2
const AT_ONCE = 256 * 1024

function readBounded(path: string): Uint8Array {
  const handle = openSync(path, 'r')
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for (;;) {
      const chunk = new Uint8Array(AT_ONCE)
      const read = readSync(handle, chunk)
      if (read === 0) return Buffer.concat(chunks)
      size += read
      if (size > LARGEST_FILE) throw Object.assign(new Error(`${path} is too large`), { code: 'EFBIG' })
      chunks.push(chunk.subarray(0, read))
    }
  } finally {
    closeSync(handle)
  }
}

const ENDINGS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

function onInterrupt(heard: () => void): () => void {
  const leave = () => {
    for (const signal of ENDINGS) process.off(signal, end)
  }
  const end = () => {
    leave()
    heard()
  }
  for (const signal of ENDINGS) process.on(signal, end)
  return leave
}

async function writeNewArchive(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
): Promise<'written' | 'exists'> {
  let file: FileHandle
  try {
    file = await open(path, 'wx', 0o600)
  } catch (cause) {
    if (systemCode(cause) === 'EEXIST') return 'exists'
    throw inWords(path, 'written', cause)
  }
  try {
    for await (const chunk of chunks) await file.writeFile(chunk)
    await file.sync()
    await file.close()
    return 'written'
  } catch (cause) {
    await file.close().catch(() => {})
    await unlink(path).catch(() => {})
    throw inWords(path, 'written', cause)
  }
}

const ENTER = /[\r\n]/
const INTERRUPT = '\u0003'
const ERASE = /[\b\u007f]/

/** Reads keys until Enter without showing them. Ctrl-C ends the process, as it does elsewhere. */
async function askSecret(question: string): Promise<string | undefined> {
  const { stdin, stderr } = process
  if (!stdin.isTTY || !stderr.isTTY) return undefined
  stderr.write(question)
  stdin.setRawMode(true)
  stdin.resume()
  try {
    return await new Promise<string>((resolve) => {
      let typed = ''
      const onData = (data: Buffer) => {
        for (const key of data.toString('utf8')) {
          if (key === INTERRUPT) {
            stdin.setRawMode(false)
            stderr.write('\n')
            process.exit(130)
          }
          if (ENTER.test(key)) {
            stdin.off('data', onData)
            return resolve(typed)
          }
          typed = ERASE.test(key) ? Array.from(typed).slice(0, -1).join('') : typed + key
        }
      }
      stdin.on('data', onData)
    })
  } finally {
    stdin.setRawMode(false)
    stdin.pause()
    stderr.write('\n')
  }
}

/** Nothing where there is no file; all else is thrown. */
function noFile(cause: unknown): undefined {
  const code = systemCode(cause)
  if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
  throw Object.assign(new Error(systemReason(cause), { cause }), { code })
}

/** A missing folder is what keeps a file from being written. */
const MISSING = { read: 'there is no such file', written: 'there is no such folder' }

/** What the operating system did not do, as a sentence with the path that was given; its code is kept. */
export function inWords(path: string, done: 'read' | 'written', cause: unknown): unknown {
  const code = systemCode(cause)
  if (code === undefined) return cause
  const why = code === 'ENOENT' ? MISSING[done] : systemReason(cause)
  return Object.assign(new Error(`${path} could not be ${done}: ${why}.`, { cause }), { code })
}

/** Whether a file that root happens on belongs neither to root nor to whoever became it by sudo: a config says which files a command reads
 * and writes, and anybody may have laid one into a shared folder. */
export function isOfAnother(path: string): boolean {
  if (process.geteuid?.() !== 0) return false
  const owner = statSync(path, { throwIfNoEntry: false })?.uid ?? 0
  return owner !== 0 && String(owner) !== process.env['SUDO_UID']
}
