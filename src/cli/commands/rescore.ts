import type { OpenRescoring } from '../../app/rescore.ts'
import { isToken } from '../../core/mail-test.ts'
import type { Rescored } from '../../services/rescoring/rescoring.ts'
import { type Command, EXIT, fail, type Invocation, misuse, withConfig } from '../command.ts'
import { rescoredText, summaryText, Tally } from '../rescoring.ts'

export const rescore: Command = {
  name: 'rescore',
  summary: 'Judges stored messages again, from their evidence',
  about:
    'Nobody is asked: what the DNS, the web and scanners said is taken from the evidence of each report. Without --write it only says what would change. It may run beside the service, and makes no events. Exit code 1: a message could not be judged again, or a report differs although nothing changed.',
  operands: [{ name: 'token', sentence: 'The token of a test.', optional: true }],
  options: {
    all: { sentence: 'Every message that has a report.' },
    diff: { sentence: 'Says which checks and which versions of scoring and data changed.' },
    write: { sentence: 'Stores the new reports in place of the old ones.' },
  },
  configured: true,
  examples: [
    ['mailgauge rescore --all --diff', 'What a new version would make of all stored messages.'],
    ['mailgauge rescore --all --write', 'Brings all reports to this version.'],
  ],
  run: withConfig(async (invocation, config) => {
    const { io, operands, isSet, deps } = invocation
    const token = operands[0]
    if ((token === undefined) !== isSet('all')) return misuse(io, 'Name a test by its token, or give --all.')
    if (token !== undefined && !isToken(token)) return misuse(io, `"${token}" is no token of a test.`)
    const opened = await deps.openRescoring(config, isSet('write'), (sentence) => io.say(`${sentence}\n`))
    if ('refused' in opened) return fail(io, opened.refused)
    try {
      return await show(invocation, token === undefined ? opened.all() : opened.ofTest(token))
    } finally {
      await opened.close()
    }
  }),
}

async function show({ io, isSet }: Invocation, results: ReturnType<OpenRescoring['all']>): Promise<number> {
  const tally = new Tally()
  for await (const result of results as AsyncIterable<Rescored>) {
    tally.add(result)
    const text = rescoredText(result, isSet('diff'))
    if (text !== '') io.out(text)
  }
  if (tally.messages === 0) return fail(io, 'There is no message with a report.')
  io.out(summaryText(tally, isSet('write')))
  return tally.failed + tally.faults > 0 ? EXIT.failed : EXIT.done
}
