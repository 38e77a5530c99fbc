import { numberOf } from '../tool.ts'
import type { ApiTool } from './api-tool.ts'

const USUAL_PAGE = 20

/** The tests of the account. */
export const listTests: ApiTool = {
  name: 'list_tests',
  title: 'List tests',
  description:
    'Lists the tests of the account with status and score, newest first, and how many there are in all. Needs the scope tests:read.',
  input: {
    type: 'object',
    properties: {
      limit: {
        type: 'integer',
        description: 'How many at most.',
        minimum: 1,
        maximum: 100,
        default: USUAL_PAGE,
      },
      offset: {
        type: 'integer',
        description: 'How many to leave out before them.',
        minimum: 0,
        maximum: 1_000_000,
        default: 0,
      },
    },
    additionalProperties: false,
  },
  readOnly: true,
  run: async (client, given, signal) => ({
    data: await client.testPage(
      { limit: numberOf(given, 'limit', USUAL_PAGE), offset: numberOf(given, 'offset', 0) },
      { signal },
    ),
  }),
}
