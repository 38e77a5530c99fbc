import { didYouMean } from '../../../config/suggest.ts'
import { readMailbox } from '../../../core/mailbox.ts'
import { MESSAGE_NAMES } from '../../../services/outgoing/messages.ts'
import { type Command, EXIT, fail, misuse, withConfig } from '../../command.ts'

const NAMES = MESSAGE_NAMES.join(', ')

export const relayTest: Command = {
  name: 'relay test',
  summary: 'Sends a test message through the relay of the config',
  about:
    'Sends what people get: a test message, or with --message any other one with sample content and a link that leads to the front page. Says what the relay answered, and where it failed: connection, TLS, sign-in, sender, recipient or message. It takes no longer than relay.timeout. Sent to an address of a test, the report says how well the mail of this service is delivered.',
  operands: [{ name: 'address', sentence: 'Where the message goes.' }],
  options: {
    message: { value: 'name', sentence: `Which message: ${NAMES}.`, default: 'test' },
  },
  configured: true,
  examples: [
    ['mailgauge relay test you@example.org', 'The test message.'],
    ['mailgauge relay test you@example.org --message password-reset', 'What a password reset looks like.'],
  ],
  run: withConfig(async ({ io, deps, operands, value }, config) => {
    const written = value('message') ?? 'test'
    const name = MESSAGE_NAMES.find((known) => known === written)
    if (!name) {
      const meant = didYouMean(written, MESSAGE_NAMES)
      return misuse(io, `There is no message "${written}"${meant} The messages: ${NAMES}.`)
    }
    const to = readMailbox(operands[0] ?? '')
    if (!to) return misuse(io, `"${operands[0]}" is no address that mail can be sent to.`)
    const outcome = await deps.sendTestMail(config, name, to)
    if (outcome.kind === 'failed') return fail(io, outcome.says)
    io.say(`${outcome.says}\n`)
    return outcome.kind === 'timeout' ? EXIT.timeout : EXIT.done
  }),
}
