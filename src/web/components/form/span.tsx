import type { ComponentChildren } from 'preact'
import { type Filled, fieldId } from '../../forms/problems.ts'
import { SPAN_UNITS, type SpanUnit } from '../../words/expectations.ts'

interface SpanProps {
  /** Of the number; the unit is `<name>_unit`. */
  name: string
  label: string
  hint?: ComponentChildren
  filled: Filled
  optional?: boolean
  /** Chosen where nothing is yet. */
  unit: SpanUnit
  units?: readonly SpanUnit[]
}

const UNITS = Object.keys(SPAN_UNITS) as SpanUnit[]

/** A length of time: a number and its unit. */
export function Span({ name, label, hint, filled, optional = false, unit, units = UNITS }: SpanProps) {
  const id = fieldId(name)
  const problem = filled.problems.find(({ field }) => field === name)
  const described = [hint !== undefined && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ')
  const chosen = filled.typed[`${name}_unit`] ?? unit
  return (
    <div class={problem ? 'field field-wrong' : 'field'}>
      <label for={id}>
        {label}
        {optional && <span class="quiet"> (optional)</span>}
      </label>
      {hint !== undefined && (
        <p class="quiet" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {problem && (
        <p class="problem" id={`${id}-problem`}>
          {problem.says}
        </p>
      )}
      <div class="span-field">
        <input
          id={id}
          name={name}
          class="input"
          inputmode="numeric"
          maxlength={5}
          autocomplete="off"
          value={filled.typed[name]}
          required={!optional}
          {...(problem && { 'aria-invalid': 'true' as const })}
          {...(described !== '' && { 'aria-describedby': described })}
        />
        <select name={`${name}_unit`} class="input" aria-label={`${label}: unit`}>
          {units.map((one) => (
            <option key={one} value={one} selected={one === chosen}>
              {one}
            </option>
          ))}
        </select>
      </div>
    </div>
  )
}
