import type { ComponentChildren } from 'preact'

interface EmptyProps {
  title: string
  /** What would stand here, and how to begin: a button or a command. */
  children: ComponentChildren
}

/** A list with nothing in it: an invitation. */
export function Empty({ title, children }: EmptyProps) {
  return (
    <div class="empty stack">
      <p>
        <strong>{title}</strong>
      </p>
      {children}
    </div>
  )
}
