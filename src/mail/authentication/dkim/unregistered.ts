import type { Resolver } from '../../../net/ports.ts'
import { unregisteredNames } from '../../fixing/unregistered-names.ts'
import type { Remark } from '../../remark.ts'
import type { DkimKeyReport } from './key.ts'

export type DkimNameCode = 'dkim-name-unregistered'

/** What is told of aliases that lead to nobody, and the names of the keys that are looked for there. */
export interface UnregisteredKeys {
  remarks: Remark<DkimNameCode>[]
  keys: ReadonlySet<string>
}

/** Selectors whose alias ends at a domain that anybody could register, and sign with a key of their own. */
export async function unregisteredKeys(
  keys: readonly DkimKeyReport[],
  resolver: Resolver,
): Promise<UnregisteredKeys> {
  // A wildcard leads every selector to one name.
  const dangling = new Map(
    keys.flatMap((key) => {
      const end = endOf(key)
      return end === undefined ? [] : [[`${key.domain} ${end}`, key] as const]
    }),
  )
  const uses = [...dangling.values()].map(({ name, domain }) => ({
    name,
    type: 'TXT' as const,
    isOwn: true as const,
    what: `The CNAME record of ${name}`,
    harm: `can sign as ${domain}`,
    remedy: `remove the CNAME record of ${name}`,
  }))
  const { remarks, names } = await unregisteredNames('dkim-name-unregistered', uses, [], resolver)
  const led = keys.filter((key) => names.has(endOf(key) ?? ''))
  return { remarks, keys: new Set(led.map(({ name }) => name)) }
}

/** Where the alias of a key that is not there ends. */
const endOf = ({ state, chain }: DkimKeyReport) => (state === 'nxdomain' ? chain.at(-1) : undefined)
