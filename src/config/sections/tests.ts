import { count, duration, size } from '../kinds.ts'
import type { Section } from '../option.ts'

export const tests = {
  sentence: 'Tests of accounts.',
  options: {
    lifetime: duration(
      {
        sentence: 'How long a test and everything received for it is kept. A plan may say otherwise.',
        default: '30 days',
      },
      { min: '1 minute', max: '400 days' },
    ),
    messagesPerTest: count(
      { sentence: 'Messages one test address takes. Further ones are answered 452.', default: 20 },
      { min: 1, max: 10_000 },
    ),
    bytesPerTest: size(
      { sentence: 'Bytes one test address takes, over all its messages.', default: '100MB' },
      { min: '64KB', max: '64GB' },
    ),
  },
} as const satisfies Section
