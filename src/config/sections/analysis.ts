import { count, duration, size } from '../kinds.ts'
import type { Section } from '../option.ts'

export const analysis = {
  sentence: 'The analysis of received messages, in processes of its own.',
  options: {
    processes: count(
      {
        sentence: 'Messages analysed at once, each in its own process.',
        optional: 'as many as total_memory holds, up to 8 per processor: they mostly wait for the DNS',
        example: 2,
      },
      { min: 1, max: 64 },
    ),
    timeLimit: duration(
      {
        sentence:
          'The most processor time one message may take. Then its process is stopped. Answers are waited for no longer than four fifths of this.',
        default: '15s',
      },
      { min: '1s', max: '10 minutes' },
    ),
    memoryLimit: size(
      { sentence: 'The most memory one analysis may take. Then its process is stopped.', default: '768MB' },
      { min: '128MB', max: '64GB' },
    ),
    totalMemory: size(
      {
        sentence:
          'The most memory all analysis processes may take together: about 150 MB each. Two messages of ordinary size are always analysed at once, which takes up to 360 MB, and a larger one alone.',
        optional:
          "1GB, or a quarter of the machine's memory if that is less, but 384MB where half of the memory is at least that",
        example: '2GB',
      },
      { min: '128MB', max: '1TB' },
    ),
  },
} as const satisfies Section
