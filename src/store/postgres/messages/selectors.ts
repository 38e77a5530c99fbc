import { keptText } from '../../keeping/kept-text.ts'
import { joined, type Sql, sql } from '../sql/statement.ts'

/** Selectors that are kept of a domain. */
const MOST_SELECTORS = 50

/** Notes by which keys a message was signed, for domains that the account has. */
export function noteSelectors(
  accountId: string | null,
  signers: readonly { domain: string; selector: string }[],
  at: number,
): Sql[] {
  if (accountId === null || signers.length === 0) return []
  const kept = signers.map(({ domain, selector }) => ({ domain, selector: keptText(selector) }))
  const each = new Map(kept.map((signer) => [`${signer.domain}\n${signer.selector}`, signer]))
  const rows = [...each.values()].map(({ domain, selector }) => sql`(${domain}::text, ${selector}::text)`)
  const domains = [...new Set(signers.map(({ domain }) => domain))]
  return [
    // A domain that is being deleted meanwhile is waited for, and is none then.
    sql`WITH own AS MATERIALIZED (SELECT id, domain FROM domains WHERE account_id = ${accountId} AND domain = ANY(${domains})
        ORDER BY id FOR KEY SHARE)
      INSERT INTO domain_selectors AS s (domain_id, selector, last_seen)
        SELECT own.id, g.selector, ${at}::bigint FROM (VALUES ${joined(rows, ', ')}) AS g (domain, selector)
          JOIN own ON own.domain = g.domain ORDER BY own.id, g.selector
      ON CONFLICT (domain_id, selector) DO UPDATE SET last_seen = greatest(s.last_seen, excluded.last_seen)`,
    sql`DELETE FROM domain_selectors AS s USING (
        SELECT o.domain_id, o.selector, row_number() OVER (PARTITION BY o.domain_id ORDER BY o.last_seen DESC) AS place
        FROM domain_selectors AS o JOIN domains AS d ON d.id = o.domain_id
        WHERE d.account_id = ${accountId} AND d.domain = ANY(${domains})) AS old
      WHERE old.place > ${MOST_SELECTORS} AND s.domain_id = old.domain_id AND s.selector = old.selector`,
  ]
}
