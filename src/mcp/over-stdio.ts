import type { Readable, Writable } from 'node:stream'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { createServer, type ServerDeps } from './server.ts'

/** A message may hold a mail of two megabytes, every letter of which is escaped. */
const LONGEST_LINE = 16 * 1024 * 1024

export interface StdioDeps extends ServerDeps {
  input: Readable
  output: Writable
  /** Is told of a line that was none of the protocol, in a sentence. */
  say(sentence: string): void
}

/** A connection with the program that started this one. */
export interface StdioConnection {
  /** Resolves when it is over: the other side has closed it, or sent what cannot be read. */
  ended: Promise<void>
  close(): Promise<void>
}

/** Answers one message a line, in the protocol that the first one is written in. */
export function serveOverStdio({ input, output, say, ...deps }: StdioDeps): StdioConnection {
  const transport = new StdioServerTransport(input, output, { maxBufferSize: LONGEST_LINE })
  const over = Promise.withResolvers<void>()
  const { close } = serveStdio(() => createServer(deps), {
    transport,
    maxSubscriptions: 0,
    onerror: (error) => say(sentenceOf(error)),
  })
  const ended = transport.onclose
  transport.onclose = () => {
    ended?.()
    over.resolve()
  }
  return { ended: over.promise, close }
}

/** Of a message that is none the package tells a list of everything that it lacks. */
function sentenceOf(error: Error): string {
  const [line = ''] = error.message.split('\n')
  return error.name === 'ZodError' || line === '['
    ? 'A line was left out: it is no message of the protocol.'
    : `A message was left out: ${line.slice(0, 200)}`
}
