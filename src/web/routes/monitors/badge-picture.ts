import type { MonitorState } from '../../../core/watching/monitor.ts'
import type { Badge } from '../../../services/monitors/badges.ts'
import { score as written } from '../../wording.ts'

/** Two colour schemes; every text has 4.5:1 or more on its ground. */
export const BADGE_STYLE =
  'text{font:600 11px Verdana,"DejaVu Sans",sans-serif;fill:#fff}.l{fill:#4a4f55}.good{fill:#1d6b45}.poor{fill:#ac2d20}.none{fill:#5f6770}' +
  '@media(prefers-color-scheme:dark){.l{fill:#31373d}.good{fill:#6bcb9a}.poor{fill:#f0897c}.none{fill:#9ba5af}.v{fill:#14171a}}'

const HEIGHT = 20
const BESIDE = 6
/** Wide enough for the fonts that are named; `textLength` fits the words into it. */
const LETTER = 7.2

const COLOURS: Readonly<Record<MonitorState, 'good' | 'poor' | 'none'>> = {
  ok: 'good',
  alerting: 'poor',
  silent: 'poor',
  waiting: 'none',
  paused: 'none',
}

/** A picture of a monitor's state and last score. All that it says is ours: no name, no text of others. */
export function badgePicture(badge: Badge): string {
  const label = badge.kind === 'mail' ? 'mail' : 'DNS'
  const says = wordsOf(badge)
  const [left, right] = [widthOf(label), widthOf(says)]
  const text = (words: string, x: number, width: number, name = '') =>
    `<text x="${x + BESIDE}" y="14" textLength="${width - 2 * BESIDE}" lengthAdjust="spacingAndGlyphs"${name}>${words}</text>`
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="${HEIGHT}" role="img" aria-label="${label}: ${says}">` +
    `<title>${label}: ${says}</title><style>${BADGE_STYLE}</style>` +
    `<clipPath id="r"><rect width="${left + right}" height="${HEIGHT}" rx="4"/></clipPath><g clip-path="url(#r)">` +
    `<rect class="l" width="${left}" height="${HEIGHT}"/><rect class="${COLOURS[badge.state]}" x="${left}" width="${right}" height="${HEIGHT}"/></g>` +
    `${text(label, 0, left)}${text(says, left, right, ' class="v"')}</svg>\n`
  )
}

const widthOf = (words: string) => Math.round(words.length * LETTER) + 2 * BESIDE

function wordsOf({ kind, state, score }: Badge): string {
  if (state === 'waiting') return kind === 'mail' ? 'no mail yet' : 'waiting'
  const isScored = kind === 'mail' && score !== undefined && (state === 'ok' || state === 'alerting')
  return isScored ? `${state} ${written(score)}` : state
}
