import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CASES } from './corpus-case.ts'
import { type Golden, type GoldenCheck, isSilent } from './golden-report.ts'

/** Every check in the order of a report, with what it usually comes to; null: no report has it unless its case says so. */
export type UsualChecks = Readonly<Record<string, GoldenCheck | null>>

/** report.json: checks by name, without those that come to what they usually come to. */
interface CaseReport extends Omit<Golden, 'checks'> {
  checks: Record<string, GoldenCheck>
}

const USUAL = join(CASES, '../usual-checks.json')
const fileOf = (name: string) => join(CASES, name, 'report.json')

export function readUsual(): UsualChecks {
  return JSON.parse(readFileSync(USUAL, 'utf8'))
}

export function goldenText(name: string): string {
  return readFileSync(fileOf(name), 'utf8')
}

/** The golden report of a case, its usual checks filled in. */
export function readGolden(name: string, usual: UsualChecks): Golden {
  const { checks: own, ...rest }: CaseReport = JSON.parse(goldenText(name))
  const unknown = Object.keys(own).filter((check) => !(check in usual))
  if (unknown.length > 0) throw new Error(`usual-checks.json does not name ${unknown}`)
  const checks = Object.entries(usual).flatMap(([check, outcome]): Golden['checks'] => {
    const told = own[check] ?? outcome
    return told ? [[check, told]] : []
  })
  return { ...rest, checks }
}

/** What report.json says of a golden report. */
export function textOf({ checks, plan, ...rest }: Golden, usual: UsualChecks): string {
  const own = checks
    .filter(([name, check]) => JSON.stringify(check) !== JSON.stringify(usual[name]))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  return inLines({ ...rest, checks: Object.fromEntries(own), ...(plan && { plan }) })
}

/** JSON with silent checks on one line each. */
function inLines(value: unknown): string {
  const silent = /\{\n +("status": .*)\n +("score": 0,)\n +("summary": ".*")\n +\}/g
  return `${JSON.stringify(value, null, 1).replace(silent, '{ $1 $2 $3 }')}\n`
}

/** Writes usual-checks.json and every report.json anew. `order` is that of the registry. */
export function writeGoldens(goldens: ReadonlyMap<string, Golden>, order: readonly string[]): void {
  const before = readUsual()
  const all = [...goldens.values()].map(({ checks }) => Object.fromEntries(checks))
  const usual: UsualChecks = Object.fromEntries(
    order.map((name) => [
      name,
      usualOf(
        all.map((checks) => checks[name]),
        before[name] ?? null,
      ),
    ]),
  )
  writeFileSync(USUAL, inLines(usual))
  for (const [name, golden] of goldens) writeFileSync(fileOf(name), textOf(golden, usual))
}

/** The most frequent silent outcome; the one before as long as half as many cases have it, so that a new case rewrites no other. */
function usualOf(
  outcomes: readonly (GoldenCheck | undefined)[],
  before: GoldenCheck | null,
): GoldenCheck | null {
  if (outcomes.includes(undefined)) return null
  const counts = new Map<string, number>()
  for (const outcome of outcomes) {
    if (!outcome || !isSilent(outcome)) continue
    const text = JSON.stringify(outcome)
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one)
  if (!most) return null
  const kept = counts.get(JSON.stringify(before)) ?? 0
  return kept > 0 && kept * 2 >= most[1] ? before : JSON.parse(most[0])
}
