import { didYouMean } from '../../config/suggest.ts'
import { type Command, EXIT, fail, misuse, withConfig } from '../command.ts'

const KINDS = ['clean', 'bad'] as const

export const sample: Command = {
  name: 'sample',
  summary: 'Sends a sample to a test address of a running evaluation',
  about:
    'The samples come from a demo domain under .example whose records are built in and answered in evaluation mode only. "clean" is what a well-run sender sends and scores 10; "bad" has faults for the report to find.',
  operands: [
    { name: 'kind', sentence: 'clean or bad.' },
    { name: 'address', sentence: 'The test address, as the page or the API shows it.' },
  ],
  configured: true,
  examples: [['mailgauge sample clean abcdefghijkl@mailgauge.localhost', 'A message that scores 10.']],
  run: withConfig(async ({ io, deps, operands }, config) => {
    const [written = '', address = ''] = operands
    const kind = KINDS.find((known) => known === written)
    if (!kind)
      return misuse(
        io,
        `There is no sample "${written}"${didYouMean(written, KINDS)} Samples: ${KINDS.join(', ')}.`,
      )
    if (!config.evaluation) {
      return fail(
        io,
        'Samples are for evaluation: this service has a config, and outside evaluation nobody answers for the demo domain.',
      )
    }
    const refused = await deps.sendSample(config, kind, address)
    if (refused !== undefined) return fail(io, refused)
    io.say(`The ${kind} sample was delivered to ${address}.\n`)
    return EXIT.done
  }),
}
