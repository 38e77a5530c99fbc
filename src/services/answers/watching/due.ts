import { dayOf } from '../../../core/kept/day.ts'
import type { WatchedDomain, WatchStore } from '../../../store/dmarc/watching.ts'

/** Domains that are listed at one go. */
const PAGE = 200
const HOUR_MS = 3_600_000
/** The mark of a domain of which nothing ever came. */
const NOTHING = '0.0'
/** The mark of a look that could not find out who sends: it is made again soon. */
export const UNSURE = 'unsure'
const SOON_MS = 4 * 60_000

/** Domains of which reports came since they were looked at, and those that were not looked at today: one of each account in turn, from
 * the account behind the one that was last. */
export async function dueDomains(
  watching: Pick<WatchStore, 'domains'>,
  last: string,
  now: Date,
): Promise<WatchedDomain[]> {
  const due: WatchedDomain[] = []
  for (let after = ''; ; ) {
    const page = await watching.domains(after, PAGE)
    due.push(...page.filter((domain) => isDue(domain, now)))
    if (page.length < PAGE) return inTurns(due, last)
    after = page.at(-1)?.domainId ?? after
  }
}

export function isDue({ mark, looked }: WatchedDomain, now: Date): boolean {
  if (!looked) return mark !== NOTHING
  const [then, today] = [looked.at.getTime(), now.getTime()]
  if (dayOf(then) !== dayOf(today)) return true
  return mark !== looked.mark && today - then >= (looked.mark === UNSURE ? SOON_MS : HOUR_MS)
}

function inTurns(due: readonly WatchedDomain[], last: string): WatchedDomain[] {
  const byAccount = Map.groupBy(due, ({ accountId }) => accountId)
  const sorted = [...byAccount.keys()].sort()
  const behind = Math.max(
    0,
    sorted.findIndex((account) => account > last),
  )
  const accounts = [...sorted.slice(behind), ...sorted.slice(0, behind)]
  const rounds = Math.max(0, ...[...byAccount.values()].map(({ length }) => length))
  return Array.from({ length: rounds }, (_, round) =>
    accounts.flatMap((account) => byAccount.get(account)?.[round] ?? []),
  ).flat()
}
