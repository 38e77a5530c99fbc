import { THE_OPERATOR } from '../../../services/people/doer.ts'
import { accountNamed, withAdmin } from '../../administration.ts'
import { type Command, EXIT, fail } from '../../command.ts'
import { memberNamed, whyNot } from './naming.ts'

export const accountRemove: Command = {
  name: 'account remove',
  summary: 'Removes somebody from an account',
  about:
    'They stay a person of this instance, and what they made stays in the account. API keys go on working: revoke those that they know.',
  operands: [
    { name: 'account', sentence: 'Its name.' },
    { name: 'address', sentence: 'Who: the address they sign in with.' },
  ],
  configured: true,
  run: withAdmin(false, async ({ io, operands: [name = '', email = ''] }, admin) => {
    const account = await accountNamed(admin, name)
    if (typeof account === 'string') return fail(io, account)
    const member = await memberNamed(admin, account, email)
    if (typeof member === 'string') return fail(io, member)
    const change = await admin.members.remove(THE_OPERATOR, account.id, member.person.id)
    const reason = whyNot(change, name, member.person.email)
    if (reason !== undefined) return fail(io, reason)
    io.say(
      `${member.person.email} is no longer in the account "${name}". Its API keys work as before; mailgauge key list --account shows them.\n`,
    )
    return EXIT.done
  }),
}
