import { adviceLines, isRecord, type Piece } from '../advice.ts'
import { CopyButton } from './copy-button.tsx'

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

function shown(piece: Piece) {
  if (piece.kind === 'words') return <span key={piece.text}>{piece.text}</span>
  if (!isRecord(piece)) return <code key={piece.text}>{piece.text}</code>
  return (
    <span class="record" key={piece.text}>
      <code>{piece.text}</code>
      <CopyButton text={piece.text} what="this line" />
    </span>
  )
}
