import { Fragment } from 'preact'
import { type DiffPart, type DiffValue, diffOf } from '../../../core/watching/record-diff.ts'
import type { RecordChange, RecordPlace, WatchedRecord } from '../../../core/watching/records.ts'
import { moment } from '../../wording.ts'
import { published } from '../../words/published.ts'
import { RECORD_TITLES, withinLetters } from '../../words/records.ts'
import { Ago } from '../shown/ago.tsx'

/** Letters of one side that are shown, and parts of a value. */
const MOST_LETTERS = 700
const MOST_PARTS = 30

/** What a place is, and its name. */
export function PlaceName({ record, name }: RecordPlace) {
  return (
    <>
      <strong>{RECORD_TITLES[record]}</strong> <code>{published(name)}</code>
    </>
  )
}

/** Changes of records, each with what went and what came. */
export function RecordChanges({ changes, now }: { changes: readonly RecordChange[]; now: Date }) {
  return (
    <ul class="plain changes">
      {changes.map((change) => (
        <Change key={`${change.record} ${change.name} ${change.at.getTime()}`} change={change} now={now} />
      ))}
    </ul>
  )
}

function Change({ change, now }: { change: RecordChange; now: Date }) {
  const { record, before, after, at, lastSeenAt } = change
  const { removed, added, kept } = diffOf(record, before, after)
  return (
    <li>
      <p>
        <PlaceName {...change} />
      </p>
      <p class="quiet">
        Changed <Ago at={at} now={now} />: seen at {moment(at)}, and last seen as before at{' '}
        {moment(lastSeenAt)}.
      </p>
      <Side side="before" record={record} values={removed} hasAny={before.length > 0} />
      <Side side="after" record={record} values={added} hasAny={after.length > 0} />
      {kept.length > 0 && (
        <p class="quiet">
          {kept.length === 1
            ? 'Another one stands there as before.'
            : `${kept.length} others stand there as before.`}
        </p>
      )}
    </li>
  )
}

interface SideProps {
  side: 'before' | 'after'
  record: WatchedRecord
  values: readonly DiffValue[]
  /** There was something on this side. */
  hasAny: boolean
}

function Side({ side, record, values, hasAny }: SideProps) {
  const { shown, more } = withinLetters(values, MOST_LETTERS, ({ value }) => value.length)
  const lines = hasAny
    ? shown.map(({ value, letters }) => (
        <Parts key={value.value} record={record} diff={value} letters={letters} />
      ))
    : ['no record']
  return (
    <>
      {lines.map((line, at) => (
        <p key={at}>
          {side === 'before' ? (
            <del>
              <span class="unseen">Before: </span>
              {line}
            </del>
          ) : (
            <ins>
              <span class="unseen">Now: </span>
              {line}
            </ins>
          )}
        </p>
      ))}
      {more > 0 && <p class="quiet">and {more} more</p>}
    </>
  )
}

/** What stands between the parts of a value. */
const BETWEEN: Partial<Record<WatchedRecord, string>> = { spf: ' ', sts_policy: '\n' }

interface PartsProps {
  record: WatchedRecord
  diff: DiffValue
  /** So many are shown. */
  letters: number
}

/** A value, with the tags or terms marked that the other side does not have. */
function Parts({ record, diff: { parts, whole }, letters }: PartsProps) {
  const { shown, more } = withinLetters(parts.slice(0, MOST_PARTS), letters, ({ text }) => text.length)
  return (
    <>
      {shown.map(({ value, letters: most }, at) => (
        <Fragment key={at}>
          {at > 0 && (BETWEEN[record] ?? '; ')}
          <Part part={value} most={most} whole={whole} />
        </Fragment>
      ))}
      {more + Math.max(0, parts.length - MOST_PARTS) > 0 && ' …'}
    </>
  )
}

function Part({ part: { text, differs }, most, whole }: { part: DiffPart; most: number; whole: boolean }) {
  const shown = published(text.length > most ? `${text.slice(0, most)}…` : text)
  return <>{differs && !whole ? <mark>{shown}</mark> : shown}</>
}
