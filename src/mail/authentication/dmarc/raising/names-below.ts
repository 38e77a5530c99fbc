import type { NameBelow } from '../../../../core/aggregate/live-policy.ts'
import { ask, type Resolver } from '../../../../net/ports.ts'
import { findDmarc } from '../record.ts'
import { type DmarcLookup, dmarcLookup } from '../walk.ts'

/** Asked at a time. */
const AT_ONCE = 8

/** Looks up of each name below a domain whether it exists (RFC 9989 3.2: NXDOMAIN says that it does not) and whether the record of the
 * domain governs its mail, each as soon as it is known. */
export async function lookAtNames(
  domain: string,
  names: readonly string[],
  resolver: Resolver,
  seen: (name: string, found: NameBelow) => void,
): Promise<void> {
  const lookup = dmarcLookup(resolver)
  const left = [...names]
  const work = async () => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) {
      const [exists, governed] = await Promise.all([
        existenceOf(name, resolver),
        isGoverned(domain, name, lookup),
      ])
      seen(name, { exists, governed })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

async function existenceOf(name: string, resolver: Resolver): Promise<NameBelow['exists']> {
  const answer = await ask(resolver, name, 'A')
  if (answer.kind === 'failure') return answer.reason === 'bad-name' ? 'no' : 'unknown'
  // An alias that leads nowhere is there itself.
  return answer.kind === 'nxdomain' && answer.chain.length === 0 ? 'no' : 'yes'
}

async function isGoverned(domain: string, name: string, lookup: DmarcLookup): Promise<NameBelow['governed']> {
  const { record, recordDomain, failure, steps } = await findDmarc(name, lookup)
  const own = steps[0]?.state
  if (own === 'failed' || (failure !== undefined && record === undefined)) return 'unknown'
  return recordDomain === undefined || !isBelow(recordDomain, domain) ? 'yes' : 'no'
}

const isBelow = (name: string, domain: string) => name.endsWith(`.${domain}`)
