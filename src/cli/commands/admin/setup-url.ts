import { withAdmin } from '../../administration.ts'
import { type Command, EXIT, fail } from '../../command.ts'

export const adminSetupUrl: Command = {
  name: 'admin setup-url',
  summary: 'Prints a link that makes the first instance admin',
  about:
    'Whoever opens it takes the instance over, so hand it to nobody else. It works once, for a day; links printed before work no longer. Works beside a running service.',
  configured: true,
  run: withAdmin(true, async ({ io }, { operator }) => {
    const url = await operator.setupUrl()
    if (url === undefined) {
      return fail(
        io,
        'There is an instance admin already: the set-up is over. mailgauge admin list --admins shows who; mailgauge admin create makes another one.',
      )
    }
    io.out(`${url}\n`)
    io.say('It works once, for a day. Whoever opens it becomes instance admin.\n')
    return EXIT.done
  }),
}
