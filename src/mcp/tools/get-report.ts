import { toldReport } from '../told/report.ts'
import { STRANGERS, textOf } from '../tool.ts'
import type { ApiTool } from './api-tool.ts'
import { DETAIL, REPORT_WORDS, TOKEN } from './report-input.ts'

/** Reads a report as it is now. */
export const getReport: ApiTool = {
  name: 'get_report',
  title: 'Read the report of a test',
  description: `Reads a test and the report on its latest message, or on one that is named. ${REPORT_WORDS} Does not wait. Needs the scope tests:read. ${STRANGERS}`,
  input: {
    type: 'object',
    properties: {
      token: TOKEN,
      message_id: {
        type: 'string',
        description: 'A message_id from an earlier report: the report on that message instead of the latest.',
        maxLength: 64,
      },
      detail: DETAIL,
    },
    required: ['token'],
    additionalProperties: false,
  },
  readOnly: true,
  async run(client, given, signal) {
    const m = textOf(given, 'message_id')
    const report = await client.getTest(textOf(given, 'token'), m === '' ? {} : { m }, { signal })
    return { data: toldReport(report, textOf(given, 'detail') === 'all'), byStrangers: true }
  },
}
