import { remarksOn } from '../../../config/remarks.ts'
import { type Command, EXIT, sayProblems } from '../../command.ts'
import { configWithFiles } from '../../config-with-files.ts'

export const configCheck: Command = {
  name: 'config check',
  summary: 'Reports every error in the config',
  about:
    'Reads flags, variables and the file as serve would, and tries what a start needs: the data directory, keys and certificates, and the ports unless the service runs. Of a PostgreSQL database (store.url) it says why a start would be refused: that it is not reached, the password, the version, the key of the other hosts. As root it also says what the user of the service may not read. Nothing is changed. The exit code is 2 when something is wrong.',
  configured: true,
  async run(invocation) {
    const { io, deps } = invocation
    const loaded = await configWithFiles(invocation)
    const start = await deps.checkStart(loaded.ok ? { ...loaded, doubtful: [] } : loaded.nearly)
    if (!loaded.ok) return sayProblems(io, [...loaded.problems, ...start.problems])
    if (start.problems.length > 0) return sayProblems(io, start.problems)
    io.out(
      loaded.config.evaluation
        ? 'There is no config file and no variable: this would be an evaluation on this machine only.\n'
        : `The configuration is right (${loaded.file ?? 'from variables and flags'}).\n`,
    )
    if (start.runs) io.out('The service runs: its ports were not tried.\n')
    for (const remark of [...start.remarks, ...loaded.remarks, ...remarksOn(loaded.config)])
      io.out(`${remark}\n`)
    return EXIT.done
  },
}
