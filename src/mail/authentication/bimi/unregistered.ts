import type { Resolver } from '../../../net/ports.ts'
import { type Unregistered, unregisteredNames } from '../../fixing/unregistered-names.ts'
import type { BimiDiscovery } from './discovery.ts'
import type { BimiView } from './examine.ts'
import { hostsOf } from './record.ts'
import { repairBimi } from './repair.ts'

export type BimiNameCode = 'bimi-name-unregistered'

/** Hosts of the logo and of the mark certificate at a domain that anybody could register. */
export async function unregisteredHosts(
  { discovery, logo, certificate }: BimiView,
  resolver: Resolver,
): Promise<Unregistered<BimiNameCode>> {
  const { at, selector } = discovery
  const place = selector === 'default' ? `default._bimi.${at}` : `another selector of _bimi.${at}`
  const named = [
    { tag: 'l=', file: logo },
    { tag: 'a=', file: certificate },
  ]
  const uses = named.flatMap(({ tag, file }) =>
    file && 'unfetched' in file && file.host !== ''
      ? [
          {
            name: file.host,
            type: 'A' as const,
            what: tag,
            place: `in the BIMI record at ${place}`,
            harm: `decides what is shown as the logo of ${at}`,
            remedy: `have ${tag} in that record name a host of your own, or remove the record`,
          },
        ]
      : [],
  )
  const known = at === undefined ? [] : [at]
  const found = await unregisteredNames('bimi-name-unregistered', uses, known, resolver)
  // Of a record that nobody can use they matter once one is offered in its place.
  const meant = hostsOfRepair(discovery).map((name) => ({
    name,
    type: 'A' as const,
    what: '',
    harm: '',
    remedy: '',
  }))
  const quiet = await unregisteredNames('bimi-name-unregistered', meant, known, resolver)
  return { ...found, names: new Set([...found.names, ...quiet.names]) }
}

function hostsOfRepair({ record, texts = [] }: BimiDiscovery): string[] {
  const text = record?.faults.length === 0 ? undefined : repairBimi(texts)
  return text === undefined ? [] : hostsOf(text)
}
