import {
  type CheckChange,
  OWNER,
  type Verdict,
  type VersionChange,
} from '../services/analysis/rescoring/compare.ts'
import type { Rescored } from '../services/analysis/rescoring/rescoring.ts'

const FAULT = 'differs although nothing changed: a fault in Mailgauge'

/** Counts what became of many messages. */
export class Tally {
  same = 0
  changed = 0
  failed = 0
  /** Of those that changed: without a reason. */
  faults = 0
  private before = 0
  private after = 0

  add(result: Rescored): void {
    this[result.kind] += 1
    if (result.kind === 'failed') return
    const [before, after] =
      result.kind === 'same' ? [result.score, result.score] : [result.before, result.after]
    this.before += before
    this.after += after
    if (isFault(result)) this.faults += 1
  }

  get messages(): number {
    return this.same + this.changed + this.failed
  }

  /** Mean scores, of those that could be judged; undefined: none could. */
  get means(): { before: number; after: number } | undefined {
    const judged = this.same + this.changed
    if (judged === 0) return undefined
    return { before: this.before / judged, after: this.after / judged }
  }
}

function isFault(result: Rescored): boolean {
  return result.kind === 'changed' && result.versions.length === 0
}

/** What became of one message; '' where there is nothing to tell. `whole`: with its checks and versions. */
export function rescoredText(result: Rescored, whole: boolean): string {
  const start = `${result.token} ${result.id}`
  if (result.kind === 'same') return ''
  if (result.kind === 'failed') return `${start}  could not be scored again: ${result.reason}\n`
  const { before, after, checks, versions } = result
  const scores = `${before.toFixed(1)} -> ${after.toFixed(1)}`
  const lines = whole ? [...checks.map(checkLine), ...wordsLine(checks), ...versions.map(versionLine)] : []
  const fault = isFault(result) ? `  ${FAULT}` : ''
  return [`${start}  ${scores}${fault}`, ...lines.map((line) => `    ${line}`), ''].join('\n')
}

function checkLine({ name, before, after }: CheckChange): string {
  return `${name}: ${verdict(before)} -> ${verdict(after)}`
}

function verdict(given: Verdict | undefined): string {
  if (!given) return 'absent'
  const { status, score, findings } = given
  return [status, score < 0 && String(score), findings.length > 0 && `(${findings.join(', ')})`]
    .filter(Boolean)
    .join(' ')
}

const wordsLine = (checks: readonly CheckChange[]) =>
  checks.length === 0 ? ['no check changed its verdict: only what is said of them'] : []

function versionLine({ name, before, after }: VersionChange): string {
  if (name === OWNER) return `${OWNER}: ${before ?? 'nothing'} -> ${after ?? 'nothing'}`
  return `version of ${name}: ${before ?? 'unknown'} -> ${after ?? 'gone'}`
}

/** What became of all of them. */
export function summaryText(tally: Tally, written: boolean): string {
  const { same, changed, failed, faults, means } = tally
  const counts = [`${same} same`, `${changed} changed`, ...(failed > 0 ? [`${failed} failed`] : [])].join(
    ', ',
  )
  const mean = means && `mean ${means.before.toFixed(2)} -> ${means.after.toFixed(2)}`
  const stored = written ? 'The new reports are stored.' : 'Nothing was stored: --write does.'
  return [
    [counts, mean].filter(Boolean).join('; '),
    ...(faults > 0 ? [`${faults} of them: ${FAULT}`] : []),
    ...(changed > 0 ? [stored] : []),
    '',
  ].join('\n')
}
