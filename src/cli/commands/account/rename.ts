import { THE_OPERATOR } from '../../../services/people/doer.ts'
import { accountNamed, withAdmin } from '../../administration.ts'
import { type Command, EXIT, fail, misuse } from '../../command.ts'

export const accountRename: Command = {
  name: 'account rename',
  summary: 'Renames an account',
  operands: [
    { name: 'account', sentence: 'Its name.' },
    { name: 'name', sentence: 'What it is called from now on.' },
  ],
  configured: true,
  run: withAdmin(false, async ({ io, operands: [name = '', next = ''] }, admin) => {
    const account = await accountNamed(admin, name)
    if (typeof account === 'string') return fail(io, account)
    const outcome = await admin.ownAccounts.rename(THE_OPERATOR, account.id, next)
    switch (outcome.kind) {
      case 'bad_name':
        return misuse(io, outcome.reason)
      case 'name_taken':
        return fail(io, `There is an account "${next}" already.`)
      case 'renamed':
        io.say(`The account "${name}" is now called "${next}".\n`)
        return EXIT.done
      default:
        return fail(io, `There is no account "${name}" any more.`)
    }
  }),
}
