import { duration } from '../kinds.ts'
import type { Section } from '../option.ts'

export const history = {
  sentence: 'What is kept of the mail of accounts for their charts, after the tests are gone.',
  options: {
    lifetime: duration(
      {
        sentence:
          'How long the history is kept: of each analysed message its From domain, score, failed checks and time of arrival, and none of its words.',
        default: '395 days',
      },
      { min: '1 day', max: '3650 days' },
    ),
  },
} as const satisfies Section
