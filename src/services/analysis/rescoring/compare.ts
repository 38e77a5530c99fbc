import { type Check, codesOf } from '../../../core/check.ts'
import type { Report, SenderHints } from '../../../core/report.ts'

/** A verdict as far as scripts hold on to it. */
export interface Verdict {
  status: Check['status']
  score: number
  /** Codes of the findings. */
  findings: string[]
}

/** A check whose status, score or findings are others; absent on one side: it is not in that report. */
export interface CheckChange {
  name: string
  before?: Verdict
  after?: Verdict
}

/** Scoring or data of another version: absent where it was not written down. */
export interface VersionChange {
  name: string
  before?: string
  after?: string
}

/** The checks that came out in another way, in the order of the new report. */
export function changedChecks(before: Report, after: Report): CheckChange[] {
  const old = verdictsOf(before)
  const now = verdictsOf(after)
  const names = [...new Set([...now.keys(), ...old.keys()])]
  return names.flatMap((name) => {
    const [was, is] = [old.get(name), now.get(name)]
    if (JSON.stringify(was) === JSON.stringify(is)) return []
    return [{ name, ...(was && { before: was }), ...(is && { after: is }) }]
  })
}

function verdictsOf(report: Report): Map<string, Verdict> {
  return new Map(
    report.checks.map((check) => [
      check.name,
      { status: check.status, score: check.score, findings: codesOf(check) },
    ]),
  )
}

/** Under this name stands what the owner said of the mail, on which a report rests as it does on versions. */
export const OWNER = 'sender hints'

function hintsOf(settings: unknown): string {
  const { ownerWord: hints } = (settings ?? {}) as { ownerWord?: SenderHints }
  return [hints?.kind, hints?.bulk && 'bulk'].filter(Boolean).join(', ')
}

/** The versions that two pieces of evidence do not share. */
export function changedVersions(before: unknown, after: unknown): VersionChange[] {
  const old = versionsOf(before)
  const now = versionsOf(after)
  const names = [...new Set([...now.keys(), ...old.keys()])]
  return names.flatMap((name) => {
    const [was, is] = [old.get(name), now.get(name)]
    if (was === is || (name === PROGRAM && (was === undefined || is === undefined))) return []
    return [{ name, ...(was !== undefined && { before: was }), ...(is !== undefined && { after: is }) }]
  })
}

/** Words and plans may change with the program, and verdicts stay. */
const PROGRAM = 'mailgauge'

function versionsOf(evidence: unknown): Map<string, string> {
  const { program, scoringVersion, dataVersions, settings } = (evidence ?? {}) as Record<string, unknown>
  const data = Object.entries(dataVersions ?? {}).map(([name, version]) => [name, String(version)] as const)
  const said = hintsOf(settings)
  return new Map([
    ...(program === undefined ? [] : [[PROGRAM, String(program)] as const]),
    ['scoring', String(scoringVersion)],
    ...(said === '' ? [] : [[OWNER, said] as const]),
    ...data,
  ])
}
