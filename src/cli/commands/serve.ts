import { shownSetting } from '../../config/masked.ts'
import { type Command, EXIT, fail, sayProblems } from '../command.ts'
import { configWithFiles } from '../config-with-files.ts'

export const serve: Command = {
  name: 'serve',
  summary: 'Runs the service until it is stopped',
  about:
    'Receives mail, analyses it, and serves the API and the web site. Without a config file and without any MAILGAUGE_ variable it runs for evaluation: on this machine only, with sample messages of a built-in domain. SIGTERM and SIGINT end it; accepted mail is never lost. SIGHUP makes it read its configuration again. The exit code is 78 when it does not start and a restart would not help.',
  configured: true,
  examples: [
    ['mailgauge serve', 'As mailgauge.toml here or in /etc/mailgauge says; else for evaluation.'],
    ['mailgauge serve --config /etc/mailgauge/mailgauge.toml', 'With the config of that file.'],
    ['mailgauge serve --smtp.listen 127.0.0.1:2626', 'Evaluation on another port.'],
  ],
  async run(invocation) {
    const { io, deps } = invocation
    const loaded = await configWithFiles(invocation)
    if (!loaded.ok) {
      sayProblems(io, loaded.problems)
      return EXIT.notToBeRestarted
    }
    const settings = loaded.settings.map(shownSetting)
    const read = async () => {
      const again = await configWithFiles(invocation)
      return again.ok ? { ...again, settings: again.settings.map(shownSetting) } : again
    }
    const output = { terminal: io.terminal, say: io.out, warn: io.say, settings, read }
    const refused = await deps.serve(loaded.config, output)
    if (refused === undefined) return EXIT.done
    fail(io, refused.says)
    return refused.mayPass ? EXIT.failed : EXIT.notToBeRestarted
  },
}
