import type { StoredEvent } from '../../../core/event.ts'
import type { Destination } from '../../../core/watching/destination.ts'

/** Whether a destination is told of an event: one of its owner, of a type that it asks for, that happened since it is there. Lists of
 * monitors and domains narrow down what is about monitors, tests and domains, and nothing else. */
export function wants(destination: Destination, event: StoredEvent, now: Date): boolean {
  const { accountId, filter, createdAt, disabled, id } = destination
  // One that was made by a clock that was ahead is told of what happens since that was set back.
  if (disabled || accountId !== event.accountId || (event.at < createdAt && createdAt <= now)) return false
  if (!filter.types.includes(event.type) || event.subject === id) return false
  const { monitorIds, domainIds } = filter
  const about = aboutOf(event)
  if (about?.kind === 'monitor' && monitorIds) return about.id !== undefined && monitorIds.includes(about.id)
  if (about?.kind === 'domain' && domainIds) return domainIds.includes(about.id)
  return true
}

type About = { kind: 'monitor'; id?: string } | { kind: 'domain'; id: string }

/** What an event is about, of what lists can name. */
function aboutOf(event: StoredEvent): About | undefined {
  switch (event.type) {
    case 'monitor.alert':
    case 'monitor.recovered':
      return { kind: 'monitor', id: event.subject }
    case 'test.scored':
    case 'test.failed': {
      const monitor: unknown = 'monitor' in event.payload ? event.payload.monitor : undefined
      return typeof monitor === 'string' ? { kind: 'monitor', id: monitor } : { kind: 'monitor' }
    }
    case 'domain.record_changed':
      return event.payload.monitor
        ? { kind: 'monitor', id: event.payload.monitor.id }
        : { kind: 'domain', id: event.subject }
    case 'webhook.disabled':
    case 'instance.trouble':
    case 'instance.recovered':
    case 'digest.weekly':
      return undefined
    default:
      return { kind: 'domain', id: event.subject }
  }
}
