import type { Admin } from '../../../app/admin.ts'
import type { Account } from '../../../core/access/account.ts'
import { THE_OPERATOR } from '../../../services/people/doer.ts'
import { accountNamed, withAdmin } from '../../administration.ts'
import { type Command, EXIT, fail, misuse } from '../../command.ts'
import { memberNamed, whyNot } from './naming.ts'

export const accountTransfer: Command = {
  name: 'account transfer',
  summary: 'Hands an account over to another owner',
  about:
    'Whoever owned it stays in it as admin. Of several owners, --from names the one who hands over; an account without an owner gets its first one.',
  operands: [
    { name: 'account', sentence: 'Its name.' },
    { name: 'address', sentence: 'Who owns it from now on: the address of somebody in the account.' },
  ],
  options: { from: { value: 'address', sentence: 'Who hands it over.', default: 'its only owner' } },
  configured: true,
  run: withAdmin(false, async ({ io, value, operands: [name = '', email = ''] }, admin) => {
    const account = await accountNamed(admin, name)
    if (typeof account === 'string') return fail(io, account)
    const next = await memberNamed(admin, account, email)
    if (typeof next === 'string') return fail(io, next)
    const before = await ownerOf(admin, account, value('from'))
    if (before.kind === 'unclear') return misuse(io, before.reason)
    if (before.personId === next.person.id)
      return fail(io, `${next.person.email} owns the account "${name}" already.`)
    const change = await admin.members.transfer(THE_OPERATOR, account.id, next.person.id, before.personId)
    const reason = whyNot(change, name, before.email ?? next.person.email)
    if (reason !== undefined) return fail(io, reason)
    io.say(
      `${next.person.email} now owns the account "${name}".${before.email === undefined ? '' : ` ${before.email} is admin.`}\n`,
    )
    return EXIT.done
  }),
}

type Before = { kind: 'owner'; personId?: string; email?: string } | { kind: 'unclear'; reason: string }

/** Who hands the account over: whoever is named, or its only owner; nobody where it has none. */
async function ownerOf(admin: Admin, account: Account, named: string | undefined): Promise<Before> {
  if (named !== undefined) {
    const member = await memberNamed(admin, account, named)
    if (typeof member === 'string') return { kind: 'unclear', reason: member }
    return { kind: 'owner', personId: member.person.id, email: member.person.email }
  }
  const members = await admin.members.list(THE_OPERATOR, account.id)
  const owners = members.ok ? members.value.filter(({ role }) => role === 'owner') : []
  const [only, another] = owners
  if (another) {
    const addresses = owners.map(({ person }) => person.email).join(', ')
    return {
      kind: 'unclear',
      reason: `The account has several owners: ${addresses}. Name who hands it over: --from.`,
    }
  }
  return { kind: 'owner', ...(only && { personId: only.person.id, email: only.person.email }) }
}
