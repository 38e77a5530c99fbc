import { COMPLAINT } from '../../../core/complaints/complaint.ts'
import type { AggregateWindow } from '../../aggregates.ts'
import {
  type ComplaintLine,
  type ComplaintReads,
  type ComplaintSummary,
  MOST_CAMPAIGNS_SHOWN,
} from '../../complaints/complaints.ts'
import { type DayRow, daysOf, providersOf } from '../../keeping/complaints/sums.ts'
import { queriesInTurn } from '../dmarc/reading/turns.ts'
import type { Db } from '../sql/database.ts'
import { type Sql, sql } from '../sql/statement.ts'

type Asked = Pick<ComplaintReads, 'summary' | 'ofAccount' | 'lines' | 'providerDays' | 'sentBy'>

const NOTHING: ComplaintSummary = {
  days: [],
  providers: [],
  campaigns: [],
  moreCampaigns: 0,
  withoutCampaign: 0,
  beyondCampaigns: 0,
}

const within = (domainId: string, { from, to }: AggregateWindow): Sql =>
  sql`domain_id = ${domainId} AND day BETWEEN ${from}::integer AND ${to}::integer`

const ARE_COMPLAINTS = sql`authenticated = 1 AND type = ${COMPLAINT}`

/** Reads of counts that run at once. */
const AT_ONCE = 2

/** The reads of counts: names are strangers' texts, and years of days may have many. Accounts take turns, and of a domain without complaints
 * nothing is looked for. */
export function complaintSums(db: Db): Asked {
  const inTurn = queriesInTurn(AT_ONCE)
  const { reading } = db

  async function of<T>(domainId: string, nothing: T, query: () => Promise<T>): Promise<T> {
    const own = await db.first<{ accountId: string }>(
      sql`SELECT account_id FROM complaint_domains WHERE domain_id = ${domainId}`,
    )
    return own ? inTurn(own.accountId, query) : nothing
  }

  return {
    summary: (domainId, window) => of(domainId, NOTHING, () => summary(reading, domainId, window)),
    ofAccount: (accountId, window) => inTurn(accountId, () => ofAccount(reading, accountId, window)),
    lines: (domainId, window) => of(domainId, [], () => lines(reading, domainId, window)),
    providerDays: (domainId, window) => of(domainId, [], () => providerDays(reading, domainId, window)),
    sentBy: (domainId, window, senders) => of(domainId, [], () => sentBy(reading, domainId, window, senders)),
  }
}

const ofAccount = (db: Reading, accountId: string, { from, to }: AggregateWindow) =>
  db.all<{ domainId: string; complaints: number }>(sql`
    SELECT n.domain_id, sum(d.reports)::bigint AS complaints FROM complaint_domains AS n
      JOIN complaint_days AS d ON d.domain_id = n.domain_id
      WHERE n.account_id = ${accountId} AND d.day BETWEEN ${from}::integer AND ${to}::integer AND ${ARE_COMPLAINTS}
      GROUP BY n.domain_id ORDER BY n.domain_id`)

async function lines(db: Reading, domainId: string, window: AggregateWindow): Promise<ComplaintLine[]> {
  const rows = await db.all<Omit<ComplaintLine, 'authenticated'> & { authenticated: number }>(sql`
    SELECT day, authenticated, provider, type, reports FROM complaint_days WHERE ${within(domainId, window)}
      ORDER BY day, authenticated, provider, type`)
  return rows.map((line) => ({ ...line, authenticated: line.authenticated === 1 }))
}

const providerDays = (db: Reading, domainId: string, window: AggregateWindow) =>
  db.all<{ provider: string; day: number; complaints: number }>(sql`
    SELECT provider, day, sum(reports)::bigint AS complaints FROM complaint_days
      WHERE ${within(domainId, window)} AND ${ARE_COMPLAINTS} GROUP BY day, provider ORDER BY day, provider`)

type Reading = Db['reading']

async function summary(db: Reading, domainId: string, window: AggregateWindow): Promise<ComplaintSummary> {
  const those = within(domainId, window)
  // One behind the other: they are to take one connection.
  const days = await db.all<DayRow>(sql`
      SELECT day, authenticated, type, sum(reports)::bigint AS reports FROM complaint_days WHERE ${those}
        GROUP BY day, authenticated, type ORDER BY day`)
  const providers = await db.all<Parameters<typeof providersOf>[0][number]>(sql`
      SELECT provider, type, sum(reports)::bigint AS reports, max(day) AS last_day FROM complaint_days
        WHERE ${those} AND authenticated = 1 GROUP BY provider, type`)
  const campaigns = await db.all<{
    field: string
    campaign: string
    complaints: number
    others: number
    lastDay: number
    every: number
  }>(sql`
      SELECT field, campaign, sum(complaints)::bigint AS complaints, sum(others)::bigint AS others, max(day) AS last_day,
          count(*) OVER () AS every
        FROM complaint_campaigns WHERE ${those} AND authenticated = 1 AND campaign <> ''
        GROUP BY field, campaign ORDER BY sum(complaints) DESC, sum(others) DESC, campaign, field LIMIT ${MOST_CAMPAIGNS_SHOWN}`)
  const unnamed = await db.all<{ field: string; complaints: number }>(sql`
      SELECT field, sum(complaints)::bigint AS complaints FROM complaint_campaigns
        WHERE ${those} AND authenticated = 1 AND campaign = '' GROUP BY field`)
  const own = await db.first<{ latestAt: number | null }>(
    sql`SELECT latest_at FROM complaint_domains WHERE domain_id = ${domainId}`,
  )
  const without = (name: string) => unnamed.find(({ field }) => field === name)?.complaints ?? 0
  return {
    days: daysOf(days),
    providers: providersOf(providers),
    campaigns: campaigns.map(({ field, campaign, complaints, others, lastDay }) => ({
      campaign: { field: field === 'list-id' ? field : 'feedback-id', name: campaign },
      complaints,
      others,
      lastDay,
    })),
    moreCampaigns: (campaigns[0]?.every ?? 0) - campaigns.length,
    withoutCampaign: without('none'),
    beyondCampaigns: without('beyond'),
    ...(own && own.latestAt !== null && { latestAt: new Date(own.latestAt) }),
  }
}

/** The name in a report is its sender's word: who sent it stands with its file. Of a domain without complaints nothing is looked for. */
async function sentBy(
  db: Reading,
  domainId: string,
  { from, to }: AggregateWindow,
  { reporters, senders }: { reporters: readonly string[]; senders: readonly string[] },
) {
  const rows = await db.all<{ reporter: string; sender: string | null; pass: number }>(sql`
    SELECT t.text AS reporter, CASE WHEN f.source = 'mail' THEN f.sender END AS sender, sum(s.pass)::bigint AS pass
      FROM complaint_domains AS c
      JOIN dmarc_domains AS d ON d.domain_id = c.domain_id
      JOIN dmarc_slices AS s ON s.domain = d.no AND s.day BETWEEN ${from}::integer AND ${to}::integer AND s.authenticated = 1
      JOIN dmarc_texts AS t ON t.no = s.reporter AND t.text = ANY (${reporters}::text[])
      JOIN dmarc_reports AS r ON r.no = s.report
      JOIN report_files AS f ON f.id = r.file_id
      WHERE c.domain_id = ${domainId} AND (f.source <> 'mail' OR f.sender = ANY (${senders}::text[]))
      GROUP BY 1, 2`)
  return rows.map(({ sender, ...row }) => ({ ...row, ...(sender !== null && { sender }) }))
}
