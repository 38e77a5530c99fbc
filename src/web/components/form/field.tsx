import type { ComponentChildren } from 'preact'
import type { Filled } from '../../forms/problems.ts'
import { Labelled } from './labelled.tsx'

interface FieldProps {
  name: string
  label: string
  /** What helps to fill it in, above it. */
  hint?: ComponentChildren
  filled: Filled
  type?: 'text' | 'email' | 'password' | 'search' | 'date' | 'time' | 'datetime-local'
  /** The purpose of the field (HTML, autofill), by which password managers know it. */
  autocomplete?: string
  /** It may stay empty, which is said. */
  optional?: boolean
  /** It may stay empty, which is plain: of a filter. */
  bare?: boolean
  maxlength?: number
  inputmode?: 'text' | 'numeric' | 'decimal' | 'email'
  /** The cursor is here when the page opens. */
  autofocus?: boolean
  /** What is typed are no words. */
  code?: boolean
  /** The script fills it in from this part of the address's fragment. */
  fragment?: string
  /** It holds the name of a time zone: the script fills in the reader's own where UTC stands. */
  zone?: boolean
}

/** A field with its label above it, what helps, and what is wrong. A password is never filled in again. */
export function Field(props: FieldProps) {
  const { name, label, hint, filled, optional = false, bare = false } = props
  return (
    <Labelled name={name} label={label} hint={hint} filled={filled} optional={optional}>
      {(tied) => (
        <input
          name={name}
          required={!optional && !bare}
          autocomplete={props.autocomplete ?? 'off'}
          {...behaviour(props)}
          {...tied}
        />
      )}
    </Labelled>
  )
}

function behaviour({
  name,
  filled,
  type = 'text',
  code,
  maxlength,
  inputmode,
  autofocus,
  fragment,
  zone,
}: FieldProps) {
  const typed = type === 'password' ? undefined : filled.typed[name]
  return {
    // Preact knows the inputs one by one; all of these take the same attributes.
    type: type as 'text',
    class: code ? 'input input-code' : 'input',
    ...(typed && { value: typed }),
    ...(maxlength !== undefined && { maxlength }),
    ...(inputmode && { inputmode }),
    ...(fragment && { 'data-fragment': fragment }),
    ...(zone && { 'data-zone': true }),
    ...(autofocus && filled.problems.length === 0 && { autofocus: true }),
    ...(code && { spellcheck: false, autocapitalize: 'off' as const }),
  }
}
