import type { WatchingEvent } from '../../../../core/watching/events.ts'
import type { RecordChange } from '../../../../core/watching/records.ts'
import type { RecordOwner } from '../../../watching/record-history.ts'
import type { Connection } from '../../connection.ts'

/** What an event holds of what changed: the history has all of it. */
const MOST_CHANGES = 10
const MOST_VALUES = 10
const LONGEST_VALUE = 1_000

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
    const more = told.length - MOST_CHANGES
    const payload: Payload = {
      domain,
      ...(of && { monitor: of }),
      changes: told.slice(0, MOST_CHANGES).map(shown),
      ...(more > 0 && { more }),
    }
    const [subject, domainId] =
      'monitorId' in owner ? [owner.monitorId, null] : [owner.domainId, owner.domainId]
    const text = JSON.stringify(payload)
    announce.run('domain.record_changed', accountId, subject, text, at.getTime(), domainId)
  }
}

type Payload = Extract<WatchingEvent, { type: 'domain.record_changed' }>['payload']

const shown = ({ before, after, lastSeenAt, at, ...place }: RecordChange): Payload['changes'][number] => ({
  ...place,
  before: cut(before),
  after: cut(after),
  lastSeenAt: lastSeenAt.toISOString(),
  at: at.toISOString(),
})

const cut = (values: readonly string[]) =>
  values.slice(0, MOST_VALUES).map((value) => value.slice(0, LONGEST_VALUE))

function withParents(name: string): string[] {
  const labels = name.split('.')
  return labels.map((_, index) => labels.slice(index).join('.'))
}
