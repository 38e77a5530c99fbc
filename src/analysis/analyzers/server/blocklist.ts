import { notKnown } from '../../../mail/reading/through.ts'
import type { ListReport } from '../../../mail/server/blocklists/ask.ts'
import { type Analyzer, type Conclusion, neutral, undetermined } from '../../analyzer.ts'
import { whyHidden } from '../../client/client-view.ts'
import type { AnalysisContext } from '../../context.ts'
import { askedFrom, judgeListings } from '../../listings.ts'

const WEIGHT = 3
const COSTS = {
  /** Points per weight of the code that a list answered with. */
  perWeight: 0.3,
  /** The most that lists of little weight may cost together. */
  minorTogether: 0.6,
} as const
const MINOR_WEIGHT = 2

/** The sending address on IP lists: only a listing costs, and a list that cannot be asked is never taken for clean. */
export const blocklist: Analyzer = {
  name: 'blocklist',
  group: 'server',
  title: 'IP blocklists',
  asks: 'Is the sending address on a public blocklist?',
  why: 'Many receivers refuse mail from an address on such a list without looking at the message.',
  who: 'Whoever runs the sending server stops the cause and asks for removal; sometimes only the hosting provider can.',
  weight: WEIGHT,
  costs: {},
  async run({ client, envelope, facts, settings }: AnalysisContext): Promise<Conclusion> {
    if (client.kind === 'unknown') return neutral(`The sender's address is ${notKnown(envelope)}.`)
    const evidence = { checked_ip: client.address }
    if (client.kind === 'demo') {
      return neutral("A sample from this machine's own loopback address: no list is asked.", evidence)
    }
    if (client.kind === 'hidden') {
      return undetermined(`${whyHidden(client)}, so no list can be asked about the sender.`, evidence)
    }
    return judgeListings({
      weight: WEIGHT,
      about: client.address,
      // A welcome list has nothing to say about blame: neither its praise nor its silence changes the verdict.
      lists: settings.lists.filter((list) => list.kind === 'block'),
      reports: await facts.addressListings(),
      evidence: { ...evidence, ...askedFrom(settings) },
      price: priceByWeight(),
    })
  },
}

/** What each listing costs, the heaviest first: what lists of little weight cost together is bounded. */
function priceByWeight(): (report: ListReport) => number {
  let minorLeft: number = COSTS.minorTogether
  return ({ list, weight }) => {
    const full = COSTS.perWeight * weight
    if (list.weight > MINOR_WEIGHT) return full
    const cost = Math.min(full, minorLeft)
    minorLeft -= cost
    return cost
  }
}
