import type { Anchor } from './anchors.ts'
import type { Line } from './lines.ts'

const ADDRESS = /https?:\/\//i
/** What leads up to an address in a text is as short as a button. */
const MOST_OF_LABEL = 60

/** What is clicked; of a bare address, the words before it. */
export function labelOf({ text, lead }: Anchor, lines: readonly Line[], index: number): string {
  if (text !== '') return text
  if (/\p{L}/u.test(lead)) return lead.length <= MOST_OF_LABEL ? lead : ''
  const own = lines[index]?.plain.split(ADDRESS, 1)[0]?.trim() ?? ''
  const label = /\p{L}/u.test(own) ? own : lastLabel(lineBefore(lines, index))
  return label.length <= MOST_OF_LABEL ? label : ''
}

/** The line before; of a bracket on a line of its own, the one before that. */
function lineBefore(lines: readonly Line[], index: number): string {
  const before = lines[index - 1]?.plain ?? ''
  return /^[(<[]\s?$/.test(before) ? (lines[index - 2]?.plain ?? '') : before
}

/** Behind another address the next label begins. */
function lastLabel(line: string): string {
  const address = /^https?:\/\/\S{0,2000}\s{0,4}[|\u00b7\u2022>/-]?\s{0,4}/i.exec(line)
  return address ? line.slice(address[0].length) : line
}
