import { isFreemail } from '../reading/domains/known-domains.ts'
import type { Remark } from '../remark.ts'

/**
 * What a sender can do about the records of a domain: those of a free mail provider are not theirs to fix. Costs
 * remain, with the way that is open; what is mere advice to the provider is left out.
 */
export function forSender<Code extends string>(
  remarks: readonly Remark<Code>[],
  domain: string,
  costs: Readonly<Record<NoInfer<Code>, number>>,
): Remark<Code>[] {
  if (!isFreemail(domain)) return [...remarks]
  const advice = `Send through the servers of ${domain}, or write an address at a domain of your own in From and authenticate that; the one at ${domain} can stand in Reply-To.`
  return remarks
    .filter(({ code }) => costs[code] > 0)
    .map(({ code, says, reference }) => ({ code, says, advice, reference }))
}
