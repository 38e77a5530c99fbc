import type { TwoReports } from '../../../services/comparing/comparing.ts'
import type { FieldChange } from '../../../services/comparing/header-fields.ts'
import { plural } from '../../wording.ts'
import { clip, Differing } from './differing.tsx'
import { namesOf } from './names.ts'

interface FieldsProps {
  two: TwoReports
  /** Absent: they may not be shown, or are not kept, of both. */
  fields: readonly FieldChange[] | undefined
}

/** Fields that are shown with their values. */
const MOST_FIELDS = 30
const MOST_VALUES = 3

/** The header fields of both messages, by name. */
export function ChangedFields({ two, fields }: FieldsProps) {
  const differ = fields?.filter(({ state, always }) => state !== 'same' && !always) ?? []
  const always = fields?.filter(({ state, always }) => state !== 'same' && always) ?? []
  const same = fields?.filter(({ state }) => state === 'same') ?? []
  return (
    <section class="group" aria-labelledby="fields">
      <h2 id="fields">Header fields</h2>
      {!fields && <p>{whyNone(two)}</p>}
      {fields && differ.length === 0 && (
        <p>No field differs but those that are another one in every message.</p>
      )}
      <FieldList two={two} fields={differ} />
      {always.length > 0 && (
        <details class="message-view">
          <summary>
            <h3>Different in every message</h3>
            <span class="quiet">{always.map(({ name }) => clip(name, 80)).join(', ')}</span>
          </summary>
          <div class="message-view-body">
            <FieldList two={two} fields={always} />
          </div>
        </details>
      )}
      {same.length > 0 && (
        <details class="message-view">
          <summary>
            <h3>The same in both</h3>
            <span class="quiet">
              {same.length} {plural(same.length, 'field')}
            </span>
          </summary>
          <p class="message-view-body">
            {same
              .slice(0, MOST_FIELDS)
              .map(({ name }) => clip(name, 80))
              .join(', ')}
            {same.length > MOST_FIELDS && ` and ${same.length - MOST_FIELDS} more`}
          </p>
        </details>
      )}
    </section>
  )
}

function whyNone({ before, after }: TwoReports): string {
  return before.withheld || after.withheld
    ? 'The words of one of these messages are withheld, so header fields are not shown.'
    : 'The header fields of one of these messages are not kept, so they cannot be compared.'
}

const STATES = { changed: 'changed', added: 'new', removed: 'gone', same: 'the same' } as const

function FieldList({ two, fields }: { two: TwoReports; fields: readonly FieldChange[] }) {
  const more = fields.length - MOST_FIELDS
  return (
    <>
      {fields.slice(0, MOST_FIELDS).map((field) => (
        <Field key={field.name} two={two} field={field} />
      ))}
      {more > 0 && <p class="quiet">{more} more fields differ.</p>}
    </>
  )
}

function Field({ two, field }: { two: TwoReports; field: FieldChange }) {
  const { name, state, before, after, kept } = field
  const [first, second] = namesOf(two)
  const isPair = before.length === 1 && after.length === 1
  return (
    <div class="change">
      <h3>
        {clip(name, 80)} <span class="badge">{STATES[state]}</span>
      </h3>
      <dl class="two">
        <div>
          <dt>{first}</dt>
          <dd>
            <Values values={before} other={isPair ? after[0] : undefined} kept={kept} />
          </dd>
        </div>
        <div>
          <dt>{second}</dt>
          <dd>
            <Values values={after} other={isPair ? before[0] : undefined} kept={kept} />
          </dd>
        </div>
      </dl>
    </div>
  )
}

interface ValuesProps {
  values: readonly string[]
  other: string | undefined
  kept: number
}

function Values({ values, other, kept }: ValuesProps) {
  const more = values.length - MOST_VALUES
  if (values.length === 0) {
    return <span class="quiet">{kept > 0 ? `None but the ${kept} of both` : 'No such field'}</span>
  }
  return (
    <ul class="plain">
      {values.slice(0, MOST_VALUES).map((value, at) => (
        <li key={at}>
          {value === '' ? (
            <span class="quiet">empty</span>
          ) : (
            <Differing value={value} other={other} most={300} />
          )}
        </li>
      ))}
      {more > 0 && <li class="quiet">and {more} more</li>}
    </ul>
  )
}
