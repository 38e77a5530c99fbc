import { THE_OPERATOR } from '../../../services/people/doer.ts'
import { withAdmin } from '../../administration.ts'
import { type Command, EXIT } from '../../command.ts'
import { json, table, when } from '../../table.ts'
import { withoutOwner } from './naming.ts'

export const accountList: Command = {
  name: 'account list',
  summary: 'Lists accounts by name',
  options: { json: { sentence: 'Prints JSON.' } },
  configured: true,
  run: withAdmin(false, async ({ io, isSet }, { accounts, members }) => {
    const rows = await Promise.all(
      (await accounts.list()).map(async (account) => {
        const all = await members.list(THE_OPERATOR, account.id)
        const people = all.ok ? all.value : []
        const owners = people.filter(({ role }) => role === 'owner').length
        return { ...account, effective: accounts.planOf(account).name, people: people.length, owners }
      }),
    )
    if (isSet('json')) {
      io.out(
        json(
          rows.map(({ id, name, effective, people, owners, createdAt }) => ({
            id,
            name,
            plan: effective,
            people,
            owners,
            created_at: createdAt,
          })),
        ),
      )
    } else if (rows.length === 0) {
      io.say('There are no accounts. mailgauge account create creates one.\n')
    } else {
      const cells = rows.map(({ id, name, plan, effective, people, createdAt }) => [
        name,
        plan === effective ? plan : `${effective} (its plan "${plan}" is not in the config)`,
        String(people),
        when(createdAt, ''),
        id,
      ])
      io.out(table(['NAME', 'PLAN', 'PEOPLE', 'CREATED', 'ID'], cells))
      for (const { name, owners } of rows) if (owners === 0) io.say(withoutOwner(name))
    }
    return EXIT.done
  }),
}
