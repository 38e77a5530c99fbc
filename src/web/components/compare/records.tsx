import type { TwoReports } from '../../../services/comparing/comparing.ts'
import type { RecordChange, RecordChanges, RecordSide } from '../../../services/comparing/records.ts'
import { plural } from '../../wording.ts'
import { clip, Differing } from './differing.tsx'
import { inSentence, namesOf } from './names.ts'

interface RecordsProps {
  two: TwoReports
  /** Absent: they are not known of both. */
  changes: RecordChanges | undefined
}

/** The DNS records that the two judgements rest on. */
export function ChangedRecords({ two, changes }: RecordsProps) {
  const all = changes?.records ?? []
  const changed = all.filter(({ state }) => state !== 'same')
  const same = all.filter(({ state }) => state === 'same')
  return (
    <section class="group" aria-labelledby="records">
      <h2 id="records">DNS records</h2>
      <p class="quiet">As they were when each message was judged, not as they are now.</p>
      {!changes && <p>The DNS answers of one of them are not kept, so records cannot be compared.</p>}
      {changes && all.length === 0 && <p>Neither of them rests on a record of the sender.</p>}
      {all.length > 0 && changed.length === 0 && <p>Every record was the same.</p>}
      {changed.map((change) => (
        <Changed key={`${change.type} ${change.name}`} two={two} change={change} />
      ))}
      {same.length > 0 && <SameRecords records={same} />}
      {changes && changes.more > 0 && (
        <p class="quiet">
          {changes.more} more {plural(changes.more, 'record')} are not shown.
        </p>
      )}
    </section>
  )
}

const STATES = {
  changed: 'changed',
  added: 'new',
  removed: 'gone',
  unknown: 'cannot be compared',
  same: 'the same',
} as const

/** A name that the other one was never asked belongs to another sender, or another signature. */
function stateWords(two: TwoReports, { state, before, after }: RecordChange): string {
  const [first, second] = namesOf(two)
  if (before.kind === 'not_asked') return `only in ${inSentence(second)}`
  if (after.kind === 'not_asked') return `only in ${inSentence(first)}`
  return STATES[state]
}

function Changed({ two, change }: { two: TwoReports; change: RecordChange }) {
  const { use, name, type, before, after } = change
  const [first, second] = namesOf(two)
  return (
    <div class="change">
      <h3>
        {use} <span class="badge">{stateWords(two, change)}</span>
      </h3>
      <p class="place">
        <code>{clip(name)}</code> {type}
      </p>
      <dl class="two">
        <div>
          <dt>{first}</dt>
          <dd>
            <Answer side={before} other={after} />
          </dd>
        </div>
        <div>
          <dt>{second}</dt>
          <dd>
            <Answer side={after} other={before} />
          </dd>
        </div>
      </dl>
    </div>
  )
}

/** Several are short, as those of MX are. */
const MOST_SHOWN = 6
const LONGEST_OF_SEVERAL = 150

function Answer({ side, other }: { side: RecordSide; other: RecordSide }) {
  switch (side.kind) {
    case 'none':
      return <span class="quiet">No such record</span>
    case 'not_asked':
      return <span class="quiet">Was not asked for</span>
    case 'failure':
      return <span class="quiet">No answer ({side.reason})</span>
    case 'records': {
      const others = other.kind === 'records' ? other.records : []
      const its = side.records.length === 1 && others.length === 1 ? others[0] : undefined
      const more = side.records.length - MOST_SHOWN + (side.more ?? 0)
      return (
        <ul class="plain">
          {side.records.slice(0, MOST_SHOWN).map((record, at) => (
            <li key={at}>
              <code>
                <Differing
                  value={record}
                  other={its}
                  {...(side.records.length > 1 && { most: LONGEST_OF_SEVERAL })}
                />
              </code>
            </li>
          ))}
          {more > 0 && <li class="quiet">and {more} more</li>}
        </ul>
      )
    }
  }
}

function SameRecords({ records }: { records: readonly RecordChange[] }) {
  return (
    <details class="message-view">
      <summary>
        <h3>The same in both</h3>
        <span class="quiet">
          {records.length} {plural(records.length, 'record')}
        </span>
      </summary>
      <ul class="plain same-list">
        {records.map(({ use, name, type, after }) => (
          <li key={`${type} ${name}`}>
            {use} <code>{clip(name)}</code> {type}
            {after.kind === 'records' && (
              <span class="two-summary quiet">
                <code>{clip(after.records.join('  '), 200)}</code>
              </span>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}
