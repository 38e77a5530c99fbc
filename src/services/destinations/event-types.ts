import { EVENT_TYPES, type EventType } from '../../core/event.ts'
import type { DestinationKind } from '../../core/watching/destination-kind.ts'

/** What the instance itself has to tell. */
const OF_INSTANCE: readonly EventType[] = ['instance.trouble', 'instance.recovered']
/** Told to accounts and to the instance, each of its own. */
const OF_BOTH: readonly EventType[] = ['webhook.disabled']
/** What comes with every message or report is too much for people. */
const FOR_PROGRAMS: readonly EventType[] = ['test.scored', 'test.failed', 'dmarc.report_received']

/** What a destination of an account, or of the instance, can be told. */
export function typesFor(owner: 'account' | 'instance'): readonly EventType[] {
  return owner === 'instance'
    ? [...OF_INSTANCE, ...OF_BOTH]
    : EVENT_TYPES.filter((type) => !OF_INSTANCE.includes(type))
}

/** What a destination is told where nobody says otherwise: a webhook of everything, people of what they may have to do something about. */
export function usualTypes(owner: 'account' | 'instance', kind: DestinationKind): readonly EventType[] {
  return typesFor(owner).filter((type) => kind === 'webhook' || !FOR_PROGRAMS.includes(type))
}
