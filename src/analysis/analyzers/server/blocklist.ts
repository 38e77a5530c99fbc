import { askList, type ListReport } from '../../../mail/blocklists/ask.ts'
import {
  type Analyzer,
  type Conclusion,
  conclude,
  type Finding,
  neutral,
  undetermined,
} from '../../analyzer.ts'
import { whyHidden } from '../../client-view.ts'
import type { AnalysisContext } from '../../context.ts'

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
  weight: WEIGHT,
  async run({ client, settings, dns }: AnalysisContext): Promise<Conclusion> {
    if (client.kind === 'unknown') return neutral("The sender's address is not known from a file.")
    const evidence = { checked_ip: client.address }
    if (client.kind === 'demo') {
      return neutral("A sample from this machine's own loopback address: no list is asked.", evidence)
    }
    if (client.kind === 'hidden') {
      return undetermined(`${whyHidden(client)}, so no list can be asked about the sender.`, evidence)
    }
    const states = new Map(settings.listStates.map((state) => [state.id, state]))
    const resolver = dns('ip-lists')
    const lists = settings.lists.filter((list) => list.kind !== 'domain')
    return judge(
      client.address,
      await Promise.all(lists.map((list) => askList(list, states.get(list.id), client.address, resolver))),
    )
  },
}

function judge(address: string, reports: readonly ListReport[]): Conclusion {
  const evidence: Record<string, string> = { checked_ip: address }
  for (const report of reports) evidence[report.list.name] = inWords(report)
  // A welcome list has nothing to say about blame: neither its praise nor its silence changes the verdict.
  const blocking = reports.filter(({ list }) => list.kind === 'block')
  const asked = blocking.filter(({ verdict }) => verdict !== 'skipped')
  const listings = asked.filter(({ verdict }) => verdict === 'listed')
  const silent = asked.filter(({ verdict }) => verdict !== 'listed' && verdict !== 'not listed')
  const count = `Asked ${asked.length} of ${blocking.length} lists about ${address}`
  const open =
    silent.length > 0 ? ` No usable answer from ${silent.map(({ list }) => list.name).join(', ')}.` : ''
  if (listings.length > 0) return listed(listings, `${count}: listed on ${listings.length}.${open}`, evidence)
  if (asked.length === 0) return undetermined(`${count}: none is in use.`, evidence)
  if (silent.length > 0)
    return undetermined(`${count}: listed on none of those that answered.${open}`, evidence)
  return conclude(WEIGHT, { findings: [], passed: `${count}: listed on none.`, evidence })
}

/** Any listing fails the check, also one that costs nothing: it is on a list. */
function listed(reports: readonly ListReport[], count: string, evidence: Record<string, string>): Conclusion {
  const conclusion = conclude(WEIGHT, { findings: findingsOf(reports, evidence), passed: count, evidence })
  const names = reports.map(({ list, says }) => `${list.name}: ${says}.`).join(' ')
  return { ...conclusion, status: 'failed', detail: { ...conclusion.detail, summary: `${count} ${names}` } }
}

function findingsOf(reports: readonly ListReport[], evidence: Record<string, string>): Finding[] {
  let minorLeft: number = COSTS.minorTogether
  return reports
    .toSorted((a, b) => b.weight - a.weight)
    .map((report) => {
      const full = COSTS.perWeight * report.weight
      const isMinor = report.list.weight <= MINOR_WEIGHT
      const cost = isMinor ? Math.min(full, minorLeft) : full
      if (isMinor) minorLeft -= cost
      return finding(report, cost, evidence['checked_ip'] ?? '')
    })
}

function finding({ list, says, weight }: ListReport, cost: number, address: string): Finding {
  const where = list.delist ? ` Look it up and ask for removal: ${list.delist}` : ''
  const first =
    weight === 0
      ? `${list.name}: information only, nothing to mend on your side.`
      : `${list.name}: find and stop what brought ${address} there before you ask for its removal.`
  return {
    code: `listed-${list.id}`,
    cost,
    says: `Listed on ${list.name}: ${says}.`,
    advice: `${first}${where}`,
    reference: list.delist ?? 'RFC 5782 section 2.1',
  }
}

function inWords({ list, verdict, says, codes, reason }: ListReport): string {
  const shown = codes.length > 0 ? ` (${codes.slice(0, MOST_CODES).join(', ')})` : ''
  const why = reason ? `. The list says: ${reason}` : ''
  const where =
    verdict === 'listed' && list.kind === 'block' && list.delist ? `. Removal: ${list.delist}` : ''
  return `${verdict}${says && `: ${says}`}${shown}${why}${where}`
}

const MOST_CODES = 10
