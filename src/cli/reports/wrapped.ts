import { PLAIN } from './screen.ts'

/** What stands below a title. */
export const INDENT = '    '

/** Breaks at spaces outside quotation marks: a record to publish stays whole, however long, so that it can be copied. */
export function wrapped(text: string, indent = INDENT, width = PLAIN.width): string {
  const lines: string[] = []
  let line = ''
  for (const word of unbroken(text)) {
    if (line && indent.length + line.length + 1 + word.length > width) {
      lines.push(indent + line)
      line = word
    } else line = line ? `${line} ${word}` : word
  }
  if (line) lines.push(indent + line)
  return lines.join('\n')
}

/** Words; what stands in quotation marks is one word. */
function unbroken(text: string): string[] {
  const pieces = text.split(' ')
  // A mark that nothing closes quotes nothing.
  if (text.split('"').length % 2 === 0) return pieces
  const words: string[] = []
  let open = false
  for (const piece of pieces) {
    const last = words.length - 1
    if (open) words[last] += ` ${piece}`
    else words.push(piece)
    if (piece.split('"').length % 2 === 0) open = !open
  }
  return words
}
