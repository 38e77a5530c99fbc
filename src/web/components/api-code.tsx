import { CopyButton } from './copy-button.tsx'

interface CodeProps {
  text: string
  /** What it is, for those who cannot see where it stands. */
  label: string
}

/** A block of code that can be copied, and scrolled by keyboard where it is wider than the page. */
export function ApiCode({ text, label }: CodeProps) {
  return (
    <div class="code">
      <figure tabindex={0} aria-label={label}>
        <pre>
          <code>{text}</code>
        </pre>
      </figure>
      <CopyButton text={text} what={label} />
    </div>
  )
}
