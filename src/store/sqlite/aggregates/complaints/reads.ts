import { COMPLAINT, type FeedbackType } from '../../../../core/complaints/complaint.ts'
import type { AggregateWindow } from '../../../aggregates.ts'
import {
  type CampaignComplaints,
  type ComplaintDay,
  type ComplaintLine,
  type ComplaintReads,
  type ComplaintSummary,
  type KeptLetter,
  MOST_CAMPAIGNS_SHOWN,
  type ProviderComplaints,
  type WatchedComplaints,
} from '../../../complaints/complaints.ts'
import type { ReportsAddress } from '../../../report-mail.ts'
import type { Connection } from '../../connection.ts'
import type { CampaignRow } from '../../schema/complaints.ts'

/** What a deleted account left behind is of nobody any more. */
const STANDS = `NOT EXISTS (SELECT 1 FROM accounts INDEXED BY accounts_deleted
  WHERE accounts.id = d.account_id AND deleted_at IS NOT NULL)`
const WINDOW = 'domain_id = ? AND day BETWEEN ? AND ?'

interface DayRow {
  day: number
  authenticated: number
  type: FeedbackType
  reports: number
}

interface LetterRow extends Pick<KeptLetter, 'id' | 'subject' | 'text'> {
  receivedAt: number
  authenticated: number
  sender: string | null
}

type Reads = {
  [Name in keyof ComplaintReads]: (
    ...args: Parameters<ComplaintReads[Name]>
  ) => Awaited<ReturnType<ComplaintReads[Name]>>
}

/** What is read of complaints: some hundred rows a day of a domain at most. */
export function complaintReads(connection: Pick<Connection, 'driver'>) {
  const { driver } = connection
  const localPart = driver
    .prepare<[string], string>('SELECT local_part FROM complaint_addresses WHERE domain_id = ?')
    .pluck()
  const address = driver.prepare<[string], Omit<ReportsAddress, 'verified'> & { verified: number }>(
    `SELECT d.id AS domainId, account_id AS accountId, domain, verified_at IS NOT NULL AS verified
      FROM complaint_addresses AS a JOIN domains AS d ON d.id = a.domain_id WHERE a.local_part = ? AND ${STANDS}`,
  )
  const ofAccount = driver.prepare<[string, number, number], { domainId: string; complaints: number }>(
    `SELECT n.domain_id AS domainId, sum(reports) AS complaints FROM complaint_domains AS n
      CROSS JOIN complaint_days AS d ON d.domain_id = n.domain_id AND day BETWEEN ?2 AND ?3
      WHERE n.account_id = ?1 AND authenticated = 1 AND type = '${COMPLAINT}' GROUP BY n.domain_id`,
  )
  const letters = driver.prepare<[string], LetterRow>(
    `SELECT no AS id, received_at AS receivedAt, authenticated, sender, subject, text FROM complaint_letters
      WHERE domain_id = ? ORDER BY authenticated DESC, no DESC`,
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
  const watched = driver.prepare<
    [number, string, number],
    Omit<WatchedComplaints, 'state'> & { state: string | null }
  >(
    `SELECT d.account_id AS accountId, d.id AS domainId, d.domain, coalesce(w.version, 0) AS version, w.state
      FROM complaint_domains AS n CROSS JOIN domains AS d ON d.id = n.domain_id LEFT JOIN complaint_watch AS w ON w.domain_id = d.id
      WHERE (n.latest_at >= ?1 OR w.state IS NOT NULL) AND n.domain_id > ?2 AND d.verified_at IS NOT NULL
      ORDER BY n.domain_id LIMIT ?3`,
  )
  const state = driver
    .prepare<[string], string>('SELECT state FROM complaint_watch WHERE domain_id = ?')
    .pluck()
  const summary = summaryReads(connection)
  const reads: Reads = {
    localPart: (domainId) => localPart.get(domainId),
    summary,
    ofAccount: (accountId, { from, to }) => ofAccount.all(accountId, from, to),
    letters: (domainId) =>
      letters
        .all(domainId)
        .map(letterOf)
        .toSorted((one, other) => other.receivedAt.getTime() - one.receivedAt.getTime() || other.id - one.id),
    lines: (domainId, { from, to }) =>
      lines.all(domainId, from, to).map((line) => ({ ...line, authenticated: line.authenticated === 1 })),
    providerDays: (domainId, { from, to }) => providerDays.all(domainId, from, to),
    watchedState: (domainId) => state.get(domainId),
  }
  return {
    ...reads,
    address(local: string): ReportsAddress | undefined {
      const row = address.get(local)
      return row && { ...row, verified: row.verified === 1 }
    },
    watched: (since: Date, after: string, limit: number): WatchedComplaints[] =>
      watched
        .all(since.getTime(), after, limit)
        .map(({ state: kept, ...row }) => ({ ...row, ...(kept !== null && { state: kept }) })),
  }
}

function letterOf({ receivedAt, authenticated, sender, ...letter }: LetterRow): KeptLetter {
  return {
    ...letter,
    receivedAt: new Date(receivedAt),
    authenticated: authenticated === 1,
    ...(sender !== null && { from: sender }),
  }
}

function summaryReads({ driver }: Pick<Connection, 'driver'>) {
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

function daysOf(rows: readonly DayRow[]): ComplaintDay[] {
  const days = new Map<number, ComplaintDay>()
  for (const { day, authenticated, type, reports } of rows) {
    const one = days.get(day) ?? { day, authenticated: {}, unauthenticated: {} }
    one[authenticated === 1 ? 'authenticated' : 'unauthenticated'][type] = reports
    days.set(day, one)
  }
  return [...days.values()]
}

function providersOf(
  rows: readonly { provider: string; type: FeedbackType; reports: number; lastDay: number }[],
): ProviderComplaints[] {
  const providers = new Map<string, ProviderComplaints>()
  for (const { provider, type, reports, lastDay } of rows) {
    const one = providers.get(provider) ?? { provider, counts: {}, lastDay }
    one.counts[type] = reports
    one.lastDay = Math.max(one.lastDay, lastDay)
    providers.set(provider, one)
  }
  const complaints = ({ counts }: ProviderComplaints) => counts[COMPLAINT] ?? 0
  return [...providers.values()].toSorted(
    (one, other) => complaints(other) - complaints(one) || (one.provider < other.provider ? -1 : 1),
  )
}
