import type { RecordChange } from '../../../../core/watching/records.ts'
import { payloadOf, withParents } from '../../../keeping/records/telling.ts'
import type { RecordOwner } from '../../../watching/record-history.ts'
import type { Connection } from '../../connection.ts'

/** Writes the event of what changed, in the transaction of the look. */
export function recordTellings({ driver }: Pick<Connection, 'driver'>) {
  const monitor = driver.prepare<[string], { id: string; name: string }>(
    'SELECT id, name FROM monitors WHERE id = ?',
  )
  const watched = driver
    .prepare<[string, string, string, string], number>(
      `SELECT 1 FROM json_each(?) AS s CROSS JOIN domains AS d ON d.account_id = ? AND d.domain = s.value
        AND d.verified_at IS NOT NULL CROSS JOIN record_looks AS l ON l.domain_id = d.id
        CROSS JOIN record_versions AS v ON v.look = l.no AND v.record = ? AND v.name = ? LIMIT 1`,
    )
    .pluck()
  const announce = driver.prepare(
    'INSERT INTO outbox (type, account_id, subject, payload, at, domain_id) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const isWatchedByDomain = ({ record, name }: RecordChange, accountId: string) =>
    watched.get(JSON.stringify(withParents(name)), accountId, record, name) !== undefined

  return (
    owner: RecordOwner,
    { accountId, at, domain }: { accountId: string; at: Date; domain: string },
    changes: readonly RecordChange[],
  ): void => {
    const of = 'monitorId' in owner ? monitor.get(owner.monitorId) : undefined
    const told = changes.filter((change) => !of || !isWatchedByDomain(change, accountId))
    if (told.length === 0) return
    const [subject, domainId] =
      'monitorId' in owner ? [owner.monitorId, null] : [owner.domainId, owner.domainId]
    const text = JSON.stringify(payloadOf(domain, of, told))
    announce.run('domain.record_changed', accountId, subject, text, at.getTime(), domainId)
  }
}
