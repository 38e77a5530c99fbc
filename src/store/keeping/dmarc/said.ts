import type { Results } from '../../../core/aggregate/report.ts'
import { MOST_OF_KIND, OF_SPF, type Trait } from './traits.ts'

/** What is made of results of which many records have the same. */
export interface Said {
  domains: readonly Pick<Trait, 'kind' | 'name' | 'passed'>[]
  /** d= of signatures that did not verify. */
  failed: readonly string[]
}

/** As long as a name of the DNS can be. */
const LONGEST_NAME = 253

export const isWithin = (name: string, domain: string): boolean =>
  name === domain || name.endsWith(`.${domain}`)

export function saidIn({ dkim, spf }: Results, numberOf: (name: string) => number): Said {
  // Without a signature there is no domain that would have signed.
  const signed = dkim.filter(({ result }) => result !== 'none')
  return {
    domains: [...domainsOf(0, signed, numberOf), ...domainsOf(OF_SPF, spf, numberOf)],
    failed: [...new Set(signed.filter(({ result }) => result !== 'pass').map((one) => one.domain))],
  }
}

function domainsOf(
  kind: number,
  all: readonly { domain: string; result: string }[],
  numberOf: (name: string) => number,
): Said['domains'] {
  const found = new Map<string, boolean>()
  for (const { domain, result } of all) {
    if (domain === '' || domain.length > LONGEST_NAME) continue
    if (found.size >= MOST_OF_KIND && !found.has(domain)) continue
    found.set(domain, (found.get(domain) ?? false) || result === 'pass')
  }
  return [...found].map(([name, passed]) => ({ kind, name: numberOf(name), passed }))
}
