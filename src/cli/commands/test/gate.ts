import type { Report } from '../../../../clients/typescript/src/client.ts'
import { API_OPTIONS, withApi } from '../../api-client.ts'
import { type Command, EXIT, type Invocation, misuse } from '../../command.ts'
import { leastScore, NO_SCORE } from '../../min-score.ts'
import { reportOrExit, undeterminedOf, WAIT_OPTIONS } from '../../reports/api-report.ts'
import { notDetermined } from '../../reports/report.ts'
import { appendSummary, SUMMARY_OPTION } from '../../reports/summary-file.ts'

export const testGate: Command = {
  name: 'test gate',
  summary: 'Waits for the report, fails when the score is too low',
  about:
    'Exit codes: 0 the score is high enough, 3 it is too low, 4 no report came in time, 5 it is high enough but checks could not be determined, 1 the message could not be analysed or the service did not answer, 2 the command line is wrong.',
  operands: [{ name: 'token', sentence: 'The token of the test, from mailgauge test create.' }],
  options: {
    'min-score': { value: 'points', sentence: 'The least the message must score, 0 to 10. Required.' },
    'allow-errors': { sentence: 'Accepts the score although checks could not be determined.' },
    ...SUMMARY_OPTION,
    ...WAIT_OPTIONS,
    ...API_OPTIONS,
  },
  examples: [
    ['mailgauge test gate "$token" --min-score 9', 'For a CI job: fails below 9 points.'],
    [
      'mailgauge test gate "$token" --min-score 8.5 --timeout 10m --allow-errors',
      'Waits longer, and accepts checks that could not be determined.',
    ],
  ],
  run: async (invocation) => {
    const least = leastScore(invocation.value('min-score'))
    if (least === undefined)
      return misuse(invocation.io, '--min-score is missing: what must the message score?')
    if (Number.isNaN(least)) return misuse(invocation.io, NO_SCORE)
    return withApi(async (invoked, client) => {
      const report = await reportOrExit(invoked, client)
      return typeof report === 'number' ? report : judge(invoked, report, least)
    })(invocation)
  },
}

/** A check that could not be determined costs nothing: a score that is too low would only be lower with it. */
function judge(invocation: Invocation, report: Report, least: number): number {
  const { says, code } = endingOf(report, least, invocation.isSet('allow-errors'))
  invocation.io.say(`${says}\n`)
  appendSummary(invocation, report, says)
  return code
}

function endingOf(report: Report, least: number, allowsErrors: boolean): { says: string; code: number } {
  const { score = 0 } = report
  const shown = score.toFixed(1)
  if (score < least)
    return { says: `Too low: ${shown}, at least ${least} was asked for.`, code: EXIT.belowScore }
  const open = undeterminedOf(report)
  if (open > 0 && !allowsErrors) {
    const says = `${shown} is high enough, but ${notDetermined(open)}. --allow-errors takes the score as it is.`
    return { says, code: EXIT.undetermined }
  }
  return { says: `High enough: ${shown}, at least ${least} was asked for.`, code: EXIT.done }
}
