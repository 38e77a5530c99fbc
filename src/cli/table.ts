import { jsonForTerminal, withoutControl } from './io.ts'

/** Rows of text under their headings, in columns; the last column is not padded. Names by others command no terminal. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [headings, ...rows].map((row) => row.map(inOneLine))
  const widths = headings.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)))
  return all
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .map((line) => `${line.trimEnd()}\n`)
    .join('')
}

const inOneLine = (cell: string) => withoutControl(cell).replace(/[\n\t]/g, '?')

/** A time as lists show it: 2026-11-20 12:00 UTC. */
export function when(at: Date | undefined, otherwise: string): string {
  return at ? `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC` : otherwise
}

export function json(value: unknown): string {
  return `${jsonForTerminal(JSON.stringify(value, null, 2))}\n`
}

/** The words of a text in lines of this width, longer words apart. */
export function wrap(text: string, width: number): string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? ''
    if (last !== '' && last.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
  }
  return lines
}
