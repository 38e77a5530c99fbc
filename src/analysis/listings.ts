import type { Finding } from '../core/check.ts'
import { type ListingTask, listingTasks } from '../mail/server/blocklists/advice.ts'
import type { ListReport } from '../mail/server/blocklists/ask.ts'
import type { ListSetting } from '../mail/server/blocklists/roster.ts'
import { LIST_VERDICTS } from '../mail/server/blocklists/verdict.ts'
import { type Conclusion, conclude, undetermined } from './analyzer.ts'
import type { AnalysisSettings } from './context.ts'

/** A finding for each list. */
type ListingCode = `listed-${string}`

/** What lists were asked, and what each said. */
export interface Inquiry {
  /** The most the check can cost. */
  weight: number
  /** What was asked about, in words. */
  about: string
  /** The lists that can blame, in use or not, in the order they are shown. */
  lists: readonly ListSetting[]
  reports: readonly ListReport[]
  /** Shown before the lists. */
  evidence: Record<string, string>
  /** What one listing costs; asked once for each, the heaviest first. */
  price(report: ListReport): number
  /** How what to do is told, where what is listed need not be the sender's own. Absent: as it is. */
  frame?(task: ListingTask): string
  /** What stays open beside the lists that gave no answer, as a sentence. */
  open?: string
}

/** Only a listing costs, and a list that cannot be asked is never taken for clean. */
export function judgeListings(inquiry: Inquiry): Conclusion {
  const { weight, lists, reports, about } = inquiry
  // What blames stands first, what vouches behind it.
  const shown = reports.toSorted((a, b) => Number(isWelcome(a)) - Number(isWelcome(b)))
  const evidence = { ...inquiry.evidence, ...inWords(shown) }
  const byList = lists.map((list) => reports.filter((report) => report.list === list && !isSkipped(report)))
  const asked = byList.filter((said) => said.length > 0)
  const listings = asked.map((said) => said.filter(isListing)).filter((said) => said.length > 0)
  const silent = asked.filter((said) => said.some(isSilent)).map(nameOf)
  const count = `Asked ${asked.length} of ${lists.length} lists about ${about}`
  const open = [
    ...(silent.length > 0 ? [`No usable answer from ${silent.join(', ')}.`] : []),
    ...(inquiry.open === undefined ? [] : [inquiry.open]),
  ]
  if (listings.length > 0) {
    const conclusion = conclude(weight, { findings: findingsOf(listings, inquiry), passed: '', evidence })
    const summary = [`${count}: listed on ${listings.length}.`, ...open, ...listings.map(saysOf)].join(' ')
    // Any listing fails the check, also one that costs nothing: it is on a list.
    return { ...conclusion, status: 'failed', summary }
  }
  if (asked.length === 0) return undetermined(`${count}: none is in use${sharedReason(reports)}.`, evidence)
  if (open.length > 0) {
    const rest = silent.length > 0 ? 'listed on none of those that answered.' : 'listed on none.'
    return undetermined([`${count}: ${rest}`, ...open].join(' '), evidence)
  }
  return conclude(weight, { findings: [], passed: `${count}: listed on none.`, evidence })
}

/** Which of several hosts asked: a list may answer one of them and refuse another. */
export const askedFrom = ({ host }: Pick<AnalysisSettings, 'host'>): Record<string, string> =>
  host === undefined ? {} : { asked_from: host }

const isWelcome = ({ list }: ListReport) => list.kind === 'welcome'
const isListing = ({ verdict }: ListReport) => verdict === 'listed'
/** Why no list was asked, where it is the same for all that blame. */
function sharedReason(reports: readonly ListReport[]): string {
  const [reason, ...others] = new Set(
    reports.filter((report) => isSkipped(report) && !isWelcome(report)).map(({ says }) => says),
  )
  return reason === undefined || others.length > 0 ? '' : ` (each: ${reason})`
}

const isSkipped = ({ verdict }: ListReport) => verdict === 'skipped'
const isSilent = (report: ListReport) => !isListing(report) && report.verdict !== 'not listed'
const nameOf = (said: readonly ListReport[]) => said[0]?.list.name ?? ''

/** One finding for each list, whatever number of names it holds. */
function findingsOf(
  listings: readonly ListReport[][],
  inquiry: Inquiry,
): (Finding & { code: ListingCode })[] {
  const costs = new Map(
    listings
      .flat()
      .toSorted((a, b) => b.weight - a.weight)
      .map((report) => [report, inquiry.price(report)]),
  )
  const costOf = (said: readonly ListReport[]) =>
    said.reduce((sum, report) => sum + (costs.get(report) ?? 0), 0)
  return listings.flatMap((said) =>
    said[0] ? [finding(said[0].list, said, costOf(said), inquiry.frame)] : [],
  )
}

function finding(
  list: ListSetting,
  said: readonly ListReport[],
  cost: number,
  frame = ({ does }: ListingTask) => does,
): Finding & { code: ListingCode } {
  const tasks = listingTasks(list, said)
  const pages = [...new Set(tasks.flatMap(({ page }) => page ?? []))]
  const told = tasks.map((task) => {
    const where = task.page === undefined ? '' : ` Look-up and removal: ${task.page}`
    return `${list.name}: ${frame(task)}${where}`
  })
  return {
    code: `listed-${list.id}`,
    cost,
    says: saysOf(said),
    advice: told.join('\n'),
    reference: pages[0] ?? 'RFC 5782 section 2.1',
  }
}

function saysOf(said: readonly ListReport[]): string {
  return said.map(({ about, list, says }) => `${about} on ${list.name}: ${says}.`).join(' ')
}

/** One key per list: its verdict, or its verdicts with whom they are about, the gravest first. */
function inWords(reports: readonly ListReport[]): Record<string, string> {
  const byName = Map.groupBy(reports, ({ list }) => list.name)
  return Object.fromEntries([...byName].map(([name, said]) => [name, verdictsOf(said)]))
}

const GRAVEST_FIRST = [...LIST_VERDICTS.filter((word) => word !== 'not listed'), 'not listed']

function verdictsOf(said: readonly ListReport[]): string {
  if (said[0] && said.length === 1) return words(said[0])
  const groups = [...Map.groupBy(said, (report) => words(report)).values()]
  const rank = (group: readonly ListReport[]) => (group[0] ? GRAVEST_FIRST.indexOf(group[0].verdict) : 0)
  const whom = (group: readonly ListReport[]) =>
    groups.length > 1 ? group.map(({ about }) => about).join(', ') : ''
  return groups
    .toSorted((a, b) => rank(a) - rank(b))
    .flatMap((group) => (group[0] ? [words(group[0], whom(group))] : []))
    .join('; ')
}

const MOST_CODES = 10

/** Of a list that vouches for addresses no verdict reads like a blame. */
const WELCOME_WORDS: Partial<Record<ListReport['verdict'], string>> = {
  listed: 'it knows the address',
  'not listed': 'it does not know the address',
}

function words(report: ListReport, whom = ''): string {
  const { list, says, codes, reason } = report
  const vouches = isWelcome(report)
  const verdict = vouches
    ? `welcome list, ${WELCOME_WORDS[report.verdict] ?? report.verdict}`
    : report.verdict
  const shown = codes.length > 0 ? ` (${codes.slice(0, MOST_CODES).join(', ')})` : ''
  const why = reason ? `. The list says: ${reason}` : ''
  const where = report.verdict === 'listed' && !vouches && list.delist ? `. Removal: ${list.delist}` : ''
  return `${[verdict, whom, says].filter(Boolean).join(': ')}${shown}${why}${where}`
}

const MOST_NAMED = 20

/** Names in a row, the first twenty of them. */
export function named(names: readonly string[]): string {
  const further = names.length - MOST_NAMED
  return `${names.slice(0, MOST_NAMED).join(', ')}${further > 0 ? ` and ${further} more` : ''}`
}
