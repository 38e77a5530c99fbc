import type { Connection } from '../../connection.ts'

/** What is left of TLS reports of a domain that is gone, piece by piece. Gives how many rows went. */
export function tlsDeletion({ driver }: Pick<Connection, 'driver'>) {
  const reports = driver.prepare<[string, number]>(
    'DELETE FROM tls_reports WHERE seq IN (SELECT seq FROM tls_reports WHERE domain_id = ? LIMIT ?)',
  )
  const failures = driver.prepare<[string, number]>(
    `DELETE FROM tls_failures WHERE (domain_id, day, authenticated, type, host) IN
      (SELECT domain_id, day, authenticated, type, host FROM tls_failures WHERE domain_id = ? LIMIT ?)`,
  )
  // Last: by these it is known that something is left.
  const days = driver.prepare<[string, number]>(
    `DELETE FROM tls_days WHERE (domain_id, day, authenticated, policy_type) IN
      (SELECT domain_id, day, authenticated, policy_type FROM tls_days WHERE domain_id = ? LIMIT ?)`,
  )
  return (domainId: string, limit: number): number =>
    reports.run(domainId, limit).changes ||
    failures.run(domainId, limit).changes ||
    days.run(domainId, limit).changes
}
