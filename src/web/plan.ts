import { type Change, type PlanStep, writtenChange } from '../core/fix.ts'
import { MAX_SCORE, roundScore } from '../core/report.ts'
import { adviceLines } from './advice.ts'

/** A step as the page shows it. */
export interface Step {
  key: string
  check: string
  says: string
  /** An earlier step says the same. */
  again: boolean
  /** What is not said already. */
  changes: ShownChange[]
  gain: PlanStep['gain']
}

/** A record, a field or a deed, to be copied where it can be. */
export interface ShownChange {
  /** What the text is for: `_dmarc.example.org TXT`. */
  place?: string
  /** What it takes the place of. */
  instead?: string
  text: string
  /** A deed in words: not to be copied. */
  deed?: true
}

export interface Plan {
  /** In sight. */
  first: Step[]
  more: Step[]
  /** Nothing to gain. */
  free: Step[]
  steps: number
  /** There are steps of unknown gain. */
  open: boolean
}

const IN_SIGHT = 5

/** The steps of a plan, in its order, parted by what a reader needs first. */
export function planOf(steps: readonly PlanStep[]): Plan {
  const shown = steps.map((step, index) => shownStep(step, steps.slice(0, index)))
  const gains = (step: Step) => step.gain === 'unknown' || step.gain > 0
  const paying = shown.filter(gains)
  return {
    first: paying.slice(0, IN_SIGHT),
    more: paying.slice(IN_SIGHT),
    free: shown.filter((step) => !gains(step)),
    steps: paying.length,
    open: paying.some(({ gain }) => gain === 'unknown'),
  }
}

/** The score after every step of known gain. */
export function leadsTo({ first, more }: Plan, report: { checks: readonly { score: number }[] }): number {
  const known = [...first, ...more].reduce((sum, { gain }) => sum + (gain === 'unknown' ? 0 : gain), 0)
  const now = report.checks.reduce((sum, check) => sum + check.score, MAX_SCORE)
  return Math.max(0, Math.min(MAX_SCORE, roundScore(now + known)))
}

function shownStep({ check, says, changes, gain }: PlanStep, before: readonly PlanStep[]): Step {
  const said = new Set(
    adviceLines(says)
      .flat()
      .filter(({ kind }) => kind === 'code')
      .map(({ text, place = '' }) => bare(place + text)),
  )
  const again = before.some((other) => other.check === check && other.says === says)
  const shown = changes.flatMap(shownChanges).filter((one) => again || !isSaid(one, said))
  const key = `${before.length}-${check}`
  return { key, check, says, again, changes: shown, gain }
}

function isSaid({ place = '', text }: ShownChange, said: ReadonlySet<string>): boolean {
  return said.has(bare(text)) || said.has(bare(place + text))
}

/** Without the quotes and spaces in which two writings of one record differ. */
function bare(text: string): string {
  return text.replace(/["\s;]/g, '').toLowerCase()
}

function shownChanges(change: Change): ShownChange[] {
  if (change.kind === 'smtp') {
    // What the words of the step say already. The version and cipher are what the plan was tried with, not what to set.
    const { tls: _tls, ...rest } = change
    const deeds = writtenChange(rest).split('\n')
    return deeds.filter((text) => text !== '').map((text) => ({ text, deed: true }))
  }
  if (change.kind === 'header') {
    const text = writtenChange(change)
    return [change.value === undefined ? { text, deed: true } : { text }]
  }
  if (change.records.length === 0) return [{ text: writtenChange(change), deed: true }]
  const { name, type, records, replaces } = change
  const place = `${name} ${type}`
  return records.map((record) => {
    const text = type === 'TXT' ? oneString(record) : record
    return { place, text, ...(replaces !== undefined && { instead: replaces }) }
  })
}

/** A TXT record of one string is published without its quotes in most panels. */
function oneString(record: string): string {
  return /^"[^"\\]*"$/.test(record) ? record.slice(1, -1) : record
}
