import { type MailgaugeClient, MailgaugeError } from '../../../clients/typescript/src/client.ts'
import type { Tool } from '../tool.ts'
import type { ApiTool } from './api-tool.ts'
import { createTest } from './create-test.ts'
import { dmarcSummary } from './dmarc-summary.ts'
import { getReport } from './get-report.ts'
import { listDomains } from './list-domains.ts'
import { listTests } from './list-tests.ts'
import { waitForReport } from './wait-for-report.ts'

const API_TOOLS: readonly ApiTool[] = [
  createTest,
  waitForReport,
  getReport,
  listTests,
  listDomains,
  dmarcSummary,
]

/** The tools that act for the key of a client. */
export function apiTools(client: MailgaugeClient): Tool[] {
  return API_TOOLS.map((tool) => ({
    ...tool,
    async run(given, signal) {
      try {
        return await tool.run(client, given, signal)
      } catch (cause) {
        if (cause instanceof MailgaugeError) return { refused: cause.message }
        throw cause
      }
    },
  }))
}

/** How they belong together. */
export const API_INSTRUCTIONS =
  'To see how a message is received: create_test gives an address; send the message there the way it is sent to everybody; wait_for_report gives its score and what to fix. Fix the checks with the highest gain first, then create another test.'
