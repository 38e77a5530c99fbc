import type { Context } from '../../context.ts'
import { command, type Inquiry, ok, problem } from '../../finding.ts'

const MOST = 10

export const configuration: Inquiry<Context> = {
  id: 'configuration',
  title: 'Configuration and start',
  read: 'docs/operating.md#configuration',
  ofHost: true,
  look({ settings: { problems, configFile, evaluation } }) {
    if (problems.length === 0) {
      if (evaluation) return ok('There is no config file, which is right for an evaluation.')
      return configFile ? ok(`${configFile.path} is in order.`) : ok('It is in order.')
    }
    const more = problems.length > MOST ? ` And ${problems.length - MOST} more.` : ''
    const count = problems.length === 1 ? 'One thing is' : `${problems.length} things are`
    return problem(
      `${count} wrong, and the service does not start with it as it is: ${problems.slice(0, MOST).join(' ')}${more}`,
      command('Correct it, then check it again:', 'mailgauge config check'),
    )
  },
}
