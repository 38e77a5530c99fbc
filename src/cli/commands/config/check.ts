import { remarksOn } from '../../../config/remarks.ts'
import { type Command, EXIT, sayProblems } from '../../command.ts'
import { configWithFiles } from '../../config-with-files.ts'

export const configCheck: Command = {
  name: 'config check',
  summary: 'Reports every error in the config',
  about: 'Reads flags, variables and the file as serve would. The exit code is 2 when something is wrong.',
  configured: true,
  async run(invocation) {
    const { io } = invocation
    const loaded = await configWithFiles(invocation)
    if (!loaded.ok) return sayProblems(io, loaded.problems)
    io.out(
      loaded.config.evaluation
        ? 'There is no config file and no variable: this would be an evaluation on this machine only.\n'
        : `The configuration is right (${loaded.file ?? 'from variables and flags'}).\n`,
    )
    for (const remark of [...loaded.remarks, ...remarksOn(loaded.config)]) io.out(`${remark}\n`)
    return EXIT.done
  },
}
