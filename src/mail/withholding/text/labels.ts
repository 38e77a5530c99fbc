import type { Anchor } from './anchors.ts'
import type { Line } from './lines.ts'

const ADDRESS = /https?:\/\//i
/** What leads up to an address in a text is as short as a button. */
const MOST_OF_LABEL = 60

/** What is clicked; of a bare address, the words before it. */
export function labelOf({ text }: Anchor, lines: readonly Line[], index: number): string {
  if (text !== '') return text
  const own = lines[index]?.plain.split(ADDRESS, 1)[0]?.trim() ?? ''
  const label = /\p{L}/u.test(own) ? own : (lines[index - 1]?.plain ?? '')
  return label.length <= MOST_OF_LABEL ? label : ''
}
