import { listName, parseAddress } from '../../net/ip.ts'
import { ask, type ListState, type Resolver } from '../../net/ports.ts'
import type { ListSetting } from '../blocklists.ts'
import { judgeAnswer, type ListVerdict } from './verdict.ts'

/** What one list said of an address. */
export interface ListReport extends ListVerdict {
  list: ListSetting
  /** The list's own words about a listing (its TXT record), cleaned and cut. */
  reason?: string
}

/** Why a list is not asked about this address; undefined when it is in use. */
function skipReason(list: ListSetting, state: ListState | undefined, address: string): string | undefined {
  if (list.skipped !== undefined) return list.skipped
  const version = parseAddress(address)?.version
  if (!(version === 6 ? list.v6 : list.v4)) return `it holds no IPv${version ?? 4} addresses`
  if (!state) return 'not tested yet'
  return state.usable ? undefined : (state.reason ?? 'it failed its self-test')
}

/** Asks one IP list about an address, and for a listing its reason. Out of use: skipped, nothing is asked. */
export async function askList(
  list: ListSetting,
  state: ListState | undefined,
  address: string,
  resolver: Resolver,
): Promise<ListReport> {
  const skipped = skipReason(list, state, address)
  const name = listName(address, list.zone)
  if (skipped !== undefined || name === undefined) {
    return { list, verdict: 'skipped', says: skipped ?? 'the address cannot be asked', codes: [], weight: 0 }
  }
  const report: ListReport = { list, ...judgeAnswer(list, await ask(resolver, name, 'A')) }
  if (report.verdict !== 'listed') return report
  const reason = await askReason(name, resolver)
  return reason ? { ...report, reason } : report
}

const MOST_REASONS = 3
const LONGEST_REASON = 200

async function askReason(name: string, resolver: Resolver): Promise<string> {
  const answer = await ask(resolver, name, 'TXT')
  if (answer.kind !== 'records') return ''
  const reasons = answer.records.slice(0, MOST_REASONS).map((record) => cleaned(record.text))
  return [...new Set(reasons)].filter(Boolean).join(' | ')
}

/** Printable ASCII, one line, cut: a list's text is a stranger's. */
function cleaned(text: string): string {
  const line = text
    .slice(0, 4 * LONGEST_REASON)
    .replaceAll(/[^\x21-\x7e]+/g, ' ')
    .trim()
  return line.length > LONGEST_REASON ? `${line.slice(0, LONGEST_REASON - 1).trimEnd()}…` : line
}
