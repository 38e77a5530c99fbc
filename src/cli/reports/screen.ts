import type { Io } from '../io.ts'

/** What a report is written for: how wide, and whether in colours. */
export interface Screen {
  width: number
  colour: boolean
}

/** A file, a pipe, or a terminal nobody has widened. */
export const PLAIN: Screen = { width: 80, colour: false }

const NARROWEST = 40
/** Longer lines are hard to read. */
const WIDEST = 120

const COLOUR_MODES = ['auto', 'always', 'never'] as const
type ColourMode = (typeof COLOUR_MODES)[number]

/** How commands that print reports take it. */
export const SCREEN_OPTIONS = {
  brief: { sentence: 'Prints the score, what it means and what to do first, on one screen.' },
  color: {
    value: 'when',
    sentence:
      'Colours: always, never, or auto: on a terminal, unless NO_COLOR is set; FORCE_COLOR asks for them elsewhere.',
    default: 'auto',
  },
} as const

const isMode = (text: string): text is ColourMode => (COLOUR_MODES as readonly string[]).includes(text)

/** The screen that results are printed on; or what is wrong with --color. */
export function screenOf(
  io: Pick<Io, 'terminal' | 'columns' | 'environment'>,
  color = 'auto',
): Screen | string {
  if (!isMode(color)) return `--color: expected auto, always or never, found "${color}".`
  return { width: widthOf(io), colour: color === 'auto' ? isColoured(io) : color === 'always' }
}

function widthOf({
  terminal,
  columns,
  environment,
}: Pick<Io, 'terminal' | 'columns' | 'environment'>): number {
  if (!terminal) return PLAIN.width
  const told = environment['COLUMNS'] ?? ''
  const width = /^[1-9]\d{0,4}$/.test(told) ? Number(told) : (columns ?? PLAIN.width)
  return Math.min(WIDEST, Math.max(NARROWEST, width))
}

/** NO_COLOR, a wish of the person, goes before FORCE_COLOR, which programs set. */
function isColoured({ terminal, environment }: Pick<Io, 'terminal' | 'environment'>): boolean {
  if (environment['NO_COLOR']) return false
  const forced = environment['FORCE_COLOR']
  if (forced !== undefined) return forced !== '0' && forced !== 'false'
  return terminal && environment['TERM'] !== 'dumb'
}

const CODES = { bold: 1, quiet: 2, poor: 31, good: 32, fair: 33 } as const

/** How a text stands out. Its words say the same. */
export type Style = keyof typeof CODES

/** The text in a style, which has to be free of controls already. */
export function styled({ colour }: Screen, style: Style, text: string): string {
  return colour && text !== '' ? `\u001b[${CODES[style]}m${text}\u001b[0m` : text
}

/** The style of a score. */
export function levelOf(score: number): Style {
  if (score >= 8.5) return 'good'
  return score >= 5 ? 'fair' : 'poor'
}
