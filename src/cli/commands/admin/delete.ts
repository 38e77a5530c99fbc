import type { Obstacles } from '../../../services/people/own-end.ts'
import { withAdmin } from '../../administration.ts'
import { type Command, EXIT, fail, misuse } from '../../command.ts'
import { nobody, PERSON } from './person.ts'

export const adminDelete: Command = {
  name: 'admin delete',
  summary: 'Deletes somebody with every way to sign in',
  about:
    'Their sessions end at once. Keys, tests and what the audit log says of what they did belong to the accounts and stay. There is no way back.',
  operands: [PERSON],
  options: { yes: { sentence: 'Deletes them. Without this nothing happens.' } },
  configured: true,
  run: withAdmin(false, async ({ io, isSet, operands: [email = ''] }, { operator }) => {
    if (!isSet('yes')) return misuse(io, 'Nothing was deleted. Add --yes to delete this person for good.')
    const ending = await operator.delete(email)
    if (ending.kind === 'in_the_way') return fail(io, whyNot(email, ending.obstacles))
    if (ending.kind !== 'deleted') return nobody(io, email)
    io.say(`Deleted ${email}.\n`)
    return EXIT.done
  }),
}

function whyNot(email: string, { accounts, isLastAdmin }: Obstacles): string {
  const owned = accounts.map(({ name, isEmpty }) =>
    isEmpty
      ? `They are alone in the account "${name}": delete it first (mailgauge account delete), or invite another owner.`
      : `They are the only owner of the account "${name}": hand it over first (mailgauge account transfer).`,
  )
  const admin = isLastAdmin
    ? ['They are the only instance admin: make somebody else one first (mailgauge admin grant).']
    : []
  return `${email} was not deleted. ${[...owned, ...admin].join(' ')}`
}
