import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { isExplained } from '../../core/bounce.ts'
import { bounceBody } from '../../services/bounces/body.ts'
import { NO_BOUNCE } from '../../services/bounces/bounces.ts'
import { type Command, EXIT, fail, type Invocation, misuse } from '../command.ts'
import { type Io, inWords } from '../io.ts'
import { bounceText } from '../reports/bounce.ts'
import { SCREEN_OPTIONS, screenOf } from '../reports/screen.ts'
import { json } from '../table.ts'

const MOST_BYTES = 64 * 1024 ** 2

export const bounce: Command = {
  name: 'bounce',
  summary: 'Explains a bounce, or the answer of a mail server',
  about:
    'Says what a refusal means, whose rule it is, what to do, and which checks show it. Needs no config, no service and no network: nothing is sent and nothing is kept. Of an answer that is not known it says so, and explains the class of its code.',
  operands: [
    {
      name: 'file',
      sentence:
        'The bounce as it arrived (.eml), a text with the answer of a server or lines of a mail log, or - for standard input.',
    },
  ],
  options: {
    color: SCREEN_OPTIONS.color,
    json: { sentence: 'Prints the explanation as JSON.' },
  },
  examples: [
    ['mailgauge bounce bounce.eml', 'Explains a bounce that was saved.'],
    [
      'echo "550 5.1.1 The email account does not exist" | mailgauge bounce -',
      'Explains what a server answered.',
    ],
    ['mailgauge bounce --json bounce.eml', 'For a script.'],
  ],
  async run(invocation: Invocation) {
    const { io, operands, value, isSet } = invocation
    const screen = screenOf(io, value('color'))
    if (typeof screen === 'string') return misuse(io, screen)
    const read = await octetsOf(io, operands[0] ?? '-')
    if ('refused' in read) return fail(io, read.refused)
    const { explainBounce } = await import('../../mail/bounces/explain.ts')
    const explained = explainBounce(read.octets)
    if (!isExplained(explained)) return fail(io, NO_BOUNCE)
    io.out(isSet('json') ? json(bounceBody(explained)) : bounceText(explained, screen))
    return EXIT.done
  },
}

async function octetsOf(io: Io, from: string): Promise<{ octets: Uint8Array } | { refused: string }> {
  const isInput = from === '-'
  const chunks: AsyncIterable<Uint8Array> = isInput ? io.readInput() : createReadStream(resolve(io.cwd, from))
  const all: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > MOST_BYTES)
        return { refused: `${isInput ? 'The input' : from} is too large: 64 MB at most.` }
      all.push(chunk)
    }
  } catch (cause) {
    throw isInput ? cause : inWords(from, 'read', cause)
  }
  return size === 0
    ? { refused: `${isInput ? 'The input' : from} is empty.` }
    : { octets: Buffer.concat(all) }
}
