import type { ComponentChildren } from 'preact'
import { type Filled, fieldId } from '../../forms/problems.ts'

/** What ties an input to its label, to what helps, and to what is wrong. */
export interface Tied {
  id: string
  'aria-invalid'?: 'true'
  'aria-describedby'?: string
}

interface LabelledProps {
  name: string
  label: string
  hint?: ComponentChildren
  filled: Filled
  optional?: boolean
  /** The input, which takes these attributes. */
  children: (tied: Tied) => ComponentChildren
}

/** An input with its label above it, what helps, and what is wrong. */
export function Labelled({ name, label, hint, filled, optional = false, children }: LabelledProps) {
  const id = fieldId(name)
  const problem = filled.problems.find(({ field }) => field === name)
  const described = [hint !== undefined && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ')
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
      {children({
        id,
        ...(problem && { 'aria-invalid': 'true' as const }),
        ...(described !== '' && { 'aria-describedby': described }),
      })}
    </div>
  )
}
