import type { ComponentChildren } from 'preact'
import type { Filled } from '../../forms/problems.ts'
import { SPAN_UNITS, type SpanUnit } from '../../words/expectations.ts'
import { Labelled } from './labelled.tsx'

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
  const chosen = filled.typed[`${name}_unit`] ?? unit
  return (
    <Labelled name={name} label={label} hint={hint} filled={filled} optional={optional}>
      {(tied) => (
        <div class="span-field">
          <input
            name={name}
            class="input"
            inputmode="numeric"
            maxlength={5}
            autocomplete="off"
            value={filled.typed[name]}
            required={!optional}
            {...tied}
          />
          <select name={`${name}_unit`} class="input" aria-label={`${label}: unit`}>
            {units.map((one) => (
              <option key={one} value={one} selected={one === chosen}>
                {one}
              </option>
            ))}
          </select>
        </div>
      )}
    </Labelled>
  )
}
