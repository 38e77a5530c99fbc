import { once } from '../../../core/making/once.ts'
import { type AggregateReads, QueryTooLong } from '../../aggregates.ts'
import type { FactReads } from '../../dmarc/source-facts.ts'
import { unpackedStandings } from '../aggregates/dmarc/reads/facts/standings.ts'
import { type AggregateQueries, aggregateQueries } from '../aggregates/dmarc/reads/queries.ts'
import type { Connection } from '../connection.ts'
import type { Readers } from '../readers/readers.ts'
import type { DmarcWriteParts } from './dmarc.ts'

/** Whose turn it is where a query is nobody's. */
const OWN = ''

/** What is asked about one domain. */
type OfDomain =
  | 'summary'
  | 'reports'
  | 'sources'
  | 'records'
  | 'report'
  | 'facts'
  | 'policies'
  | 'sourceDays'
  | 'recordsOf'

/** What reads all sources of a domain has turns of its own, so that sums that a page shows meanwhile do not wait for it. */
const turnOf = (name: OfDomain, account: string) => (name === 'facts' ? `${account} facts` : account)

type Asking<N extends keyof AggregateQueries> = (
  ...args: Parameters<AggregateQueries[N]>
) => Promise<ReturnType<AggregateQueries[N]>>

/** Who asks waits so long for what an earlier version did not count. */
const MOST_WAIT_MS = 10_000

async function inTime(work: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new QueryTooLong('Reports are still being counted.')), MOST_WAIT_MS)
  })
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}

function lookUps({ driver }: Pick<Connection, 'driver'>) {
  return {
    known: driver
      .prepare<[string], [string, number]>('SELECT account_id, no FROM dmarc_domains WHERE domain_id = ?')
      .raw(),
    allKnown: driver
      .prepare<[string], [account: string, domain: number, isLeft: number]>(
        `SELECT n.account_id, n.no, EXISTS (SELECT 1 FROM dmarc_uncounted AS u WHERE u.domain = n.no)
         FROM json_each(?) AS w CROSS JOIN dmarc_domains AS n ON n.domain_id = w.value`,
      )
      .raw(),
    isUncounted: driver.prepare('SELECT 1 FROM dmarc_uncounted WHERE domain = ? LIMIT 1'),
    isPartly: driver.prepare('SELECT 1 FROM dmarc_partly_counted WHERE domain = ? LIMIT 1'),
    nextPartly: driver
      .prepare<[number], number>(
        'SELECT domain FROM dmarc_partly_counted WHERE domain > ? ORDER BY domain LIMIT 1',
      )
      .pluck(),
    anyUncounted: driver.prepare('SELECT 1 FROM dmarc_uncounted LIMIT 1'),
    anyDomain: driver.prepare('SELECT no FROM dmarc_domains WHERE no > ? ORDER BY no LIMIT 1'),
  }
}

/** What DMARC reports say: asked of threads that read, account by account. Of a domain without reports nothing has to be looked for, so that no
 * thread is begun where none ever came. */
export function aggregateReads(
  { driver }: Pick<Connection, 'driver'>,
  readers: Readers,
  { count, countFirst, complete }: Pick<DmarcWriteParts, 'count' | 'countFirst' | 'complete'>,
): AggregateReads & FactReads {
  const look = once(() => lookUps({ driver }))
  const here = once(() => aggregateQueries({ driver }))

  const asking =
    <N extends keyof AggregateQueries>(name: N, whose: string): Asking<N> =>
    (...args) =>
      readers.ask(whose, name, args) as ReturnType<Asking<N>>

  /** What was put is counted before it is asked for. Where the disk takes nothing, what is counted is told: sums and lists agree all the same. */
  const counted = (domain: number) => countFirst(domain).catch(() => {})
  const allCounted = () => count().catch(() => {})

  const ofDomain =
    <N extends OfDomain>(name: N): Asking<N> =>
    async (...args) => {
      const [account, domain = 0] = look().known.get(args[0]) ?? []
      if (look().isUncounted.get(domain)) await counted(domain)
      if (account !== undefined) return asking(name, turnOf(name, account))(...args)
      const query = here()[name] as (...of: typeof args) => ReturnType<AggregateQueries[N]>
      return query(...args)
    }

  /** The same once nothing is left that an earlier version did not count. */
  const wholly =
    <N extends 'facts' | 'policies'>(name: N): Asking<N> =>
    async (...args) => {
      const [, domain = 0] = look().known.get(args[0]) ?? []
      if (look().isPartly.get(domain)) await inTime(complete(domain))
      return ofDomain(name)(...args)
    }

  return {
    summary: ofDomain('summary'),
    reports: ofDomain('reports'),
    sources: ofDomain('sources'),
    records: ofDomain('records'),
    report: ofDomain('report'),
    sourceDays: ofDomain('sourceDays'),
    recordsOf: ofDomain('recordsOf'),
    facts: wholly('facts'),
    policies: wholly('policies'),
    async standings(domainIds, window) {
      const those = look().allKnown.all(JSON.stringify(domainIds))
      for (const [, domain, isLeft] of those) if (isLeft) await counted(domain)
      const [[account] = [OWN]] = those
      if (those.length === 0) return []
      const packed = await asking('standings', account)(domainIds, window)
      return unpackedStandings(domainIds, packed)
    },
    async reported(after, limit) {
      if (look().anyUncounted.get()) await allCounted()
      return look().anyDomain.get(after) === undefined ? [] : asking('reported', OWN)(after, limit)
    },
    async unnamed(...args) {
      if (look().anyUncounted.get()) await allCounted()
      return asking('unnamed', OWN)(...args)
    },
    async uncounted() {
      let domains = 0
      for (let at = look().nextPartly.get(-1); at !== undefined; at = look().nextPartly.get(at)) domains += 1
      return domains
    },
    names: async (after, limit) =>
      look().anyDomain.get(-1) === undefined ? [] : asking('names', OWN)(after, limit),
  }
}
