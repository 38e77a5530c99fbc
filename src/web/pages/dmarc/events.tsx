import type { LastingEvent, ToldEvent } from '../../../services/answers/watching/telling.ts'
import { Events } from '../../components/dmarc/events.tsx'
import { DmarcPage } from '../../components/dmarc/frame.tsx'
import { Section } from '../../components/frame/area.tsx'
import { Empty } from '../../components/shown/empty.tsx'
import { plural } from '../../wording.ts'
import { amount } from '../../words/amounts.ts'
import type { DmarcPlace } from './asked.ts'
import { Unverified } from './empty.tsx'

interface EventsProps {
  place: DmarcPlace
  lasting: readonly LastingEvent[]
  /** How many last, shown or not. */
  allLasting: number
  /** Newest first. */
  told: readonly ToldEvent[]
  /** There are more than are shown. */
  isCut: boolean
}

/** `/domains/<id>/dmarc/events`: what changed in what reports say, and what of it lasts. */
export function EventsDocument({ place, lasting, allLasting, told, isCut }: EventsProps) {
  const { site, domain, now } = place
  return (
    <DmarcPage place={place} title="What changed" tab="events" lede={ledeOf(allLasting)}>
      {!domain.verified && <Unverified place={place} />}
      {lasting.length > 0 && (
        <Section id="now" title="Now">
          <Events
            site={site}
            events={lasting.map(({ since, ...one }) => ({ ...one, at: since }))}
            areLasting
            now={now}
          />
          {lasting.length < allLasting && (
            <p class="quiet">
              These are {amount(lasting.length)} of {amount(allLasting)}. Each source says on its own page
              what fails.
            </p>
          )}
        </Section>
      )}
      {told.length > 0 ? (
        <Section id="told" title="What was told, newest first">
          <Events site={site} events={told} now={now} />
          {isCut && <p class="quiet">These are the last {amount(told.length)}.</p>}
        </Section>
      ) : (
        <Empty title="Nothing was told yet">
          <p>
            Authenticated reports are watched from the first one on. A new source, a source or the whole
            domain whose mail passes less often, another policy, TLS failures, many complaints and reports
            that stop are told here, each once.
          </p>
        </Empty>
      )}
      <p class="quiet">
        What was there when the domain was first looked at is not told, nor what imported reports bring. Most
        is judged when its day is two days old, as reports come late.
      </p>
    </DmarcPage>
  )
}

const ledeOf = (n: number) =>
  n === 0
    ? 'What changed in what authenticated reports say. Nothing of it lasts.'
    : `${amount(n)} ${plural(n, 'thing')} that authenticated reports show ${plural(n, 'lasts', 'last')}.`
