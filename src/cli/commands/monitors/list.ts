import { accountNamed, withAdmin } from '../../administration.ts'
import { type Command, EXIT, fail } from '../../command.ts'
import { json, table, when } from '../../table.ts'
import { JSON_OPTION } from './meant.ts'
import { asJson, stateWords, subjectWords } from './told.ts'

export const monitorsList: Command = {
  name: 'monitors list',
  summary: 'Lists monitors, and how they are',
  about: 'With --json it prints what mailgauge monitors apply takes.',
  options: {
    account: { value: 'name', sentence: 'Only the monitors of this account.' },
    json: JSON_OPTION,
  },
  configured: true,
  run: withAdmin(false, async ({ io, value, isSet }, admin, config) => {
    const named = value('account')
    const account = named === undefined ? undefined : await accountNamed(admin, named)
    if (typeof account === 'string') return fail(io, account)
    const accounts = account ? [account] : await admin.accounts.list()
    const lists = await Promise.all(
      accounts.map(async ({ id, name }) => {
        const monitors = await admin.monitors.list({ kind: 'operator', accountId: id })
        return monitors.map((monitor) => ({ account: name, monitor }))
      }),
    )
    const all = lists.flat()
    if (isSet('json')) {
      io.out(
        json(
          all.map(({ account: name, monitor }) => ({
            account: name,
            ...asJson(monitor, config.site.baseUrl),
          })),
        ),
      )
    } else if (all.length === 0) io.say('There are no monitors. mailgauge monitors create makes one.\n')
    else {
      const rows = all.map(({ account: name, monitor }) => [
        monitor.name,
        name,
        subjectWords(monitor),
        monitor.standing.score?.toFixed(1) ?? '',
        when(monitor.standing.last?.at, 'never'),
        stateWords(monitor),
      ])
      io.out(table(['MONITOR', 'ACCOUNT', 'WATCHES', 'SCORE', 'LAST MESSAGE', 'STATE'], rows))
    }
    return EXIT.done
  }),
}
