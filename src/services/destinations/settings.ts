import { isName, NAME_RULE } from '../../core/access/account.ts'
import type { DestinationFilter } from '../../core/watching/destination.ts'
import type { Store } from '../../store/store.ts'
import type { DestinationOwner } from '../../store/watching/destinations.ts'
import { typesFor } from './event-types.ts'

const MOST_LISTED = 1_000

/** What is wrong with the name of a destination, in a sentence. */
export const problemOfName = (name: unknown): string | undefined =>
  typeof name === 'string' && isName(name) ? undefined : NAME_RULE

/** What is wrong with what a destination is to be told, in a sentence. */
export async function problemOfFilter(
  store: Pick<Store, 'domains' | 'monitors'>,
  owner: DestinationOwner,
  { types, monitorIds, domainIds }: DestinationFilter,
): Promise<string | undefined> {
  const problem = problemOfTypes(types, owner)
  if (problem !== undefined) return problem
  if (owner === 'instance')
    return monitorIds || domainIds
      ? 'A destination of the instance is told of no monitors and no domains.'
      : undefined
  return (
    problemOfList('monitors', monitorIds) ??
    problemOfList('domains', domainIds) ??
    problemOfIds('domain', domainIds, await known(domainIds, () => store.domains.list(owner.accountId))) ??
    problemOfIds('monitor', monitorIds, await known(monitorIds, () => store.monitors.list(owner.accountId)))
  )
}

function problemOfTypes(types: readonly unknown[], owner: DestinationOwner): string | undefined {
  const possible: readonly unknown[] = typesFor(owner === 'instance' ? 'instance' : 'account')
  if (!isList(types) || types.length === 0) return 'Choose at least one type of event.'
  const unknown = types.find((type) => !possible.includes(type))
  return unknown === undefined
    ? undefined
    : `There is no type of event "${unknown.slice(0, 100)}" here. There are: ${possible.join(', ')}.`
}

function problemOfList(what: string, ids: readonly unknown[] | undefined): string | undefined {
  if (ids === undefined) return undefined
  if (!isList(ids) || ids.length === 0)
    return `A list of ${what} names at least one of them; without it, all are meant.`
  return ids.length > MOST_LISTED ? `A list of ${what} names at most ${MOST_LISTED}.` : undefined
}

async function known(
  ids: readonly string[] | undefined,
  list: () => Promise<readonly { id: string }[]>,
): Promise<ReadonlySet<string>> {
  return new Set(ids ? (await list()).map(({ id }) => id) : [])
}

const problemOfIds = (what: string, ids: readonly string[] | undefined, there: ReadonlySet<string>) =>
  !ids || ids.every((id) => there.has(id)) ? undefined : `A ${what} of the list is none of the account.`

/** Without what stands in it twice, in one order. */
export function tidyFilter({ types, monitorIds, domainIds }: DestinationFilter): DestinationFilter {
  const once = <T>(list: readonly T[]) => [...new Set(list)].toSorted()
  return {
    types: once(types),
    ...(monitorIds && { monitorIds: once(monitorIds) }),
    ...(domainIds && { domainIds: once(domainIds) }),
  }
}

const isList = (list: unknown): list is readonly string[] =>
  Array.isArray(list) && list.length <= MOST_LISTED * 10 && list.every((one) => typeof one === 'string')
