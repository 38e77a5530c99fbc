/** Ends where conditions begin; nothing is found of an account that was deleted. */
export const MONITORS = `SELECT m.id, m.account_id AS accountId, m.name, m.local_part AS localPart, m.domain_id AS domainId, d.domain,
    m.created_at AS createdAt, m.expectations, m.windows, m.paused_at AS pausedAt, m.paused_until AS pausedUntil, m.badge, m.standing
  FROM monitors AS m LEFT JOIN domains AS d ON d.id = m.domain_id
  WHERE NOT EXISTS (SELECT 1 FROM accounts INDEXED BY accounts_deleted WHERE accounts.id = m.account_id AND deleted_at IS NOT NULL)
    AND`
