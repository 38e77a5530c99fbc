import { COMPLAINT } from '../../../core/complaints/complaint.ts'
import { COMPLAINT_BOUNDS, type NewComplaint } from '../../complaints/complaints.ts'
import type { Tx } from '../sql/database.ts'
import { sql } from '../sql/statement.ts'

/** What is told apart: a day of a domain, of those that are proved or not. */
interface Day {
  domainId: string
  day: number
  authenticated: 0 | 1
}

interface Campaign {
  field: string
  campaign: string
}

interface Counts {
  complaints: number
  others: number
}

/** Counts a report on its day. Names are texts of strangers, so that only so many are told apart on one day of a domain; what is beyond them
 * counts together. Whoever asks holds the domain's row of complaint_domains. */
export async function countComplaint(
  tx: Tx,
  domainId: string,
  day: number,
  { type, incidents, provider, campaign }: NewComplaint,
): Promise<void> {
  const of: Day = { domainId, day, authenticated: provider === undefined ? 0 : 1 }
  const who = provider === undefined ? '' : await toldApart(tx, of, provider)
  await tx.run(sql`
    INSERT INTO complaint_days AS c (domain_id, day, authenticated, provider, type, reports)
      VALUES (${domainId}, ${day}::integer, ${of.authenticated}::smallint, ${who}, ${type}, ${incidents}::bigint)
    ON CONFLICT (domain_id, day, authenticated, provider, type) DO UPDATE SET reports = c.reports + excluded.reports`)
  // Of these nobody wants a campaign to end.
  if (type === 'not-spam' || type === 'auth-failure') return
  const counts =
    type === COMPLAINT ? { complaints: incidents, others: 0 } : { complaints: 0, others: incidents }
  if (!campaign) return addTo(tx, of, { field: 'none', campaign: '' }, counts)
  const named = { field: campaign.field, campaign: campaign.name }
  await addTo(tx, of, (await hasPlace(tx, of, named)) ? named : { field: 'beyond', campaign: '' }, counts)
}

/** Strangers take no place of a provider that is known: those have no dot in their ids, and are few. */
async function toldApart(tx: Tx, { domainId, day }: Day, provider: string): Promise<string> {
  if (!provider.includes('.')) return provider
  const row = await tx.first<{ known: number; providers: number }>(sql`
    SELECT count(*) FILTER (WHERE provider = ${provider}) AS known, count(DISTINCT provider) AS providers FROM complaint_days
      WHERE domain_id = ${domainId} AND day = ${day}::integer AND authenticated = 1`)
  return !row || row.known > 0 || row.providers < COMPLAINT_BOUNDS.providers ? provider : ''
}

/** Where all places are taken, one of those that came once gives its own up, whichever: one that comes again and again gets in. */
async function hasPlace(tx: Tx, of: Day, { field, campaign }: Campaign): Promise<boolean> {
  const named = sql`domain_id = ${of.domainId} AND day = ${of.day}::integer AND authenticated = ${of.authenticated}::smallint AND campaign <> ''`
  const row = await tx.first<{ known: number; campaigns: number }>(sql`
    SELECT count(*) FILTER (WHERE field = ${field} AND campaign = ${campaign}) AS known, count(*) AS campaigns
      FROM complaint_campaigns WHERE ${named}`)
  if (!row || row.known > 0 || row.campaigns < COMPLAINT_BOUNDS.campaigns) return true
  const least = await tx.first<Campaign & Counts>(sql`
    SELECT field, campaign, complaints, others FROM complaint_campaigns WHERE ${named} ORDER BY complaints + others, random() LIMIT 1`)
  if (!least || least.complaints + least.others > 1) return false
  await tx.run(
    sql`DELETE FROM complaint_campaigns WHERE ${named} AND field = ${least.field} AND campaign = ${least.campaign}`,
  )
  await addTo(tx, of, { field: 'beyond', campaign: '' }, least)
  return true
}

async function addTo(
  tx: Tx,
  { domainId, day, authenticated }: Day,
  { field, campaign }: Campaign,
  { complaints, others }: Counts,
): Promise<void> {
  await tx.run(sql`
    INSERT INTO complaint_campaigns AS c (domain_id, day, authenticated, field, campaign, complaints, others)
      VALUES (${domainId}, ${day}::integer, ${authenticated}::smallint, ${field}, ${campaign}, ${complaints}::bigint, ${others}::bigint)
    ON CONFLICT (domain_id, day, authenticated, field, campaign)
      DO UPDATE SET complaints = c.complaints + excluded.complaints, others = c.others + excluded.others`)
}
