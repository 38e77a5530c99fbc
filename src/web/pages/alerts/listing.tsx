import { published } from '../../words/published.ts'

/** Octets of a character as a page holds it. */
const COSTS: Readonly<Record<string, number>> = { '"': 6, '&': 5, '<': 4, '>': 4 }

/** The beginning of a text in lines that takes no more octets on a page than these; `cut`: there was more. */
export function beginningOf(text: string, most: number): { text: string; cut: boolean } {
  let octets = 0
  let shown = ''
  for (const line of text.slice(0, most).split(/\r?\n/)) {
    for (const character of `${published(line)}\n`) {
      octets += COSTS[character] ?? Buffer.byteLength(character)
      if (octets > most) return { text: shown, cut: true }
      shown += character
    }
  }
  return { text: shown.trimEnd(), cut: text.length > most }
}

interface ListingProps {
  /** What it is, for those who cannot see where it stands. */
  label: string
  text: string
  /** Octets on the page. */
  most: number
}

/** What was sent or came back, as it was; scrolled by keyboard where it is wider than the page. */
export function Listing({ label, text, most }: ListingProps) {
  const shown = beginningOf(text, most)
  return (
    <div class="code">
      <figure tabindex={0} aria-label={label}>
        <pre>
          <code>{shown.cut ? `${shown.text}…` : shown.text}</code>
        </pre>
      </figure>
    </div>
  )
}
