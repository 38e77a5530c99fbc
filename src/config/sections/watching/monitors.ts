import { duration } from '../../kinds.ts'
import type { Section } from '../../option.ts'

export const monitors = {
  sentence: 'Looks at what verified domains and the senders of monitors publish.',
  options: {
    recheckEvery: duration(
      {
        sentence:
          'How often the records of each verified domain and of the last sender of each monitor are looked at, and the blocklists that monitors watch. What looks bad or gone is looked at once more ten minutes later, before it counts.',
        default: '4h',
        reload: true,
      },
      { min: '15m', max: '7 days' },
    ),
  },
} as const satisfies Section
