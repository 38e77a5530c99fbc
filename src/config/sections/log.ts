import { choice } from '../kinds.ts'
import type { Section } from '../option.ts'

export const log = {
  sentence: 'What is written to standard output.',
  options: {
    level: choice({ sentence: 'The lowest level that is logged.', default: 'info', reload: true }, [
      'debug',
      'info',
      'warn',
      'error',
    ]),
    format: choice(
      {
        sentence: 'For people (text) or for programs (json). auto: text on a terminal, json elsewhere.',
        default: 'auto',
      },
      ['auto', 'text', 'json'],
    ),
  },
} as const satisfies Section
