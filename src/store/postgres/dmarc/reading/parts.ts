import type { AggregateReads, AggregateWindow } from '../../../aggregates.ts'
import type { PartOptions } from '../../options.ts'
import type { Db } from '../../sql/database.ts'
import { countDays } from '../sums/counting.ts'
import { type Asked, askedFor } from './asked.ts'
import { namesBehind, reportedDomains, unnamedOf } from './names.ts'
import { recordsOf } from './records.ts'
import { oneReport, reportsOf } from './reports.ts'
import { sourcesOf } from './sources.ts'
import { summaryOf } from './summary.ts'
import { queriesInTurn } from './turns.ts'

/** Queries that run at once. */
const AT_ONCE = 3
/** Whose turn it is where a query is nobody's. */
const OWN = ''

/** What DMARC reports say, counted from their records, or from sums of days, when it is asked for. */
export function aggregateReadParts(db: Db, _of: PartOptions): AggregateReads {
  const inTurn = queriesInTurn(AT_ONCE)

  /** In the turn of the domain's account; of a domain without reports nothing has to be looked for. */
  async function of<T>(
    domainId: string,
    window: AggregateWindow,
    nothing: T,
    query: (asked: Asked) => Promise<T>,
  ): Promise<T> {
    const asked = await askedFor(db, domainId, window)
    return asked ? inTurn(asked.accountId, () => query(asked)) : nothing
  }

  return {
    async summary(domainId, window) {
      const asked = await askedFor(db, domainId, window)
      return inTurn(asked?.accountId ?? OWN, async () => {
        if (asked) await countDays(db, asked)
        return summaryOf(db, asked)
      })
    },
    reports: (domainId, window, page) =>
      of(domainId, window, { total: 0, reports: [] }, (asked) => reportsOf(db, asked, page)),
    sources: (domainId, window, query) =>
      of(domainId, window, { total: 0, messages: 0, sources: [] }, async (asked) => {
        await countDays(db, asked)
        return sourcesOf(db, asked, query)
      }),
    records: (domainId, window, at) =>
      of(domainId, window, { records: [] }, (asked) => recordsOf(db, asked, at)),
    report: (domainId, uid) => oneReport(db, domainId, uid),
    reported: (after, limit) => inTurn(OWN, () => reportedDomains(db, after, limit)),
    unnamed: (domainId, window, most, now) =>
      of<string[]>(domainId, window, [], (asked) => unnamedOf(db, asked, most, now.getTime())),
    // What is not counted is read of the records: no answer waits for it.
    uncounted: async () => 0,
    names: (after, limit) => inTurn(OWN, () => namesBehind(db, after, limit)),
  }
}
