import { count, duration, size, toggle } from '../kinds.ts'
import type { Section } from '../option.ts'

export const anonymous = {
  sentence: 'Tests made on the web site without an account.',
  options: {
    enabled: toggle({ sentence: 'Whether the web site offers them.', default: true }),
    lifetime: duration(
      { sentence: 'How long such a test is kept.', default: '7 days' },
      { min: '1 minute', max: '400 days' },
    ),
    testsPerHour: count(
      { sentence: 'Tests one client (IPv4 address, or IPv6 /64) may make in an hour.', default: 30 },
      { min: 1, max: 100_000 },
    ),
    maxBytes: size(
      {
        sentence:
          'The part of store.max_bytes that all these tests may take together. Past it no such test is made and mail to them is answered 452; tests of accounts go on. The tests of one client may take an eighth of it, but at least tests.bytes_per_test.',
        derived: 'a quarter of store.max_bytes',
        example: '5GB',
      },
      { min: '1MB', max: '64TB' },
    ),
    fullReportsPerDay: count(
      {
        sentence: 'Tests one client may see in full in a day (UTC); later reports show their score alone.',
        optional: 'unlimited',
        example: 20,
      },
      { min: 0, max: 100_000 },
    ),
  },
} as const satisfies Section
