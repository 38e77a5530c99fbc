import type { AggregateReads, AggregateStore, NamedAddress } from '../../../store/aggregates.ts'
import { type NamingOutside, named } from './looking-up.ts'

export interface RenamingDeps extends Pick<NamingOutside, 'organisationOf' | 'knownSender' | 'networkOf'> {
  store: { aggregates: Pick<AggregateReads, 'names'> & Pick<AggregateStore, 'name'> }
}

/** Addresses that are looked at in one run, and that one statement reads and writes. */
const PER_RUN = 10_000
const AT_ONCE = 500

/**
 * Looks once, from the start of the process on, at what addresses were called before: services that are known since get their name, and
 * where networks are looked up from now on, addresses without any name are due again.
 */
export function createRenaming({ store, organisationOf, knownSender, networkOf }: RenamingDeps) {
  let place: number | undefined = -1

  function renamed({ ip, askAt, name }: NamedAddress): NamedAddress[] {
    if (name?.reverseDns === undefined) {
      return networkOf && name && !name.organization ? [{ ip, askAt: new Date(0) }] : []
    }
    if (!knownSender(name.reverseDns)) return []
    const now = named(name.reverseDns, { organisationOf, knownSender })
    const { name: called, type } = now.organization ?? {}
    if (called === name.organization?.name && type === name.organization?.type) return []
    return [{ ip, askAt, name: now }]
  }

  return {
    /** The next addresses, while `mayGoOn`. */
    async run(mayGoOn: () => Promise<boolean>): Promise<void> {
      for (let left = PER_RUN; left > 0 && place !== undefined; left -= AT_ONCE) {
        if (!(await mayGoOn())) return
        const page = await store.aggregates.names(place, AT_ONCE)
        const changed = page.flatMap(renamed)
        if (changed.length > 0) await store.aggregates.name(changed)
        place = page.length < AT_ONCE ? undefined : page.at(-1)?.place
      }
    },
    isDone: () => place === undefined,
  }
}
