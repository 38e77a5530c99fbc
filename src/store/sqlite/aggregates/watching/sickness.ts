import type { WatchingEvent } from '../../../../core/watching/events.ts'
import type { Connection } from '../../connection.ts'

interface KeptRow {
  version: number
  state: string
}

export function sicknessReads({ driver }: Pick<Connection, 'driver'>) {
  const kept = driver.prepare<[], KeptRow>('SELECT version, state FROM sickness WHERE id = 1')
  return { begin: (): KeptRow | undefined => kept.get() }
}

export function sicknessWrites({ driver }: Pick<Connection, 'driver'>) {
  const version = driver.prepare<[], number>('SELECT version FROM sickness WHERE id = 1').pluck()
  const keep = driver.prepare(
    `INSERT INTO sickness (id, version, looked_at, state) VALUES (1, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET version = excluded.version, looked_at = excluded.looked_at, state = excluded.state`,
  )
  const announce = driver.prepare('INSERT INTO outbox (type, subject, payload, at) VALUES (?, ?, ?, ?)')
  return {
    settle(was: number, state: string, at: Date, events: readonly WatchingEvent[]): 'settled' | 'outdated' {
      if ((version.get() ?? 0) !== was) return 'outdated'
      keep.run(was + 1, at.getTime(), state)
      for (const { type, subject, payload } of events)
        announce.run(type, subject, JSON.stringify(payload), at.getTime())
      return 'settled'
    },
  }
}
