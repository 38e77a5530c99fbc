import { emailKey } from '../../../core/access/person.ts'
import { THE_OPERATOR } from '../../../services/people/doer.ts'
import { accountNamed, withAdmin } from '../../administration.ts'
import { type Command, EXIT, fail } from '../../command.ts'
import { quoted } from './naming.ts'

export const accountUninvite: Command = {
  name: 'account uninvite',
  summary: 'Revokes an invitation to an account',
  operands: [
    { name: 'account', sentence: 'Its name.' },
    {
      name: 'invitation',
      sentence: 'The address that was invited, or the id that account people --json shows.',
    },
  ],
  configured: true,
  run: withAdmin(false, async ({ io, operands: [name = '', written = ''] }, admin) => {
    const account = await accountNamed(admin, name)
    if (typeof account === 'string') return fail(io, account)
    const open = await admin.invitations.list(THE_OPERATOR, account.id)
    const key = emailKey(written)
    const found = (open.ok ? open.value : []).filter(
      ({ id, email }) =>
        id === written || (key !== undefined && email !== undefined && emailKey(email) === key),
    )
    for (const { id } of found) await admin.invitations.revoke(THE_OPERATOR, account.id, id)
    if (found.length === 0) {
      return fail(
        io,
        `There is no open invitation "${written}" to the account "${name}". mailgauge account people ${quoted(name)} lists them.`,
      )
    }
    io.say(`Revoked: the link for ${found[0]?.email ?? written} no longer works.\n`)
    return EXIT.done
  }),
}
