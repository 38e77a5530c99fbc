import { CopyButton } from '../copy-button.tsx'

interface SecretProps {
  text: string
  /** What is copied: "the API key". */
  what: string
  /** What it is, and that it is not shown again. */
  says: string
}

/** A secret that is shown this once, selected as a whole by one click. */
export function Secret({ text, what, says }: SecretProps) {
  return (
    <div class="secret stack">
      <p>
        <strong>{says}</strong>
      </p>
      <p class="record">
        <code class="secret-text">{text}</code>
        <CopyButton text={text} what={what} />
      </p>
    </div>
  )
}
