import type { Admin } from '../../../app/admin.ts'
import type { DestinationActor } from '../../../services/destinations/told.ts'
import { accountNamed, withAdmin } from '../../administration.ts'
import { type Command, EXIT, fail, type Invocation, misuse } from '../../command.ts'
import { json, table } from '../../table.ts'
import { JSON_OPTION } from './meant.ts'
import { asJson, kindWords, stateWords } from './told.ts'

type Owner = { name: string; actor: DestinationActor }

export const alertsList: Command = {
  name: 'alerts list',
  summary: 'Lists webhooks and alert channels, and how they are',
  options: {
    account: { value: 'name', sentence: 'Only those of this account.' },
    instance: { sentence: 'Only those of the service itself.' },
    json: JSON_OPTION,
  },
  configured: true,
  run: withAdmin(false, async (invocation, admin) => {
    const { io, isSet } = invocation
    const owners = await ownersFor(invocation, admin)
    if (typeof owners === 'string') return fail(io, owners)
    if (owners.length === 0) return misuse(io, '--account and --instance exclude each other.')
    const lists = await Promise.all(
      owners.map(async ({ name, actor }) => {
        const listed = await admin.destinations.list(actor)
        return listed.ok ? listed.value.map((destination) => ({ owner: name, destination })) : []
      }),
    )
    const all = lists.flat()
    if (isSet('json'))
      io.out(json(all.map(({ owner, destination }) => ({ of: owner, ...asJson(destination) }))))
    else if (all.length === 0)
      io.say('There are no webhooks and alert channels. mailgauge alerts add adds one.\n')
    else {
      const rows = all.map(({ owner, destination }) => [
        destination.name,
        owner,
        kindWords(destination.kind),
        destination.shown,
        stateWords(destination),
      ])
      io.out(table(['NAME', 'OF', 'KIND', 'ADDRESS', 'STATE'], rows))
    }
    return EXIT.done
  }),
}

async function ownersFor({ value, isSet }: Invocation, admin: Admin): Promise<Owner[] | string> {
  const named = value('account')
  const instance: Owner = { name: '(the service)', actor: { kind: 'operator' } }
  if (isSet('instance')) return named === undefined ? [instance] : []
  const account = named === undefined ? undefined : await accountNamed(admin, named)
  if (typeof account === 'string') return account
  const accounts = account ? [account] : await admin.accounts.list()
  const own = accounts.map(({ id, name }): Owner => ({ name, actor: { kind: 'operator', accountId: id } }))
  return account ? own : [...own, instance]
}
