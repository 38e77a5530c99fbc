import { THE_OPERATOR } from '../../../services/people/doer.ts'
import { accountNamed, withAdmin } from '../../administration.ts'
import { type Command, EXIT, fail } from '../../command.ts'
import { json, table, when } from '../../table.ts'
import { withoutOwner } from './naming.ts'

export const accountPeople: Command = {
  name: 'account people',
  summary: 'Lists the people of an account, and its invitations',
  operands: [{ name: 'account', sentence: 'Its name.' }],
  options: { json: { sentence: 'Prints JSON.' } },
  configured: true,
  run: withAdmin(false, async ({ io, isSet, operands: [name = ''] }, admin) => {
    const account = await accountNamed(admin, name)
    if (typeof account === 'string') return fail(io, account)
    const members = await admin.members.list(THE_OPERATOR, account.id)
    const invitations = await admin.invitations.list(THE_OPERATOR, account.id)
    if (!members.ok || !invitations.ok) throw new Error('the operator may read this')
    const open = invitations.value.filter(({ expiresAt }) => expiresAt > io.now())
    if (isSet('json')) {
      io.out(
        json({
          people: members.value.map(({ person, role, since }) => ({
            id: person.id,
            email: person.email,
            name: person.name,
            role,
            since,
          })),
          invitations: open.map(({ id, role, email, expiresAt }) => ({
            id,
            role,
            email,
            expires_at: expiresAt,
          })),
        }),
      )
      return EXIT.done
    }
    const rows = [
      ...members.value.map(({ person, role, since }) => [person.email, role, when(since, ''), person.name]),
      ...open.map(({ email, role, expiresAt }) => [
        email ?? 'anybody with the link',
        role,
        `invited until ${when(expiresAt, '')}`,
        '',
      ]),
    ]
    if (rows.length > 0) io.out(table(['ADDRESS', 'ROLE', 'SINCE', 'NAME'], rows))
    if (!members.value.some(({ role }) => role === 'owner')) io.say(withoutOwner(name))
    return EXIT.done
  }),
}
