import type { PublishedPolicy } from '../../../../../../core/aggregate/report.ts'
import { MOST_SEEN_POLICIES, type SeenPolicy } from '../../../../../dmarc/source-facts.ts'
import { type Asked, counting, type Prepared, rowsOf } from '../statements.ts'

/** Policies that the reports of a window saw, in the order of days. */
export function policiesOf(prepared: Prepared, asked: Asked): SeenPolicy[] {
  const statement = prepared(`
    SELECT s.day, d.text, p.text, s.reports, s.authenticated
    FROM dmarc_policies AS s CROSS JOIN dmarc_texts AS d ON d.no = s.policy_domain CROSS JOIN dmarc_texts AS p ON p.no = s.policy
    WHERE s.domain = ? AND s.day BETWEEN ? AND ?${counting(asked, 's')}
    ORDER BY s.domain DESC, s.day DESC, s.policy_domain DESC, s.policy DESC, s.authenticated DESC LIMIT ${MOST_SEEN_POLICIES}`)
  type Row = [day: number, policyDomain: string, policy: string, reports: number, authenticated: number]
  const rows = rowsOf<Row>(statement, asked.domain, asked.from, asked.to)
  return rows.reverse().map(([day, policyDomain, policy, reports, authenticated]) => ({
    day,
    policyDomain,
    policy: JSON.parse(policy) as PublishedPolicy,
    reports,
    authenticated: authenticated === 1,
  }))
}
