import type { ComponentChildren } from 'preact'

/** A table that is moved sideways by itself where it is wider than the page, with the keyboard as well. */
export function Scroll({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <section class="scroll" aria-label={label} tabindex={0}>
      {children}
    </section>
  )
}
