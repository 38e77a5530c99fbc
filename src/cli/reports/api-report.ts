import {
  type MailgaugeClient,
  type Report,
  WaitTimeoutError,
} from '../../../clients/typescript/src/client.ts'
import { catalogue } from '../../analysis/catalogue/catalogue.ts'
import { CHECK_WORDS } from '../../analysis/telling/check-words.ts'
import { parseDuration } from '../../config/units.ts'
import { type Check, detailOf, fromRendered } from '../../core/check.ts'
import type { PlanStep } from '../../core/fix.ts'
import { isToken } from '../../core/mail-test.ts'
import { undeterminedOf as weighed } from '../../core/report.ts'
import { verdict } from '../../services/telling/verdict.ts'
import { withProgress } from '../api-client.ts'
import { EXIT, fail, type Invocation, misuse } from '../command.ts'
import { json } from '../table.ts'
import { checksText, section } from './checks.ts'
import { harmless } from './harmless.ts'
import { notDetermined } from './report.ts'
import { levelOf, SCREEN_OPTIONS, type Screen, screenOf, styled } from './screen.ts'
import { briefSteps } from './steps.ts'
import { wrapped } from './wrapped.ts'

/** Options of the commands that wait for a report. */
export const WAIT_OPTIONS = {
  timeout: { value: 'duration', sentence: 'How long to wait at most.', default: '5m' },
  json: { sentence: 'Prints the report as the API gives it.' },
  ...SCREEN_OPTIONS,
} as const

const LONGEST_MS = 24 * 3_600_000

/** Waits for the report on the test that is named, and prints it. Gives the exit code when there is none. */
export async function reportOrExit(
  invocation: Invocation,
  client: MailgaugeClient,
): Promise<Report | number> {
  const { io, operands, value, isSet } = invocation
  const [token = ''] = operands
  if (token === '') return misuse(io, 'The token is empty: was a test made before?')
  const written = value('timeout') ?? WAIT_OPTIONS.timeout.default
  const timeout = parseDuration(written)
  if (timeout === undefined || timeout > LONGEST_MS) {
    return misuse(io, `--timeout: expected a duration of at most a day, such as 5m, found "${written}".`)
  }
  if (!isToken(token)) {
    return misuse(io, `"${token}" is not a test token: give the one that mailgauge test create printed.`)
  }
  const screen = screenOf(io, value('color'))
  if (typeof screen === 'string') return misuse(io, screen)
  try {
    const waiting = client.waitForReport(token, { timeout })
    const report = await withProgress(io, `the report on ${token}, for at most ${written}`, waiting)
    io.out(isSet('json') ? json(report) : apiReportText(report, screen, isSet('brief')))
    return report.status === 'failed' ? fail(io, 'The message could not be analysed.') : report
  } catch (error) {
    if (!(error instanceof WaitTimeoutError)) throw error
    io.say(
      `No report on ${token} within ${written}: no message has arrived, or it is still being analysed.\n`,
    )
    return EXIT.timeout
  }
}

/** Checks that ended without an answer. What each could cost is not told by the API. */
export const undeterminedOf = ({ checks }: Report): number =>
  checks.filter(({ status }) => status === 'error').length

/** As this version weighs them. */
function weightOf(name: string): number {
  return catalogue().find((entry) => entry.name === name)?.weight ?? 0
}

function apiReportText(given: Report, screen: Screen, brief: boolean): string {
  const report = harmless(given)
  const { score, max_score: most, gated, received_at: arrived, message_id: message } = report
  const checks = report.checks.map(fromRendered)
  const isTold = score !== undefined && !gated
  return [
    scoreLine(report, most, screen),
    `Message ${message ?? ''}, received ${arrived ?? ''}`,
    ...(isTold
      ? [
          wrapped(
            harmless(verdict({ score, checks, undetermined: weighed(checks, weightOf) }, CHECK_WORDS)),
            '',
            screen.width,
          ),
        ]
      : []),
    ...(gated ? ['The plan of the account does not include the full report on this test.'] : []),
    ...(brief
      ? [...section('What to do first', briefSteps(stepsOf(checks), screen), screen), '']
      : [checksText(checks, { screen })]),
  ].join('\n')
}

function scoreLine(report: Report, most: number, screen: Screen): string {
  if (report.score === undefined) return 'No score'
  const open = undeterminedOf(report)
  const shown = styled(screen, levelOf(report.score), `${report.score.toFixed(1)} of ${most}`)
  return `${shown}${open > 0 ? `  (${notDetermined(open)})` : ''}`
}

/** The plan as the checks hold it: what each gains, and its records, or else its advice. */
function stepsOf(checks: readonly Check[]): PlanStep[] {
  const steps = checks.flatMap((check): PlanStep[] => {
    const { fix, advice, gain } = detailOf(check)
    const says = fix ?? advice
    if (check.score >= 0 || says === undefined) return []
    const points = gain === undefined ? -check.score : Number(gain)
    return [
      { check: check.name, codes: [], says, changes: [], gain: Number.isFinite(points) ? points : 'unknown' },
    ]
  })
  const worth = ({ gain }: PlanStep) => (gain === 'unknown' ? 0 : gain)
  return steps.toSorted((a, b) => worth(b) - worth(a))
}
