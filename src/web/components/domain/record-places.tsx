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

interface PlacesProps {
  places: readonly PlaceView[]
  /** How many are shown, and letters of each. */
  most?: number
  letters?: number
  now: Date
}

/** What each place says now, and since when. */
export function RecordPlaces({ places, most = MOST_PLACES, letters = MOST_LETTERS, now }: PlacesProps) {
  return (
    <>
      <ul class="plain changes">
        {places.slice(0, most).map((place) => (
          <Place key={`${place.record} ${place.name}`} place={place} most={letters} now={now} />
        ))}
      </ul>
      {places.length > most && <p class="quiet">And {places.length - most} more.</p>}
    </>
  )
}

function Place({ place, most, now }: { place: PlaceView; most: number; now: Date }) {
  const { values, since, lastSeenAt, isOld, hasChanged } = place
  const { shown, more } = withinLetters(values, most, (value) => value.length)
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
