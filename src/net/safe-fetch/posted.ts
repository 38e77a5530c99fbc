import type { IncomingHttpHeaders } from 'node:http'
import type { Read } from './exchange.ts'

/** An answer to a post, as far as it is kept. */
export interface PostedAnswer {
  kind: 'response'
  status: number
  headers: Readonly<Record<string, string>>
  body: string
}

/** More than anybody is shown: what must not be is masked before it is cut. */
const MOST_CHARACTERS = 8_000
/** Of a body: enough for so many characters of UTF-8. */
export const MOST_OCTETS = 4 * MOST_CHARACTERS
const LONGEST_VALUE = 8_000
/** The status decides; the body is only shown to people, and not waited for longer. */
const BODY_WITHIN_MS = 2_000

/** Reads an answer for people: its status counts, even if its body is endless, slow or breaks off. */
export const readPosted: Read<PostedAnswer> = (response, settle) => {
  const chunks: Buffer[] = []
  let size = 0
  const asItCame = (): PostedAnswer => ({
    kind: 'response',
    status: response.statusCode ?? 0,
    headers: headersOf(response.headers),
    body: textOf(Buffer.concat(chunks)),
  })
  const done = () => {
    clearTimeout(patience)
    settle(asItCame())
  }
  const patience = setTimeout(done, BODY_WITHIN_MS)
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    size += chunk.length
    if (size > MOST_OCTETS) done()
  })
  response.on('end', done)
  response.on('close', done)
  return asItCame
}

/** What a session of theirs would be is not ours to keep. */
const LEFT_OUT = ['set-cookie']

function headersOf(headers: IncomingHttpHeaders): Record<string, string> {
  const shown = Object.entries(headers).flatMap(([name, value]) => {
    if (value === undefined || LEFT_OUT.includes(name)) return []
    const text = [value].flat().join(', ')
    return [[name, plain(text).slice(0, LONGEST_VALUE)] as const]
  })
  return Object.fromEntries(shown)
}

function textOf(octets: Buffer): string {
  const text = plain(new TextDecoder().decode(octets))
  return [...text.slice(0, 2 * MOST_CHARACTERS)].slice(0, MOST_CHARACTERS).join('')
}

/** Without what moves the cursor of a terminal. */
const plain = (text: string) =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\t\n]/gu, '\ufffd')
