import { Theirs } from '../../components/dmarc/outcome.tsx'
import { Section } from '../../components/frame/area.tsx'
import { Moment } from '../../components/moment.tsx'
import { Ago } from '../../components/shown/ago.tsx'
import { plural } from '../../wording.ts'
import type { SeenRecord } from '../../words/monitor-states.ts'
import { published } from '../../words/published.ts'
import { RECORD_TITLES } from '../../words/records.ts'
import type { MonitorPageProps } from './page.ts'

/** What is shown: a place may have changed hundreds of times. */
const MOST_PLACES = 30
const MOST_EARLIER = 5
const MOST_VALUES = 10
const LONGEST_NAME = 253

/** What the DNS says of its domain or of its last sender, since when, and what it said before. */
export function Records({ row, records, now }: Pick<MonitorPageProps, 'row' | 'records' | 'now'>) {
  const places = placesOf(records)
  const { lookedAt } = row.monitor.standing
  return (
    <Section id="records" title="Records">
      <p class="quiet">
        {lookedAt ? (
          <>
            Looked at <Ago at={lookedAt} now={now} />, and again on a schedule.
          </>
        ) : (
          nothingYet(row.monitor.subject.kind)
        )}
      </p>
      {lookedAt && places.length === 0 && <p>No record was found.</p>}
      {places.length > 0 && (
        <ul class="plain record-places">
          {places.slice(0, MOST_PLACES).map((versions) => (
            <Place key={placeOf(versions[0])} versions={versions} />
          ))}
        </ul>
      )}
    </Section>
  )
}

const nothingYet = (kind: 'mail' | 'domain') =>
  kind === 'mail'
    ? 'Once a message has come, the records of its sender are looked at here.'
    : 'The records are about to be looked at for the first time.'

const placeOf = (one: SeenRecord | undefined) => `${one?.record} ${one?.name}`

/** By place, as places come; of each the newest version first. */
function placesOf(records: readonly SeenRecord[]): SeenRecord[][] {
  const places = Map.groupBy(records, placeOf)
  return [...places.values()].map((versions) =>
    versions.toSorted(
      (a, b) => Number(b.current) - Number(a.current) || b.lastSeenAt.getTime() - a.lastSeenAt.getTime(),
    ),
  )
}

function Place({ versions }: { versions: readonly SeenRecord[] }) {
  const [latest, ...earlier] = versions
  if (!latest) return null
  return (
    <li>
      <p>
        <strong>{RECORD_TITLES[latest.record]}</strong>{' '}
        <span class="quiet">
          <Theirs text={latest.name} most={LONGEST_NAME} />, {latest.current ? 'so since' : 'last seen so'}{' '}
          <Moment at={latest.current ? latest.firstSeenAt : latest.lastSeenAt} />
        </span>
      </p>
      <Values values={latest.values} />
      {earlier.length > 0 && <Earlier versions={earlier} />}
    </li>
  )
}

function Earlier({ versions }: { versions: readonly SeenRecord[] }) {
  const left = versions.length - MOST_EARLIER
  return (
    <details class="folded-help">
      <summary>
        {versions.length} earlier {plural(versions.length, 'version')}
      </summary>
      <ul class="plain record-places">
        {versions.slice(0, MOST_EARLIER).map(({ values, firstSeenAt, lastSeenAt }) => (
          <li key={firstSeenAt.toISOString()}>
            <p class="quiet">
              <Moment at={firstSeenAt} /> to <Moment at={lastSeenAt} />
            </p>
            <Values values={values} />
          </li>
        ))}
      </ul>
      {left > 0 && <p class="quiet">{left} older ones are not shown.</p>}
    </details>
  )
}

/** Texts of strangers, each as it was published. */
function Values({ values }: { values: readonly string[] }) {
  if (values.length === 0) return <p>Nothing is published there.</p>
  const left = values.length - MOST_VALUES
  return (
    <>
      {values.slice(0, MOST_VALUES).map((value) => (
        <p key={value} class="record">
          <code>{published(value)}</code>
        </p>
      ))}
      {left > 0 && <p class="quiet">{left} more.</p>}
    </>
  )
}
