import { type Anchor, type Anchors, withoutMarks } from './anchors.ts'

/** A sentence or a line as it stands in a body. */
export interface Line {
  plain: string
  /** Where it begins, in characters of its body. */
  at: number
  /** The line of the body that the sentence is part of. */
  row: number
  anchors: readonly Anchor[]
}

const MOST_LINES = 10_000
const MOST_LENGTH = 600

/** Ends of sentences; scripts without spaces need none behind the mark. */
const ENDS = /(?<=[.!?])\s+|(?<=[\u3002\u0964\u06d4\u061f\u3000])\s*|(?<=[!?])(?=\p{Lo})/u

/** The lines of a body; an anchor that holds no text in its own line is one of the next. */
export function linesOf(text: string, anchors: Anchors): Line[] {
  const lines: Line[] = []
  let waiting: Anchor[] = []
  let from = 0
  for (const { piece, row } of piecesOf(text)) {
    if (lines.length >= MOST_LINES) break
    const start = text.indexOf(piece, from)
    from = start + piece.length
    waiting.push(...anchors.within(text, start, from))
    const plain = withoutMarks(piece).trim()
    if (plain === '') continue
    lines.push({ plain, at: start, row, anchors: waiting })
    waiting = []
  }
  if (waiting.length > 0) lines.push({ plain: '', at: text.length, row: -1, anchors: waiting })
  return lines
}

function* piecesOf(text: string): Generator<{ piece: string; row: number }> {
  for (const [row, line] of text.split('\n').entries()) {
    for (const sentence of line.split(ENDS)) {
      for (let start = 0; start < sentence.length; start += MOST_LENGTH) {
        yield { piece: sentence.slice(start, start + MOST_LENGTH), row }
      }
    }
  }
}
