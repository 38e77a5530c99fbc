import { withAdmin } from '../../administration.ts'
import { type Command, EXIT } from '../../command.ts'
import { json, table, when } from '../../table.ts'

export const accountList: Command = {
  name: 'account list',
  summary: 'Lists accounts by name',
  options: { json: { sentence: 'Prints JSON.' } },
  configured: true,
  run: withAdmin(false, async ({ io, isSet }, { accounts }) => {
    const rows = (await accounts.list()).map((account) => ({
      ...account,
      effective: accounts.planOf(account).name,
    }))
    if (isSet('json')) {
      io.out(
        json(
          rows.map(({ id, name, effective, createdAt }) => ({
            id,
            name,
            plan: effective,
            created_at: createdAt,
          })),
        ),
      )
    } else if (rows.length === 0) {
      io.say('There are no accounts. mailgauge account create creates one.\n')
    } else {
      const cells = rows.map(({ id, name, plan, effective, createdAt }) => [
        name,
        plan === effective ? plan : `${effective} (its plan "${plan}" is not in the config)`,
        when(createdAt, ''),
        id,
      ])
      io.out(table(['NAME', 'PLAN', 'CREATED', 'ID'], cells))
    }
    return EXIT.done
  }),
}
