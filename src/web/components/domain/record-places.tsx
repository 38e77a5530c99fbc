import { partsOf } from '../../../core/watching/records.ts'
import type { PlaceView } from '../../../services/monitors/looking/records-view.ts'
import { moment } from '../../wording.ts'
import { published } from '../../words/published.ts'
import { withinLetters } from '../../words/records.ts'
import { Ago } from '../shown/ago.tsx'
import { PlaceName } from './record-change.tsx'

/** What one page shows, which is to stay below 60 KB. */
const MOST_PLACES = 24
/** Of a place. */
const MOST_LETTERS = 800

/** What each place says now, and since when. */
export function RecordPlaces({ places, now }: { places: readonly PlaceView[]; now: Date }) {
  return (
    <>
      <ul class="plain changes">
        {places.slice(0, MOST_PLACES).map((place) => (
          <Place key={`${place.record} ${place.name}`} place={place} now={now} />
        ))}
      </ul>
      {places.length > MOST_PLACES && <p class="quiet">And {places.length - MOST_PLACES} more.</p>}
    </>
  )
}

function Place({ place, now }: { place: PlaceView; now: Date }) {
  const { values, since, lastSeenAt, isOld, hasChanged } = place
  const { shown, more } = withinLetters(values, MOST_LETTERS, (value) => value.length)
  return (
    <li>
      <p>
        <PlaceName {...place} />
      </p>
      {values.length === 0 && <p>No record.</p>}
      {shown.map(({ value, letters }) => (
        <p key={value}>
          <code>{shownValue(place.record, value, letters)}</code>
        </p>
      ))}
      {more > 0 && <p class="quiet">and {more} more</p>}
      <p class="quiet">
        {hasChanged ? 'Since ' : 'Since the first look, '}
        {moment(since)}
        {isOld && (
          <>
            ; last seen <Ago at={lastSeenAt} now={now} />
          </>
        )}
        .
      </p>
    </li>
  )
}

/** A file is shown line by line. */
function shownValue(record: PlaceView['record'], value: string, letters: number): string {
  const cut = value.length > letters ? `${value.slice(0, letters)}…` : value
  return record === 'sts_policy' ? partsOf(record, cut).map(published).join('\n') : published(cut)
}
