import type { ComponentChildren } from 'preact'

interface NoticeProps {
  /** done: what was asked for came about. problem: it did not. note: something to know. */
  kind: 'done' | 'problem' | 'note'
  children: ComponentChildren
}

/** A line above the content. What it says stands in its words; the colour repeats it. */
export function Notice({ kind, children }: NoticeProps) {
  return (
    <p class={`notice notice-${kind}`} role={kind === 'problem' ? 'alert' : 'status'}>
      {children}
    </p>
  )
}
