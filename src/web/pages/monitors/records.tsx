import { recordsOf } from '../../../services/monitors/looking/records-view.ts'
import { RecordChanges } from '../../components/domain/record-change.tsx'
import { RecordPlaces } from '../../components/domain/record-places.tsx'
import { Fold } from '../../components/form/fold.tsx'
import { Section } from '../../components/frame/area.tsx'
import { Ago } from '../../components/shown/ago.tsx'
import type { MonitorPageProps } from './page.ts'

/** What is shown of what changed. */
const MOST_CHANGES = 2
/** Of what they say now: those of a domain with a few keys. */
const MOST_PLACES = 10
/** A key of 2048 bits. */
const MOST_LETTERS = 450

/** What changed in the records of its domain or of its last sender, and what they say now. */
export function Records({
  site,
  row,
  records,
  now,
}: Pick<MonitorPageProps, 'site' | 'row' | 'records' | 'now'>) {
  const { subject, standing } = row.monitor
  const lookedAt = standing.lookedAt ?? newest(records)
  const current = records.filter((one) => one.current)
  const { places, changes } = recordsOf(current, records, undefined)
  return (
    <Section id="records" title="Records">
      <p class="quiet">
        {lookedAt ? (
          <>
            Checked <Ago at={lookedAt} now={now} />, and again on a schedule.
          </>
        ) : (
          nothingYet(row.monitor)
        )}
      </p>
      {changes.length > 0 && <RecordChanges changes={changes.slice(0, MOST_CHANGES)} now={now} />}
      {changes.length === 0 && places.length > 0 && <p>No record has changed since the first check.</p>}
      {lookedAt && places.length === 0 && <p>No record was found.</p>}
      {places.length > 0 && (
        <Fold words="What they say now">
          <RecordPlaces places={places} most={MOST_PLACES} letters={MOST_LETTERS} now={now} />
        </Fold>
      )}
      {subject.kind === 'domain' && (
        <p>
          <a href={site.href.domainRecords(subject.domainId)}>
            All records of {subject.domain}, since when, and what they said before
          </a>
        </p>
      )}
    </Section>
  )
}

/** When the newest of them was seen. */
function newest(records: MonitorPageProps['records']): Date | undefined {
  const times = records.map(({ lastSeenAt }) => lastSeenAt.getTime())
  return times.length === 0 ? undefined : new Date(Math.max(...times))
}

function nothingYet({ subject, standing }: MonitorPageProps['row']['monitor']): string {
  if (subject.kind === 'domain') return 'The records are about to be checked for the first time.'
  return standing.last
    ? 'The records of its last sender are about to be checked.'
    : 'Once a message has come, the records of its sender are checked.'
}
