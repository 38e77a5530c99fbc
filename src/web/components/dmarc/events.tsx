import type { WatchedEvent } from '../../../core/event.ts'
import { dayOf } from '../../../core/kept/day.ts'
import { dateOfDay } from '../../../services/aggregates/window.ts'
import { nextFor, sentenceOf } from '../../../services/answers/watching/words.ts'
import type { Site } from '../../site.ts'
import { EVENT_TITLES, placeOfEvent } from '../../words/dmarc-events.ts'
import { published } from '../../words/published.ts'
import { longDay } from '../chart/slots.ts'
import { Ago } from '../shown/ago.tsx'

/** An event, or what lasts of one. */
export interface ShownEvent {
  domainId: string
  event: Pick<WatchedEvent, 'type' | 'payload'>
  at: Date
  isSample?: true
}

interface EventsProps {
  site: Site
  events: readonly ShownEvent[]
  /** They last: what to do is said with each. */
  areLasting?: boolean
  now: Date
}

/** Events with what happened, when, and where to look. */
export function Events({ site, events, areLasting = false, now }: EventsProps) {
  return (
    <ul class="plain today-list">
      {events.map(({ domainId, event, at, isSample }, n) => (
        <li key={n}>
          <a href={placeOfEvent(site, domainId, event)}>{EVENT_TITLES[event.type]}</a>
          <span class="quiet">
            {areLasting ? foundWords(at, now) : <Ago at={at} now={now} />}
            {isSample && ', in the sample data'}
          </span>
          <span class="today-says">
            <bdi>{published(sentenceOf(event))}</bdi>
            {areLasting && <> {nextFor(event)}</>}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Of what lasts only the day is known. */
function foundWords(at: Date, now: Date): string {
  const [day, today] = [at, now].map((time) => dateOfDay(dayOf(time.getTime())))
  return day === today ? 'found today' : `found on ${longDay(day ?? '')}`
}
