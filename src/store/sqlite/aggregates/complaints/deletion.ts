import type { Connection } from '../../connection.ts'

/** What is left of complaints of a domain that is gone, piece by piece. Gives how many rows went. */
export function complaintDeletion({ driver }: Pick<Connection, 'driver'>) {
  const ring = driver.prepare<[string, number]>(
    `DELETE FROM complaint_known WHERE (domain_id, slot) IN
      (SELECT domain_id, slot FROM complaint_known WHERE domain_id = ? LIMIT ?)`,
  )
  const days = driver.prepare<[string, number]>(
    `DELETE FROM complaint_days WHERE (domain_id, day, authenticated, provider, type) IN
      (SELECT domain_id, day, authenticated, provider, type FROM complaint_days WHERE domain_id = ? LIMIT ?)`,
  )
  const campaigns = driver.prepare<[string, number]>(
    `DELETE FROM complaint_campaigns WHERE (domain_id, day, authenticated, field, campaign) IN
      (SELECT domain_id, day, authenticated, field, campaign FROM complaint_campaigns WHERE domain_id = ? LIMIT ?)`,
  )
  const letters = driver.prepare<[string, number]>(
    'DELETE FROM complaint_letters WHERE no IN (SELECT no FROM complaint_letters WHERE domain_id = ? LIMIT ?)',
  )
  // Last: by this it is known that something is left.
  const domain = driver.prepare<[string]>('DELETE FROM complaint_domains WHERE domain_id = ?')
  return (domainId: string, limit: number): number =>
    ring.run(domainId, limit).changes ||
    days.run(domainId, limit).changes ||
    campaigns.run(domainId, limit).changes ||
    letters.run(domainId, limit).changes ||
    domain.run(domainId).changes
}
