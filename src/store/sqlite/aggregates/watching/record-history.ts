import type {
  RecordChange,
  RecordVersion,
  SeenRecords,
  WatchedRecord,
} from '../../../../core/watching/records.ts'
import { saysTheSame } from '../../../../core/watching/records.ts'
import {
  type BegunLook,
  type DueRecords,
  MOST_EARLIER,
  MOST_PLACES,
  MOST_VERSIONS,
  type RecordLook,
  type RecordOwner,
} from '../../../watching/record-history.ts'
import type { Connection } from '../../connection.ts'
import { recordTellings } from './record-tellings.ts'

type Driver = Pick<Connection, 'driver'>

interface VersionRow {
  record: WatchedRecord
  name: string
  no: number
  texts: string
  firstSeenAt: number
  lastSeenAt: number
  current: 0 | 1
}

interface OwnerRow {
  no: number
  accountId: string
  state: string
  lookedAt: number | null
  dueAt: number | null
}

const KEYS = { domains: 'domain_id', monitors: 'monitor_id' } as const
const kindOf = (owner: RecordOwner) => ('domainId' in owner ? 'domains' : 'monitors')
const idOf = (owner: RecordOwner) => ('domainId' in owner ? owner.domainId : owner.monitorId)

const COLUMNS = 'record, name, no, texts, first_seen_at AS firstSeenAt, last_seen_at AS lastSeenAt'

/** The latest version of a place is the one with the highest number. */
const IS_CURRENT = `v.no = (SELECT max(no) FROM record_versions AS l
  WHERE l.look = v.look AND l.record = v.record AND l.name = v.name)`

function ownerReads({ driver }: Driver) {
  const by = (kind: keyof typeof KEYS) =>
    driver.prepare<[string], OwnerRow>(
      `SELECT no, account_id AS accountId, state, looked_at AS lookedAt, due_at AS dueAt FROM record_looks WHERE ${KEYS[kind]} = ?`,
    )
  const owners = { domains: by('domains'), monitors: by('monitors') }
  return (owner: RecordOwner) => owners[kindOf(owner)].get(idOf(owner))
}

export function recordHistoryReads({ driver }: Driver) {
  const ownerRow = ownerReads({ driver })
  const current = driver.prepare<[number], VersionRow>(
    `SELECT ${COLUMNS}, 1 AS current FROM record_versions AS v WHERE look = ? AND ${IS_CURRENT} ORDER BY record, name`,
  )
  const versions = driver.prepare<[number, number], VersionRow>(
    `SELECT ${COLUMNS}, ${IS_CURRENT} AS current FROM record_versions AS v WHERE look = ?
      ORDER BY first_seen_at DESC, record, name, no DESC LIMIT ?`,
  )
  const left = 'l.account_id NOT IN (SELECT value FROM json_each(?))'
  const dueDomains = driver.prepare<
    [number, string, number],
    { accountId: string; id: string; domain: string }
  >(
    `SELECT l.account_id AS accountId, d.id, d.domain FROM record_looks AS l INDEXED BY record_looks_of_domains
      CROSS JOIN domains AS d ON d.id = l.domain_id
      WHERE l.due_at IS NOT NULL AND l.monitor_id IS NULL AND l.due_at <= ? AND ${left} ORDER BY l.due_at LIMIT ?`,
  )
  const dueMonitors = driver.prepare<[number, string, number], { accountId: string; id: string }>(
    `SELECT l.account_id AS accountId, l.monitor_id AS id FROM record_looks AS l INDEXED BY record_looks_of_monitors
      WHERE l.due_at IS NOT NULL AND l.domain_id IS NULL AND l.due_at <= ? AND ${left} ORDER BY l.due_at LIMIT ?`,
  )
  const rowsOf = (owner: RecordOwner, read: (no: number) => VersionRow[]): RecordVersion[] => {
    const row = ownerRow(owner)
    return row ? read(row.no).map(versionOf) : []
  }
  return {
    current: (owner: RecordOwner) => rowsOf(owner, (no) => current.all(no)),
    versions: (owner: RecordOwner, limit: number) => rowsOf(owner, (no) => versions.all(no, limit)),
    begin(owner: RecordOwner): BegunLook | undefined {
      const row = ownerRow(owner)
      return (
        row && {
          state: row.state,
          ...(row.lookedAt !== null && { lookedAt: new Date(row.lookedAt) }),
          ...(row.dueAt !== null && { dueAt: new Date(row.dueAt) }),
        }
      )
    },
    nextLook(owner: RecordOwner): Date | undefined {
      const dueAt = ownerRow(owner)?.dueAt
      return typeof dueAt === 'number' ? new Date(dueAt) : undefined
    },
    due(
      now: Date,
      of: keyof typeof KEYS,
      { limit, leave }: { limit: number; leave: readonly string[] },
    ): DueRecords[] {
      const asked = [now.getTime(), JSON.stringify(leave), limit] as const
      return of === 'domains'
        ? dueDomains
            .all(...asked)
            .map(({ accountId, id, domain }) => ({ accountId, owner: { domainId: id }, domain }))
        : dueMonitors.all(...asked).map(({ accountId, id }) => ({ accountId, owner: { monitorId: id } }))
    },
  }
}

/** Nothing is checked: only this store wrote it. */
const textsIn = (texts: string): string[] => JSON.parse(texts)

const versionOf = ({ record, name, texts, firstSeenAt, lastSeenAt, current }: VersionRow): RecordVersion => ({
  record,
  name,
  values: textsIn(texts),
  firstSeenAt: new Date(firstSeenAt),
  lastSeenAt: new Date(lastSeenAt),
  current: current === 1,
})

export function recordHistoryWrites({ driver }: Driver) {
  const ownerRow = ownerReads({ driver })
  const last = driver.prepare<[number, string, string], VersionRow>(
    `SELECT ${COLUMNS}, 1 AS current FROM record_versions WHERE look = ? AND record = ? AND name = ? ORDER BY no DESC LIMIT 1`,
  )
  const add = driver.prepare(
    `INSERT INTO record_versions (look, record, name, no, texts, first_seen_at, last_seen_at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  const seenAgain = driver.prepare(
    `UPDATE record_versions SET texts = ?, last_seen_at = max(last_seen_at, ?) WHERE look = ? AND record = ? AND name = ? AND no = ?`,
  )
  const trim = driver.prepare(
    'DELETE FROM record_versions WHERE look = ? AND record = ? AND name = ? AND no <= ?',
  )
  const tooMany = driver.prepare<[number, number], { record: string; name: string }>(
    `SELECT record, name FROM record_versions WHERE look = ? GROUP BY record, name
      ORDER BY max(last_seen_at) DESC, record, name LIMIT -1 OFFSET ?`,
  )
  const drop = driver.prepare('DELETE FROM record_versions WHERE look = ? AND record = ? AND name = ?')
  const count = driver
    .prepare<[number], number>('SELECT count(*) FROM record_versions WHERE look = ?')
    .pluck()
  const dropEarlier = driver.prepare(
    `DELETE FROM record_versions WHERE look = ? AND (record, name, no) IN (
      SELECT record, name, no FROM record_versions AS v WHERE look = ? AND NOT ${IS_CURRENT}
        ORDER BY first_seen_at DESC, no DESC LIMIT -1 OFFSET ?)`,
  )
  const settle = driver.prepare(
    'UPDATE record_looks SET state = ?, looked_at = ?, due_at = CASE WHEN due_at IS NOT NULL THEN ? END WHERE no = ?',
  )
  const putOff = driver.prepare(
    'UPDATE record_looks SET due_at = ?, state = coalesce(?, state) WHERE no = ? AND due_at IS NOT NULL',
  )
  const tellings = recordTellings({ driver })

  function keepAt(look: number, at: Date, { record, name, values }: SeenRecords): RecordChange[] {
    const was = last.get(look, record, name)
    const texts = JSON.stringify(values)
    const time = at.getTime()
    const before = was && textsIn(was.texts)
    if (was && before && saysTheSame(record, before, values)) {
      seenAgain.run(texts, time, look, record, name, was.no)
      return []
    }
    const no = (was?.no ?? 0) + 1
    add.run(look, record, name, no, texts, time, time)
    trim.run(look, record, name, no - MOST_VERSIONS)
    if (!was || !before) return []
    return [{ record, name, before, after: values, lastSeenAt: new Date(was.lastSeenAt), at }]
  }

  return {
    keep(
      owner: RecordOwner,
      { at, domain, seen, state, dueAt, tells, after }: RecordLook,
    ): RecordChange[] | 'unknown_owner' | 'outdated' {
      const row = ownerRow(owner)
      if (!row) return 'unknown_owner'
      if (after && row.lookedAt !== (after.lookedAt?.getTime() ?? null)) return 'outdated'
      const changes = seen.flatMap((one) => keepAt(row.no, at, one))
      for (const place of tooMany.all(row.no, MOST_PLACES)) drop.run(row.no, place.record, place.name)
      if ((count.get(row.no) ?? 0) > MOST_EARLIER) dropEarlier.run(row.no, row.no, MOST_EARLIER)
      settle.run(state, at.getTime(), dueAt.getTime(), row.no)
      if (tells) tellings(owner, { accountId: row.accountId, at, domain }, changes)
      return changes
    },
    putOff(owner: RecordOwner, dueAt: Date, state?: string): void {
      const row = ownerRow(owner)
      if (row) putOff.run(dueAt.getTime(), state ?? null, row.no)
    },
  }
}
