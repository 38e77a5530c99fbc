import { WaitTimeoutError } from '../../../clients/typescript/src/client.ts'
import { toldReport } from '../told/report.ts'
import { numberOf, STRANGERS, textOf } from '../tool.ts'
import type { ApiTool } from './api-tool.ts'
import { DETAIL, REPORT_WORDS, TOKEN } from './report-input.ts'

/** Programs give a call up after a minute. */
const LONGEST_SECONDS = 55
const USUAL_SECONDS = 50

/** Waits until a message was analysed. */
export const waitForReport: ApiTool = {
  name: 'wait_for_report',
  title: 'Wait for the report of a test',
  description: `Waits until a message has arrived at the test and was analysed, and gives the report. ${REPORT_WORDS} Says status pending when none came in time: call it again. Needs the scope tests:read. ${STRANGERS}`,
  input: {
    type: 'object',
    properties: {
      token: TOKEN,
      timeout_seconds: {
        type: 'integer',
        description: 'How long to wait at most.',
        minimum: 1,
        maximum: LONGEST_SECONDS,
        default: USUAL_SECONDS,
      },
      detail: DETAIL,
    },
    required: ['token'],
    additionalProperties: false,
  },
  readOnly: true,
  async run(client, given, signal) {
    const token = textOf(given, 'token')
    const timeout = numberOf(given, 'timeout_seconds', USUAL_SECONDS) * 1000
    try {
      const report = await client.waitForReport(token, { timeout, signal })
      return { data: toldReport(report, textOf(given, 'detail') === 'all'), byStrangers: true }
    } catch (cause) {
      if (!(cause instanceof WaitTimeoutError)) throw cause
      return {
        data: { token, status: 'pending' },
        next: 'No report yet: no message has arrived, or it is still being analysed. Make sure that it was sent, then call wait_for_report again.',
      }
    }
  },
}
