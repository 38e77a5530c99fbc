import { COMPLAINT, type FeedbackType } from '../../../../core/complaints/complaint.ts'
import type { AggregateWindow } from '../../../aggregates.ts'
import {
  type CampaignComplaints,
  type ComplaintLine,
  type ComplaintReads,
  type ComplaintSummary,
  MOST_CAMPAIGNS_SHOWN,
} from '../../../complaints/complaints.ts'
import { type DayRow, daysOf, providersOf } from '../../../keeping/complaints/sums.ts'
import type { Connection } from '../../connection.ts'
import type { Reading } from '../../readers/serve.ts'
import type { CampaignRow } from '../../schema/complaints.ts'

type Asked = 'summary' | 'ofAccount' | 'lines' | 'providerDays' | 'sentBy'

/** The reads of counts, as they run in a thread: names are strangers' texts, and years of days may have many. */
export type ComplaintQueries = {
  [Name in Asked as `complaints.${Name}`]: (
    ...args: Parameters<ComplaintReads[Name]>
  ) => Awaited<ReturnType<ComplaintReads[Name]>>
}

const WINDOW = 'domain_id = ? AND day BETWEEN ? AND ? AND going(day)'

export function complaintQueries({ driver }: Pick<Reading, 'driver'>): ComplaintQueries {
  const ofAccount = driver.prepare<[string, number, number], { domainId: string; complaints: number }>(
    `SELECT n.domain_id AS domainId, sum(reports) AS complaints FROM complaint_domains AS n
      CROSS JOIN complaint_days AS d ON d.domain_id = n.domain_id
      WHERE n.account_id = ? AND day BETWEEN ? AND ? AND going(day) AND authenticated = 1 AND type = '${COMPLAINT}'
      GROUP BY n.domain_id`,
  )
  const lines = driver.prepare<
    [string, number, number],
    Omit<ComplaintLine, 'authenticated'> & { authenticated: number }
  >(
    `SELECT day, authenticated, provider, type, reports FROM complaint_days WHERE ${WINDOW} ORDER BY day, authenticated, provider, type`,
  )
  const providerDays = driver.prepare<
    [string, number, number],
    { provider: string; day: number; complaints: number }
  >(
    `SELECT provider, day, sum(reports) AS complaints FROM complaint_days
      WHERE ${WINDOW} AND authenticated = 1 AND type = '${COMPLAINT}' GROUP BY day, provider ORDER BY day, provider`,
  )
  return {
    'complaints.summary': summaryQuery({ driver }),
    'complaints.ofAccount': (accountId, { from, to }) => ofAccount.all(accountId, from, to),
    'complaints.lines': (domainId, { from, to }) =>
      lines.all(domainId, from, to).map((line) => ({ ...line, authenticated: line.authenticated === 1 })),
    'complaints.providerDays': (domainId, { from, to }) => providerDays.all(domainId, from, to),
    'complaints.sentBy': sentByQuery({ driver }),
  }
}

function summaryQuery({ driver }: Pick<Connection, 'driver'>) {
  const days = driver.prepare<[string, number, number], DayRow>(
    `SELECT day, authenticated, type, sum(reports) AS reports FROM complaint_days WHERE ${WINDOW}
      GROUP BY day, authenticated, type ORDER BY day`,
  )
  const providers = driver.prepare<
    [string, number, number],
    { provider: string; type: FeedbackType; reports: number; lastDay: number }
  >(
    `SELECT provider, type, sum(reports) AS reports, max(day) AS lastDay FROM complaint_days
      WHERE ${WINDOW} AND authenticated = 1 GROUP BY provider, type`,
  )
  const campaigns = driver.prepare<
    [string, number, number, number],
    { field: CampaignRow; campaign: string; complaints: number; others: number; lastDay: number; all: number }
  >(
    `SELECT field, campaign, sum(complaints) AS complaints, sum(others) AS others, max(day) AS lastDay, count(*) OVER () AS 'all'
      FROM complaint_campaigns WHERE ${WINDOW} AND authenticated = 1 AND campaign <> ''
      GROUP BY field, campaign ORDER BY sum(complaints) DESC, sum(others) DESC, campaign LIMIT ?`,
  )
  const unnamed = driver.prepare<[string, number, number], { field: CampaignRow; complaints: number }>(
    `SELECT field, sum(complaints) AS complaints FROM complaint_campaigns
      WHERE ${WINDOW} AND authenticated = 1 AND campaign = '' GROUP BY field`,
  )
  const latest = driver
    .prepare<[string], number | null>('SELECT latest_at FROM complaint_domains WHERE domain_id = ?')
    .pluck()
  return (domainId: string, { from, to }: AggregateWindow): ComplaintSummary => {
    const asked = [domainId, from, to] as const
    const named = campaigns.all(...asked, MOST_CAMPAIGNS_SHOWN)
    const rest = unnamed.all(...asked)
    const latestAt = latest.get(domainId)
    return {
      days: daysOf(days.all(...asked)),
      providers: providersOf(providers.all(...asked)),
      campaigns: named.map(
        ({ field, campaign, complaints, others, lastDay }): CampaignComplaints => ({
          campaign: { field: field === 'list-id' ? field : 'feedback-id', name: campaign },
          complaints,
          others,
          lastDay,
        }),
      ),
      moreCampaigns: (named[0]?.all ?? 0) - named.length,
      withoutCampaign: rest.find(({ field }) => field === 'none')?.complaints ?? 0,
      beyondCampaigns: rest.find(({ field }) => field === 'beyond')?.complaints ?? 0,
      ...(typeof latestAt === 'number' && { latestAt: new Date(latestAt) }),
    }
  }
}

/** The name in a report is its sender's word: who sent it stands with its file. */
function sentByQuery({ driver }: Pick<Connection, 'driver'>): ComplaintQueries['complaints.sentBy'] {
  const sums = driver.prepare<
    [number, number, string, string, string],
    { reporter: string; sender: string | null; pass: number }
  >(
    `SELECT t.text AS reporter, iif(f.source = 'mail', f.sender, NULL) AS sender, sum(s.pass) AS pass FROM dmarc_domains AS d
      CROSS JOIN dmarc_slices AS s ON s.domain = d.no AND s.day BETWEEN ? AND ? AND going(s.day) AND s.authenticated = 1
        AND s.reporter IN (SELECT no FROM dmarc_texts WHERE text IN (SELECT value FROM json_each(?)))
      CROSS JOIN dmarc_texts AS t ON t.no = s.reporter
      CROSS JOIN dmarc_reports AS r ON r.no = s.report
      CROSS JOIN report_files AS f ON f.id = r.file_id
      WHERE d.domain_id = ? AND (f.source <> 'mail' OR f.sender IN (SELECT value FROM json_each(?)))
      GROUP BY 1, 2`,
  )
  return (domainId, { from, to }, { reporters, senders }) =>
    sums
      .all(from, to, JSON.stringify(reporters), domainId, JSON.stringify(senders))
      .map(({ sender, ...row }) => ({ ...row, ...(sender !== null && { sender }) }))
}
