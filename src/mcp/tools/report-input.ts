/** The test that a tool is about. */
export const TOKEN = {
  type: 'string',
  description: 'The token of the test, from create_test or list_tests: 26 characters.',
  minLength: 1,
  maxLength: 64,
} as const

/** How much of a report is told. */
export const DETAIL = {
  type: 'string',
  description:
    'fixes: in full only the checks with something to do or that could not be determined. all: every check.',
  enum: ['fixes', 'all'],
  default: 'fixes',
} as const

/** Said of what a report holds. */
export const REPORT_WORDS =
  'Of each check: what was seen (summary), what to do (advice), the very record or header field to publish (fix) and the points that it wins (gain).'
