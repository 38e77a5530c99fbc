import type { OpenRescoring } from '../../app/rescore.ts'
import { isToken } from '../../core/mail-test.ts'
import type { HintChange } from '../../core/report.ts'
import { MESSAGE_KINDS } from '../../core/report.ts'
import type { Rescored } from '../../services/analysis/rescoring/rescoring.ts'
import { type Command, EXIT, fail, type Invocation, misuse, withConfig } from '../command.ts'
import { rescoredText, summaryText, Tally } from '../rescoring.ts'

const KINDS = [...MESSAGE_KINDS, 'inferred'] as const

export const rescore: Command = {
  name: 'rescore',
  summary: 'Scores stored messages again, from their evidence',
  about:
    'No query is sent: what the DNS, the web and scanners answered is taken from the evidence of each report. Without --write it only shows what would change. It may run beside the service, and sends no events. Exit code 1: a message could not be scored again, or a report differs although nothing changed.',
  operands: [{ name: 'token', sentence: 'The token of a test.', optional: true }],
  options: {
    all: { sentence: 'Every message that has a report.' },
    diff: { sentence: 'Shows which checks and which versions of scoring and data changed.' },
    kind: {
      value: 'kind',
      sentence: `With a token: what its owner says of the mail: ${KINDS.join(', ')}.`,
    },
    bulk: {
      value: 'yes|no',
      sentence: 'With a token: whether its owner sends 5,000 messages a day or more.',
    },
    write: { sentence: 'Stores the new reports in place of the old ones.' },
  },
  configured: true,
  examples: [
    ['mailgauge rescore --all --diff', 'How a new version would score all stored messages.'],
    [
      'mailgauge rescore k5x2mzq7c3w4n6r2t7b5d3f4ga --kind marketing --bulk yes --diff',
      'What its reports would be if its owner said so.',
    ],
    ['mailgauge rescore --all --write', 'Brings all reports to this version.'],
  ],
  run: withConfig(async (invocation, config) => {
    const { io, operands, isSet, deps } = invocation
    const token = operands[0]
    if ((token === undefined) !== isSet('all')) return misuse(io, 'Name a test by its token, or give --all.')
    if (token !== undefined && !isToken(token)) return misuse(io, `"${token}" is not a test token.`)
    const change = hintChange(invocation)
    if (typeof change === 'string') return misuse(io, change)
    if (change && token === undefined)
      return misuse(io, 'What an owner says is of one test: name it by its token.')
    const opened = await deps.openRescoring(config, isSet('write'), (sentence) => io.say(`${sentence}\n`))
    if ('refused' in opened) return fail(io, opened.refused)
    try {
      if (token === undefined) return await show(invocation, opened.all())
      const hints = change && (await opened.said(token, change))
      if (change && !hints) return fail(io, 'There is no such test, or it has expired.')
      return await show(invocation, opened.ofTest(token, hints))
    } finally {
      await opened.close()
    }
  }),
}

/** What --kind and --bulk say; absent: neither is given; a text: what is wrong with them. */
function hintChange({ value }: Invocation): HintChange | string | undefined {
  const [said, bulk] = [value('kind'), value('bulk')]
  if (said === undefined && bulk === undefined) return undefined
  const kind = KINDS.find((one) => one === said)
  if (said !== undefined && !kind) return `--kind is one of ${KINDS.join(', ')}.`
  if (bulk !== undefined && bulk !== 'yes' && bulk !== 'no') return '--bulk is yes or no.'
  return { ...(kind && { kind }), ...(bulk !== undefined && { bulk: bulk === 'yes' }) }
}

/** A person who waits for thousands of messages is told how far it is. */
const SAY_EVERY = 500

const nothingIn = (token: string | undefined) =>
  token === undefined
    ? 'There is no message with a report.'
    : `There is no test ${token}, or no message in it that has a report.`

async function show(
  { io, isSet, operands }: Invocation,
  results: ReturnType<OpenRescoring['all']>,
): Promise<number> {
  const tally = new Tally()
  for await (const result of results as AsyncIterable<Rescored>) {
    tally.add(result)
    const text = rescoredText(result, isSet('diff'))
    if (text !== '') io.out(text)
    if (io.attended && tally.messages % SAY_EVERY === 0) io.say(`${tally.messages} messages so far.\n`)
  }
  if (tally.messages === 0) return fail(io, nothingIn(operands[0]))
  io.out(summaryText(tally, isSet('write')))
  return tally.failed + tally.faults > 0 ? EXIT.failed : EXIT.done
}
