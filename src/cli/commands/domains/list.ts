import { accountNamed, withAdmin } from '../../administration.ts'
import { type Command, EXIT, fail } from '../../command.ts'
import { json, table, when } from '../../table.ts'
import { asJson, stateOf, zoneLine } from './told.ts'

export const domainsList: Command = {
  name: 'domains list',
  summary: 'Lists domains, and whether they are verified',
  options: {
    account: { value: 'name', sentence: 'Only the domains of this account.' },
    records: { sentence: 'Prints the records that verify them, as lines of a zone file.' },
    json: { sentence: 'Prints JSON.' },
  },
  configured: true,
  run: withAdmin(false, async ({ io, value, isSet }, admin) => {
    const named = value('account')
    const account = named === undefined ? undefined : await accountNamed(admin, named)
    if (typeof account === 'string') return fail(io, account)
    const accounts = account ? [account] : await admin.accounts.list()
    const lists = await Promise.all(
      accounts.map(async ({ id, name }) => {
        const domains = await admin.domains.list({ kind: 'operator', accountId: id })
        return domains.map((domain) => ({ account: name, domain }))
      }),
    )
    const all = lists.flat()
    if (isSet('json'))
      io.out(json(all.map(({ account: name, domain }) => ({ account: name, ...asJson(domain) }))))
    else if (isSet('records')) io.out(all.map(({ domain }) => zoneLine(domain)).join(''))
    else if (all.length === 0) io.say('There are no domains. mailgauge domains add adds one.\n')
    else {
      const rows = all.map(({ account: name, domain }) => [
        domain.domain,
        name,
        stateOf(domain),
        when(domain.checked?.at, 'never'),
        domain.checked?.says ?? '',
      ])
      io.out(table(['DOMAIN', 'ACCOUNT', 'STATE', 'LAST LOOK', 'SEEN'], rows))
    }
    return EXIT.done
  }),
}
