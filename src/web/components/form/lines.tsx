import type { ComponentChildren } from 'preact'
import { type Filled, fieldId } from '../../forms/problems.ts'

interface LinesProps {
  name: string
  label: string
  hint: ComponentChildren
  placeholder: string
  filled: Filled
}

/** A field for several short texts, one a line. All that is wrong stands above it. */
export function Lines({ name, label, hint, placeholder, filled }: LinesProps) {
  const id = fieldId(name)
  const problems = filled.problems.filter(({ field }) => field === name)
  const described = [`${id}-hint`, problems.length > 0 && `${id}-problem`].filter(Boolean).join(' ')
  return (
    <div class={problems.length > 0 ? 'field field-wrong' : 'field'}>
      <label for={id}>{label}</label>
      <p class="quiet" id={`${id}-hint`}>
        {hint}
      </p>
      {problems.length > 0 && (
        <ul class="plain problem" id={`${id}-problem`}>
          {problems.map(({ says }) => (
            <li key={says}>{says}</li>
          ))}
        </ul>
      )}
      <textarea
        id={id}
        name={name}
        class="input lines"
        rows={2}
        required
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        placeholder={placeholder}
        aria-describedby={described}
        {...(problems.length > 0 && { 'aria-invalid': 'true' as const })}
      >
        {filled.typed[name] ?? ''}
      </textarea>
    </div>
  )
}
