import { CHECK_WORDS } from '../../analysis/telling/check-words.ts'
import { type Check, fixesOf } from '../../core/check.ts'
import type { Fix } from '../../core/fix.ts'
import { MAX_SCORE, type Report } from '../../core/report.ts'
import { explained } from '../../services/telling/explained.ts'
import { verdict } from '../../services/telling/verdict.ts'
import { json } from '../table.ts'
import { checksText, section } from './checks.ts'
import { harmless } from './harmless.ts'
import { levelOf, PLAIN, type Screen, styled } from './screen.ts'
import { briefSteps, stepTexts, toldSteps } from './steps.ts'
import { wrapped } from './wrapped.ts'

/** The report as JSON, with what stands beside it: what the owner of the message may see. */
export const reportJson = (report: Report, beside: object = {}) => json({ ...reportBody(report), ...beside })

/** What a report is as JSON; whoever has the token alone reads no words of the message. */
export function reportBody(report: Report, reader: 'owner' | 'token' = 'owner') {
  const { score, undetermined, kind, kindReasons, scoringVersion, checks, plan, withheld } = report
  return {
    score,
    max_score: MAX_SCORE,
    verdict: verdict(report, CHECK_WORDS),
    undetermined,
    kind,
    kind_reasons: kindReasons,
    scoring_version: scoringVersion,
    checks: checks.map((check) => ({
      name: check.name,
      status: check.status,
      score: check.score,
      ...fixesBeside(check),
      detail: explained(check, reader, CHECK_WORDS, kind),
    })),
    ...(plan && { plan }),
    ...(withheld && { withheld }),
  }
}

/** What a script can publish or set, where there is such a thing. */
export function fixesBeside(check: Check): { fixes?: Fix[] } {
  const fixes = fixesOf(check)
  return fixes.length > 0 ? { fixes } : {}
}

/** How a report is told. */
export interface ReportTelling {
  /** Why each check matters and who can change it. */
  verbose?: boolean
  /** The score, what it means and what to do, on one screen. */
  brief?: boolean
  screen?: Screen
}

/** The report for people: the score and what it means, what to do, then the checks. */
export function reportText(report: Report, telling: ReportTelling = {}): string {
  const { screen = PLAIN, verbose = false, brief = false } = telling
  const { kind, checks } = report
  const steps = toldSteps(report.plan)
  const told = harmless(steps)
  const head = [
    ...scoreLines(report, screen),
    ...(brief ? [] : [`Kind of mail: ${kind}`]),
    ...section('What to do first', (brief ? briefSteps : stepTexts)(told, screen), screen),
  ]
  return brief
    ? [...head, ''].join('\n')
    : [...head, checksText(checks, { kind, verbose, steps, screen })].join('\n')
}

/** The score with what is open, and the sentence beside it. */
function scoreLines(report: Report, screen: Screen): string[] {
  const { score, undetermined } = report
  const { checks, points } = undetermined
  const doubt =
    checks > 0 ? `  (${notDetermined(checks)}${points > 0 ? `, up to ${points} points` : ''})` : ''
  return [
    `${styled(screen, levelOf(score), `${score.toFixed(1)} of ${MAX_SCORE}`)}${doubt}`,
    wrapped(harmless(verdict(report, CHECK_WORDS)), '', screen.width),
  ]
}

export const notDetermined = (checks: number) =>
  `${checks === 1 ? '1 check' : `${checks} checks`} could not be determined`
