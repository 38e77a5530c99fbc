import type { AggregateWindow } from '../../../aggregates.ts'
import type { FactReads } from '../../../dmarc/source-facts.ts'
import type { PartOptions } from '../../options.ts'
import type { Db } from '../../sql/database.ts'
import { sql } from '../../sql/statement.ts'
import { type Asked, askedFor } from '../reading/asked.ts'
import { queriesInTurn } from '../reading/turns.ts'
import { sourceDaysOf, standingsOf } from './days.ts'
import { factsOf, NO_FACTS } from './facts.ts'
import { policiesOf } from './policies.ts'
import { recordsOfSources } from './records-of.ts'

/** Queries that run at once: they have turns of their own, so that sums which a page shows do not wait for all sources of a domain. */
const AT_ONCE = 2

/** Who sends, by DMARC reports. */
export function factParts(db: Db, _of: PartOptions): FactReads {
  const inTurn = queriesInTurn(AT_ONCE)

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
    facts: (domainId, window, most) => of(domainId, window, NO_FACTS, (asked) => factsOf(db, asked, most)),
    policies: (domainId, window) => of(domainId, window, [], (asked) => policiesOf(db, asked)),
    sourceDays: (domainId, window, ips) => of(domainId, window, [], (asked) => sourceDaysOf(db, asked, ips)),
    recordsOf: (domainId, window, query) =>
      of(domainId, window, { records: [] }, (asked) => recordsOfSources(db, asked, query)),
    async standings(domainIds, window) {
      const asked = await db.first<{ accountId: string }>(
        sql`SELECT account_id FROM dmarc_domains WHERE domain_id = ANY (${[...domainIds]}::text[]) LIMIT 1`,
      )
      return asked ? inTurn(asked.accountId, () => standingsOf(db, domainIds, window)) : []
    },
  }
}
