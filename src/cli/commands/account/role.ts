import { ROLES } from '../../../core/access/role.ts'
import { THE_OPERATOR } from '../../../services/people/doer.ts'
import { accountNamed, withAdmin } from '../../administration.ts'
import { type Command, EXIT, fail, misuse } from '../../command.ts'
import { memberNamed, roleNamed, whyNot } from './naming.ts'

export const accountRole: Command = {
  name: 'account role',
  summary: 'Changes the role of somebody in an account',
  about:
    'viewer reads tests and reports. member also creates, shares and deletes tests. admin also manages keys and people up to admin. owner also manages owners, hands the account over and deletes it.',
  operands: [
    { name: 'account', sentence: 'Its name.' },
    { name: 'address', sentence: 'Who: the address they sign in with.' },
    { name: 'role', sentence: `${ROLES.join(', ')}.` },
  ],
  configured: true,
  examples: [['mailgauge account role shop ann@example.com admin', 'Ann administers the account "shop".']],
  run: withAdmin(false, async ({ io, operands: [name = '', email = '', written = ''] }, admin) => {
    const role = roleNamed(written)
    if (typeof role !== 'string') return misuse(io, role.reason)
    const account = await accountNamed(admin, name)
    if (typeof account === 'string') return fail(io, account)
    const member = await memberNamed(admin, account, email)
    if (typeof member === 'string') return fail(io, member)
    const change = await admin.members.setRole(THE_OPERATOR, account.id, member.person.id, role)
    const reason = whyNot(change, name, member.person.email)
    if (reason !== undefined) return fail(io, reason)
    io.say(`${member.person.email} is now ${role} of the account "${name}".\n`)
    return EXIT.done
  }),
}
