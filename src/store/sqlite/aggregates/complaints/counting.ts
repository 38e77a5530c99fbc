import { COMPLAINT } from '../../../../core/complaints/complaint.ts'
import { COMPLAINT_BOUNDS, type NewComplaint } from '../../../complaints/complaints.ts'
import type { Connection } from '../../connection.ts'
import type { CampaignRow } from '../../schema/complaints.ts'

/** A campaign that is told apart. */
interface LeastRow {
  field: CampaignRow
  campaign: string
  complaints: number
  others: number
}

/** Counts a report on its day. Names are texts of strangers, so that only so many are told apart on one day of a domain; what is beyond them
 * counts together. */
export function complaintCounts({ driver }: Pick<Connection, 'driver'>) {
  const addDay = driver.prepare<[string, number, number, string, string, number]>(
    `INSERT INTO complaint_days (domain_id, day, authenticated, provider, type, reports) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET reports = reports + excluded.reports`,
  )
  const knowsProvider = driver
    .prepare<[string, number, string], number>(
      'SELECT 1 FROM complaint_days WHERE domain_id = ? AND day = ? AND authenticated = 1 AND provider = ? LIMIT 1',
    )
    .pluck()
  const providers = driver
    .prepare<[string, number], number>(
      'SELECT count(DISTINCT provider) FROM complaint_days WHERE domain_id = ? AND day = ? AND authenticated = 1',
    )
    .pluck()
  const addCampaign = driver.prepare<[string, number, number, CampaignRow, string, number, number]>(
    `INSERT INTO complaint_campaigns (domain_id, day, authenticated, field, campaign, complaints, others) VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET complaints = complaints + excluded.complaints, others = others + excluded.others`,
  )
  const knowsCampaign = driver
    .prepare<[string, number, number, CampaignRow, string], number>(
      'SELECT 1 FROM complaint_campaigns WHERE domain_id = ? AND day = ? AND authenticated = ? AND field = ? AND campaign = ?',
    )
    .pluck()
  const NAMED = `domain_id = ? AND day = ? AND authenticated = ? AND campaign <> ''`
  const campaigns = driver
    .prepare<[string, number, number], number>(`SELECT count(*) FROM complaint_campaigns WHERE ${NAMED}`)
    .pluck()
  const least = driver.prepare<[string, number, number], LeastRow>(
    `SELECT field, campaign, complaints, others FROM complaint_campaigns WHERE ${NAMED}
      ORDER BY complaints + others, random() LIMIT 1`,
  )
  const dropCampaign = driver.prepare<[string, number, number, CampaignRow, string]>(
    'DELETE FROM complaint_campaigns WHERE domain_id = ? AND day = ? AND authenticated = ? AND field = ? AND campaign = ?',
  )

  /** Strangers take no place of a provider that is known: those have no dot in their ids, and are few. */
  function toldApart(domainId: string, day: number, provider: string): string {
    if (!provider.includes('.')) return provider
    if (knowsProvider.get(domainId, day, provider) !== undefined) return provider
    return (providers.get(domainId, day) ?? 0) < COMPLAINT_BOUNDS.providers ? provider : ''
  }

  /** Where all places are taken, one of those that came once gives its own up, whichever: one that comes again and again gets in. */
  function placeFor(domainId: string, day: number, authenticated: number): boolean {
    if ((campaigns.get(domainId, day, authenticated) ?? 0) < COMPLAINT_BOUNDS.campaigns) return true
    const row = least.get(domainId, day, authenticated)
    if (!row || row.complaints + row.others > 1) return false
    dropCampaign.run(domainId, day, authenticated, row.field, row.campaign)
    addCampaign.run(domainId, day, authenticated, 'beyond', '', row.complaints, row.others)
    return true
  }

  function countCampaign(
    domainId: string,
    day: number,
    authenticated: number,
    { type, incidents, campaign }: NewComplaint,
  ): void {
    const [complaints, others] = type === COMPLAINT ? [incidents, 0] : [0, incidents]
    const add = (field: CampaignRow, name: string) =>
      addCampaign.run(domainId, day, authenticated, field, name, complaints, others)
    if (!campaign) return void add('none', '')
    const { field, name } = campaign
    const isKnown = knowsCampaign.get(domainId, day, authenticated, field, name) !== undefined
    if (isKnown || placeFor(domainId, day, authenticated)) add(field, name)
    else add('beyond', '')
  }

  return (domainId: string, day: number, complaint: NewComplaint): void => {
    const { type, incidents, provider } = complaint
    const authenticated = provider === undefined ? 0 : 1
    const who = provider === undefined ? '' : toldApart(domainId, day, provider)
    addDay.run(domainId, day, authenticated, who, type, incidents)
    // Of these nobody wants a campaign to end.
    if (type === 'not-spam' || type === 'auth-failure') return
    countCampaign(domainId, day, authenticated, complaint)
  }
}
