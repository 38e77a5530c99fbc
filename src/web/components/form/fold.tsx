import type { ComponentChildren } from 'preact'

interface FoldProps {
  /** What can be begun: "Change the address". */
  words: string
  /** It is unfolded when the page opens: something in it is wrong. */
  open?: boolean
  children: ComponentChildren
}

/** A form that is out of the way until somebody wants it; unfolds without JavaScript. */
export function Fold({ words, open = false, children }: FoldProps) {
  return (
    <details class="fold" open={open}>
      <summary class="button button-quiet">{words}</summary>
      <div class="fold-content">{children}</div>
    </details>
  )
}
