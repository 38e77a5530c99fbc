import { ROLES } from '../../../core/access/role.ts'
import { THE_OPERATOR } from '../../../services/people/doer.ts'
import type { Inviting } from '../../../services/people/invitations/told.ts'
import { accountNamed, withAdmin } from '../../administration.ts'
import { type Command, EXIT, fail, type Invocation, misuse } from '../../command.ts'
import { json, when } from '../../table.ts'
import { roleNamed } from './naming.ts'

export const accountInvite: Command = {
  name: 'account invite',
  summary: 'Invites somebody to an account and prints the link',
  about:
    'The link goes to standard output and works once. It cannot be shown again: only a hash of it is stored. Whoever has the link of an invitation without --email can accept it.',
  operands: [{ name: 'account', sentence: 'Its name.' }],
  options: {
    role: { value: 'role', sentence: `What they may do: ${ROLES.join(', ')}.`, default: 'member' },
    email: {
      value: 'address',
      sentence: 'Only who has this address may accept.',
      default: 'anybody with the link',
    },
    json: { sentence: 'Prints JSON.' },
  },
  configured: true,
  examples: [
    ['mailgauge account invite shop --role owner', 'A link that makes whoever opens it an owner of "shop".'],
    ['mailgauge account invite shop --email ann@example.com', 'A link for Ann alone.'],
  ],
  run: withAdmin(false, async (invocation, admin) => {
    const { io, value, operands } = invocation
    const [name = ''] = operands
    const role = roleNamed(value('role') ?? 'member')
    if (typeof role !== 'string') return misuse(io, role.reason)
    const account = await accountNamed(admin, name)
    if (typeof account === 'string') return fail(io, account)
    const email = value('email')
    const request = { role, by: 'link', ...(email !== undefined && { email }) } as const
    return told(invocation, name, await admin.invitations.invite(THE_OPERATOR, account.id, request))
  }),
}

function told({ io, isSet, value }: Invocation, account: string, invited: Inviting): number {
  switch (invited.kind) {
    case 'bad_email':
      return misuse(io, `"${value('email')}" is no address that somebody can sign in with.`)
    case 'is_member':
      return fail(io, `${value('email')} is in the account "${account}" already.`)
    case 'too_many_open':
      return fail(io, `The account "${account}" has 100 open invitations. Revoke some on its page of people.`)
    case 'invited': {
      const { invitation, link = '' } = invited
      const { id, role, email, expiresAt } = invitation
      if (isSet('json')) {
        io.out(json({ id, account, role, email, expires_at: expiresAt, link }))
        return EXIT.done
      }
      io.out(`${link}\n`)
      io.say(
        `Invitation to the account "${account}" as ${role}, for ${email ?? 'anybody with the link'}. It works once, until ${when(expiresAt, '')}, and is not shown again.\n`,
      )
      return EXIT.done
    }
    default:
      return fail(io, `There is no account "${account}" any more.`)
  }
}
