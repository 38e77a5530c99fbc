interface CopyProps {
  /** Absent: what stands right before the button. */
  text?: string
  /** What is copied, for those who cannot see what the button stands beside. */
  what: string
  /** What the button says. */
  says?: string
}

/** Shown by the script: without it the text beside is there to be selected. */
export function CopyButton({ text = '', what, says = 'Copy' }: CopyProps) {
  return (
    <button type="button" class="copy" hidden data-copy={text} aria-label={`Copy ${what}`}>
      {says}
    </button>
  )
}
