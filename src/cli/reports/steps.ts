import { type PlanStep, writtenChange } from '../../core/fix.ts'
import { type Screen, styled } from './screen.ts'
import { pointing, TITLE_WIDTH, titleOf } from './titles.ts'
import { INDENT, wrapped } from './wrapped.ts'

/** What is told of a plan: a step that gains nothing is left to its check. */
export const toldSteps = (plan: readonly PlanStep[] = []) => plan.filter(({ gain }) => gain !== 0)

/** What to do, most points first, each with the whole of its advice and records. */
export function stepTexts(steps: readonly PlanStep[], screen: Screen): string[] {
  return steps.map((step, at) => {
    const { says } = step
    const written = step.changes.flatMap((change) => writtenChange(change).split('\n'))
    const lines = [
      // A field or record that is a line of its own stays whole, to be copied.
      ...says
        .split('\n')
        .map((line) =>
          written.includes(line) ? INDENT + line : wrapped(pointing(line), INDENT, screen.width),
        ),
      ...recordsOf(step)
        .filter((line) => !says.includes(line))
        .map((line) => INDENT + line),
    ]
    return [headOf(step, at, screen), ...lines].join('\n')
  })
}

/** Steps and lines of each that have room on one screen. */
const MOST_STEPS = 5
const MOST_LINES = 2

/** The same on one screen: of each step its records, or else how its advice begins. */
export function briefSteps(steps: readonly PlanStep[], screen: Screen): string[] {
  const shown = steps.slice(0, MOST_STEPS)
  const more = steps.length - shown.length
  return [
    ...shown.map((step, at) => [headOf(step, at, screen), ...briefLines(step, screen)].join('\n')),
    ...(more > 0
      ? [`  ${more} more ${more === 1 ? 'step' : 'steps'}: without --brief they are all there.`]
      : []),
  ]
}

function briefLines(step: PlanStep, screen: Screen): string[] {
  const offered = offeredBy(step)
  if (offered.length > 0) return cut(offered.map((line) => INDENT + line))
  const [first = '', second] = step.says.split('\n')
  const begins = cut(wrapped(pointing(first), INDENT, screen.width - 2).split('\n'))
  // What a colon announces stands in the next line, whole, to be copied.
  return first.endsWith(':') && second !== undefined ? [...begins, INDENT + second] : begins
}

/** The first lines, with a sign that there are more. */
function cut(lines: readonly string[]): string[] {
  if (lines.length <= MOST_LINES) return [...lines]
  const shown = lines.slice(0, MOST_LINES)
  return [...shown.slice(0, -1), `${shown.at(-1)} …`]
}

const recordsOf = ({ changes }: PlanStep) =>
  changes.flatMap((one) => (one.kind === 'dns' ? writtenChange(one).split('\n') : []))

const offeredBy = ({ changes }: PlanStep) =>
  changes.flatMap((one) => (one.kind === 'smtp' ? [] : writtenChange(one).split('\n')))

function headOf({ check, gain }: PlanStep, at: number, screen: Screen): string {
  const points = gain === 'unknown' ? 'gain unknown' : styled(screen, 'good', `+${gain}`)
  return `  ${at + 1}. ${styled(screen, 'bold', titleOf(check).padEnd(TITLE_WIDTH))}${points}`
}
