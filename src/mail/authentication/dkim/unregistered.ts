import type { Resolver } from '../../../net/ports.ts'
import { unregisteredRemarks } from '../../fixing/unregistered-names.ts'
import type { Remark } from '../../remark.ts'
import type { DkimKeyReport } from './key.ts'

export type DkimNameCode = 'dkim-name-unregistered'

/** Selectors whose alias ends at a domain that anybody could register, and sign with a key of their own. */
export async function unregisteredKeys(
  keys: readonly DkimKeyReport[],
  resolver: Resolver,
): Promise<Remark<DkimNameCode>[]> {
  const ends = new Map(
    keys.flatMap((key) => {
      const end = key.state === 'nxdomain' ? key.chain.at(-1) : undefined
      return end === undefined ? [] : [[`${key.domain} ${end}`, key] as const]
    }),
  )
  // A wildcard leads every selector to one name.
  const dangling = [...ends.values()]
  const found = await Promise.all(
    dangling.map(({ name, domain }) =>
      unregisteredRemarks(
        'dkim-name-unregistered',
        [
          {
            name,
            type: 'TXT',
            isOwn: true,
            where: `The CNAME record of ${name}`,
            harm: `can sign as ${domain}`,
            remedy: `remove the CNAME record of ${name}`,
          },
        ],
        [domain],
        resolver,
      ),
    ),
  )
  return found.flat()
}
