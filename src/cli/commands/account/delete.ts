import { THE_OPERATOR } from '../../../services/people/doer.ts'
import { accountNamed, withAdmin } from '../../administration.ts'
import { type Command, EXIT, fail, misuse } from '../../command.ts'
import { quoted } from './naming.ts'

export const accountDelete: Command = {
  name: 'account delete',
  summary: 'Deletes an account with everything in it',
  about:
    'Its tests, messages, reports, keys, invitations and its part of the audit log are deleted for good. Mail to its test addresses is refused and its keys stop working at once. People stay people of this instance. There is no way back: export it first.',
  operands: [{ name: 'account', sentence: 'Its name.' }],
  options: { yes: { sentence: 'Deletes it. Without this nothing happens.' } },
  configured: true,
  run: withAdmin(false, async ({ io, isSet, operands: [name = ''] }, admin) => {
    const account = await accountNamed(admin, name)
    if (typeof account === 'string') return fail(io, account)
    if (!isSet('yes')) {
      return misuse(
        io,
        `Nothing was deleted. This deletes the account "${name}" with its tests, messages, domains, history, keys and log for good. To keep a copy: mailgauge account export ${quoted(name)} --to FILE. To delete it: mailgauge account delete ${quoted(name)} --yes`,
      )
    }
    const outcome = await admin.ownAccounts.delete(THE_OPERATOR, account.id, account.name)
    if (outcome.kind !== 'deleted') return fail(io, `There is no account "${name}" any more.`)
    io.say(
      `Deleted the account "${name}". What it held on disk is cleared by the service in the background.\n`,
    )
    return EXIT.done
  }),
}
