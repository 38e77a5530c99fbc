import type { Invocation } from './command.ts'
import type { Io } from './io.ts'

const MOST_BYTES = 4096

/** What the command got as a password: given on standard input, typed, or made. */
export type Given = { password: string; generated: boolean } | { reason: string }

/** Takes the password from standard input with --password-stdin, asks for it on a terminal, and makes one where nobody
 * can be asked, or nothing was typed. */
export async function passwordFor({ io, isSet }: Pick<Invocation, 'io' | 'isSet'>): Promise<Given> {
  if (isSet('password-stdin')) return fromInput(io)
  const typed = await io.askSecret('Password (Enter for a generated one): ')
  if (typed === undefined || typed === '') return { password: generated(io.random(18)), generated: true }
  const again = await io.askSecret('Again: ')
  return again === typed
    ? { password: typed, generated: false }
    : { reason: 'The two do not match. Nothing was changed.' }
}

async function fromInput(io: Io): Promise<Given> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of io.readInput()) {
    size += chunk.length
    if (size > MOST_BYTES) return { reason: 'What came on standard input is too long for a password.' }
    chunks.push(chunk)
  }
  const password = Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '')
  return password === ''
    ? { reason: 'There was no password on standard input.' }
    : { password, generated: false }
}

const generated = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
