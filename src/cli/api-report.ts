import { type MailgaugeClient, type Report, WaitTimeoutError } from '../../clients/typescript/src/client.ts'
import { analyzers } from '../analysis/registry.ts'
import { CHECK_WORDS } from '../analysis/telling/check-words.ts'
import { parseDuration } from '../config/units.ts'
import { fromRendered } from '../core/check.ts'
import { isToken } from '../core/mail-test.ts'
import { undeterminedOf as weighed } from '../core/report.ts'
import { verdict } from '../services/telling/verdict.ts'
import { withProgress } from './api-client.ts'
import { EXIT, fail, type Invocation, misuse } from './command.ts'
import { checksText, notDetermined, wrapped } from './report.ts'
import { json } from './table.ts'

/** Options of the commands that wait for a report. */
export const WAIT_OPTIONS = {
  timeout: { value: 'duration', sentence: 'How long to wait at most.', default: '5m' },
  json: { sentence: 'Prints the report as the API gives it.' },
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
  try {
    const waiting = client.waitForReport(token, { timeout })
    const report = await withProgress(io, `the report on ${token}, for at most ${written}`, waiting)
    io.out(isSet('json') ? json(report) : apiReportText(report))
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
  return analyzers.find((analyzer) => analyzer.name === name)?.weight ?? 0
}

function apiReportText(report: Report): string {
  const { score, max_score: most, gated, received_at: arrived, message_id: message } = report
  const checks = report.checks.map(fromRendered)
  const open = undeterminedOf(report)
  const doubt = open > 0 ? `  (${notDetermined(open)})` : ''
  return [
    score === undefined ? 'No score' : `${score.toFixed(1)} of ${most}${doubt}`,
    `Message ${message ?? ''}, received ${arrived ?? ''}`,
    ...(score === undefined || gated
      ? []
      : [wrapped(verdict({ score, checks, undetermined: weighed(checks, weightOf) }, CHECK_WORDS), '')]),
    ...(gated ? ['The plan of the account does not include the full report on this test.'] : []),
    checksText(checks),
  ].join('\n')
}
