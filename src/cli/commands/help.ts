import { type Command, EXIT, misuse } from '../command.ts'
import { helpOn, topicMeant } from '../help.ts'

export const help: Command = {
  name: 'help',
  summary: 'Shows help on a command or on the config options',
  operands: [
    {
      name: 'command',
      sentence: 'A command (key create), a group of them (key), or "options".',
      optional: true,
    },
    { name: 'subcommand', sentence: 'The second word of the command.', optional: true },
  ],
  run({ io, operands, commands }) {
    const topic = operands.join(' ')
    const text = helpOn(topic, commands)
    if (text === undefined) {
      const meant = topicMeant(topic, commands)
      return misuse(
        io,
        `There is no help on "${topic}"${meant === undefined ? '. mailgauge help lists the commands.' : `, did you mean ${meant}?`}`,
      )
    }
    io.out(text)
    return EXIT.done
  },
}
