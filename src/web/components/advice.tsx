import { adviceLines, type Piece } from '../advice.ts'
import { CopyButton } from './copy-button.tsx'

/** A record that holds this is a form: published as it stands it would make the key invalid. */
const TO_FILL_IN = '<public key>'

/** What to do, one step per finding; records and header fields on lines of their own, to be copied. */
export function Advice({ advice }: { advice: string }) {
  const lines = adviceLines(advice)
  if (lines.length === 1) return <div class="advice">{lines[0]?.map(shown)}</div>
  return (
    <ul class="advice advice-list">
      {lines.map((pieces) => (
        <li key={pieces.map((piece) => piece.text).join(' ')}>{pieces.map(shown)}</li>
      ))}
    </ul>
  )
}

function shown({ kind, text, block, place }: Piece) {
  if (kind === 'words') return <span key={text}>{text}</span>
  if (kind === 'link') return <OutwardLink key={text} to={text} />
  if (!block) return <code key={text}>{text}</code>
  return (
    <span class="record" key={text}>
      {place && <span class="place">{place}</span>}
      <code>{text}</code>
      {!text.includes(TO_FILL_IN) && <CopyButton text={text} what="this line" />}
    </span>
  )
}

/** Nothing is fetched from there, and it is not told where the reader comes from. */
function OutwardLink({ to }: { to: string }) {
  return (
    <a href={to} rel="noreferrer noopener nofollow">
      {to.replace('https://', '')}
    </a>
  )
}
