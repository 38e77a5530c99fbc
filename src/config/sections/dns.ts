import { parseServer } from '../addresses.ts'
import { count, duration, list } from '../kinds.ts'
import type { Section } from '../option.ts'

export const dns = {
  sentence: 'The DNS resolvers that are queried. Blocklists refuse the big public ones: run your own.',
  options: {
    servers: list(
      {
        sentence:
          'Resolvers to query, in order, each as an address with or without a port. Empty: those of the system.',
        default: [],
        example: ['127.0.0.1'],
        reload: true,
      },
      'an address such as "127.0.0.1", "9.9.9.9:53" or "[::1]:5353"',
      parseServer,
    ),
    timeout: duration(
      {
        sentence: 'How long one question may take: all its queries, servers and aliases together.',
        default: '2s',
        reload: true,
      },
      { min: '50ms', max: '30s' },
    ),
    tries: count(
      {
        sentence: 'How often each server is queried before a question counts as failed.',
        default: 2,
        reload: true,
      },
      { min: 1, max: 10 },
    ),
  },
} as const satisfies Section
