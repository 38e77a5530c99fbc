import type { WatchingEvent } from '../../../core/watching/events.ts'
import type { RecordChange } from '../../../core/watching/records.ts'

/** What an event holds of what changed: the history has all of it. */
const MOST_CHANGES = 10
const MOST_VALUES = 10
const LONGEST_VALUE = 1_000

type Payload = Extract<WatchingEvent, { type: 'domain.record_changed' }>['payload']

/** What an event tells of changes that a look found. */
export function payloadOf(
  domain: string,
  monitor: { id: string; name: string } | undefined,
  told: readonly RecordChange[],
): Payload {
  const more = told.length - MOST_CHANGES
  return {
    domain,
    ...(monitor && { monitor }),
    changes: told.slice(0, MOST_CHANGES).map(shown),
    ...(more > 0 && { more }),
  }
}

const shown = ({ before, after, lastSeenAt, at, ...place }: RecordChange): Payload['changes'][number] => ({
  ...place,
  before: cut(before),
  after: cut(after),
  lastSeenAt: lastSeenAt.toISOString(),
  at: at.toISOString(),
})

const cut = (values: readonly string[]) =>
  values.slice(0, MOST_VALUES).map((value) => value.slice(0, LONGEST_VALUE))

/** A name and those above it. */
export function withParents(name: string): string[] {
  const labels = name.split('.')
  return labels.map((_, index) => labels.slice(index).join('.'))
}
