import type { Signer } from '../../../../core/domain-health.ts'
import type { Connection } from '../../connection.ts'

/** Selectors that are kept of a domain. */
const MOST_SELECTORS = 50

/** Notes by which keys a message was signed, for domains that the account has: part of the transaction that ends an analysis. */
export function selectorRecorder({ driver }: Pick<Connection, 'driver'>) {
  const domain = driver
    .prepare<[string, string], [string]>('SELECT id FROM domains WHERE account_id = ? AND domain = ?')
    .raw()
  const note = driver.prepare<[string, string, number]>(
    `INSERT INTO domain_selectors (domain_id, selector, last_seen) VALUES (?, ?, ?)
      ON CONFLICT (domain_id, selector) DO UPDATE SET last_seen = max(last_seen, excluded.last_seen)`,
  )
  const tidy = driver.prepare<[string, string, number]>(
    `DELETE FROM domain_selectors WHERE domain_id = ? AND selector IN (
      SELECT selector FROM domain_selectors WHERE domain_id = ? ORDER BY last_seen DESC LIMIT -1 OFFSET ?)`,
  )
  return (accountId: string, signers: readonly Signer[], at: Date): void => {
    for (const { domain: name, selector } of signers) {
      const [id] = domain.get(accountId, name) ?? []
      if (id === undefined) continue
      note.run(id, selector, at.getTime())
      tidy.run(id, id, MOST_SELECTORS)
    }
  }
}
