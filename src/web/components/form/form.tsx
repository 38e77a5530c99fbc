import type { ComponentChildren } from 'preact'
import type { Filled } from '../../forms/problems.ts'
import { ErrorSummary } from './error-summary.tsx'

interface FormProps {
  action: string
  /** What happens: "Add domain", never "Submit". */
  button: string
  /** It takes something away for good. */
  danger?: boolean
  /** Where to go instead. */
  cancel?: { href: string; words: string }
  filled?: Filled
  /** For the script that works on it. */
  id?: string
  children?: ComponentChildren
}

/** A form of one column: what is wrong, its fields, its button. */
export function Form({ action, button, danger = false, cancel, filled, id, children }: FormProps) {
  return (
    <form method="post" action={action} class="form stack" id={id}>
      {filled && <ErrorSummary problems={filled.problems} />}
      {children}
      <p class="choice">
        <button type="submit" class={danger ? 'button button-danger' : 'button'}>
          {button}
        </button>
        {cancel && (
          <a class="button button-quiet" href={cancel.href}>
            {cancel.words}
          </a>
        )}
      </p>
    </form>
  )
}
