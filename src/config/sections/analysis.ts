import { count, duration, size } from '../kinds.ts'
import type { Section } from '../option.ts'

export const analysis = {
  sentence: 'The analysis of received messages, in processes of its own.',
  options: {
    processes: count(
      {
        sentence: 'Messages analysed at once, each in its own process.',
        optional: 'one per processor',
        example: 2,
      },
      { min: 1, max: 64 },
    ),
    timeLimit: duration(
      { sentence: 'The most time one message may take. Then its process is stopped.', default: '15s' },
      { min: '1s', max: '10 minutes' },
    ),
    memoryLimit: size(
      { sentence: 'The most memory one analysis may take. Then its process is stopped.', default: '768MB' },
      { min: '128MB', max: '64GB' },
    ),
  },
} as const satisfies Section
