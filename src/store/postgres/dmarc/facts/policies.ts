import type { PublishedPolicy } from '../../../../core/aggregate/report.ts'
import { MOST_SEEN_POLICIES, type SeenPolicy } from '../../../dmarc/source-facts.ts'
import type { Tx } from '../../sql/database.ts'
import { sql } from '../../sql/statement.ts'
import { type Asked, within } from '../reading/asked.ts'

interface Row {
  day: number
  policyDomain: string
  policy: string
  reports: number
  authenticated: number
}

/** Policies that the reports of a window saw, in the order of days. */
export async function policiesOf(db: Tx, asked: Asked): Promise<SeenPolicy[]> {
  const rows = await db.all<Row>(sql`
    SELECT g.day, d.text AS policy_domain, t.text AS policy, g.reports, g.authenticated FROM (
      SELECT s.day, p.policy_domain, p.policy, s.authenticated, count(*) AS reports
      FROM dmarc_slices AS s JOIN dmarc_reports AS p ON p.no = s.report WHERE ${within(asked, 's')}
      GROUP BY s.day, p.policy_domain, p.policy, s.authenticated
      ORDER BY s.day DESC, p.policy_domain DESC, p.policy DESC, s.authenticated DESC LIMIT ${MOST_SEEN_POLICIES}
    ) AS g JOIN dmarc_texts AS d ON d.no = g.policy_domain JOIN dmarc_texts AS t ON t.no = g.policy
    ORDER BY g.day, g.policy_domain, g.policy, g.authenticated`)
  return rows.map(({ day, policyDomain, policy, reports, authenticated }) => ({
    day,
    policyDomain,
    policy: JSON.parse(policy) as PublishedPolicy,
    reports,
    authenticated: authenticated === 1,
  }))
}
