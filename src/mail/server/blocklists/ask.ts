import { parseAddress, reversedLabels } from '../../../net/ip.ts'
import { ask, type ListState, type Resolver } from '../../../net/ports.ts'
import type { ListSetting } from './roster.ts'
import { judgeAnswer, type ListVerdict } from './verdict.ts'

/** What one list said of an address or a domain. */
export interface ListReport extends ListVerdict {
  list: ListSetting
  /** What it was asked about. */
  about: string
  /** The list's own words about a listing (its TXT record), cleaned and cut. */
  reason?: string
}

/** What lists are asked about, read once for all of them. */
interface Subject {
  about: string
  /** Absent: it is a name. */
  address?: { version: 4 | 6; labels: string }
}

function subjectOf(about: string): Subject {
  const address = parseAddress(about)
  return address
    ? { about, address: { version: address.version, labels: reversedLabels(address) } }
    : { about }
}

/** Why a list is not asked about this; undefined when it is in use. */
function skipReason(
  list: ListSetting,
  state: ListState | undefined,
  { address }: Subject,
): string | undefined {
  if (list.skipped !== undefined) return list.skipped
  const version = address?.version
  if (list.kind === 'domain') {
    if (version !== undefined && list.noIp) return 'it is not asked about addresses'
  } else if (!(version === 6 ? list.v6 : list.v4)) return `it holds no IPv${version ?? 4} addresses`
  if (!state) return 'not tested yet'
  return state.usable ? undefined : (state.reason ?? 'it failed its self-test')
}

/** The question: an address reversed (RFC 5782 2.1, 2.4), or a name put before the zone of a list of names (3). */
function questionName(list: ListSetting, { about, address }: Subject): string | undefined {
  if (address) return `${address.labels}.${list.zone}`
  return list.kind === 'domain' ? `${about}.${list.zone}` : undefined
}

/** Asks one list about an address or a domain, and for a listing its reason. Out of use: skipped, nothing is asked. */
export function askList(
  list: ListSetting,
  state: ListState | undefined,
  about: string,
  resolver: Resolver,
): Promise<ListReport> {
  return askAbout(list, state, subjectOf(about), resolver)
}

async function askAbout(
  list: ListSetting,
  state: ListState | undefined,
  subject: Subject,
  resolver: Resolver,
): Promise<ListReport> {
  const { about } = subject
  const skipped = skipReason(list, state, subject)
  const name = questionName(list, subject)
  if (skipped !== undefined || name === undefined) {
    const says = skipped ?? 'the address cannot be asked'
    return { list, about, verdict: 'skipped', says, codes: [], weight: 0 }
  }
  const report: ListReport = { list, about, ...judgeAnswer(list, await ask(resolver, name, 'A')) }
  if (report.verdict !== 'listed') return report
  const reason = await askReason(name, resolver)
  return reason ? { ...report, reason } : report
}

/**
 * Asks every list about everything. The questions go out in the order of what is asked about, so that a share that runs
 * dry leaves the last ones open; reasons come after them.
 */
export function askLists(
  lists: readonly ListSetting[],
  states: readonly ListState[],
  about: readonly string[],
  resolver: Resolver,
): Promise<ListReport[]> {
  const byId = new Map(states.map((state) => [state.id, state]))
  return Promise.all(
    about
      .map(subjectOf)
      .flatMap((one) => lists.map((list) => askAbout(list, byId.get(list.id), one, resolver))),
  )
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
