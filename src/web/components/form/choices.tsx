import type { ComponentChildren } from 'preact'
import { type Filled, fieldId } from '../../forms/problems.ts'
import { Labelled } from './labelled.tsx'

interface Choice {
  value: string
  words: string
  /** What it means, in a sentence. */
  means?: ComponentChildren
}

interface ChoicesProps {
  name: string
  legend: string
  choices: readonly Choice[]
  /** Those that are chosen. */
  chosen: readonly string[]
  filled: Filled
  /** Several may be chosen. */
  several?: boolean
}

/** Radio buttons, or boxes to tick where several may be chosen. */
export function Choices({ name, legend, choices, chosen, filled, several = false }: ChoicesProps) {
  const id = fieldId(name)
  const problem = filled.problems.find(({ field }) => field === name)
  return (
    <fieldset class={problem ? 'field-wrong' : ''} id={id} tabindex={-1}>
      <legend>{legend}</legend>
      {problem && <p class="problem">{problem.says}</p>}
      {choices.map(({ value, words, means }) => (
        <label key={value} class="option">
          <input
            type={several ? 'checkbox' : 'radio'}
            name={name}
            value={value}
            checked={chosen.includes(value)}
          />
          <span>
            {words} {means !== undefined && <span class="quiet">{means}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

interface SelectProps {
  name: string
  label: string
  hint?: ComponentChildren
  choices: readonly Choice[]
  chosen: string
  filled: Filled
}

/** One of many. */
export function Select({ name, label, hint, choices, chosen, filled }: SelectProps) {
  return (
    <Labelled name={name} label={label} hint={hint} filled={filled}>
      {(tied) => (
        <select name={name} class="input" {...tied}>
          {choices.map(({ value, words }) => (
            <option key={value} value={value} selected={value === chosen}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  )
}
