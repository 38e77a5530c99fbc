import { type Command, EXIT } from '../command.ts'

export const version: Command = {
  name: 'version',
  summary: 'Prints the version',
  run({ io, deps }) {
    io.out(`mailgauge ${deps.version}\n`)
    return EXIT.done
  },
}
