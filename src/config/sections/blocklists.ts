import { duration, list, table } from '../kinds.ts'
import type { Section } from '../option.ts'

const listId = (written: string) => (/^[a-z0-9][a-z0-9.-]{0,63}$/.test(written) ? written : undefined)

export const blocklists = {
  sentence:
    'Which blocklists of addresses and of domains are asked. The built-in roster says which are asked by default.',
  options: {
    enable: list(
      {
        sentence: 'Ids of lists to ask besides the default ones.',
        default: [],
        example: ['barracuda'],
        reload: true,
      },
      'the id of a list',
      listId,
    ),
    disable: list(
      { sentence: 'Ids of lists never to ask.', default: [], example: ['spamcop'], reload: true },
      'the id of a list',
      listId,
    ),
    keys: table({
      sentence:
        'Keys of lists that need one, by id. In a variable or its file: id=key, one per line or separated by commas.',
      default: {},
      example: { 'spamhaus-zen': 'your-dqs-key' },
      secret: true,
      reload: true,
    }),
    selfTest: duration(
      {
        sentence:
          'How often each list is tested by its own test points (RFC 5782 section 5). One that fails is not asked, and is tested again every hour.',
        default: '6 hours',
        reload: true,
      },
      { min: '5 minutes', max: '7 days' },
    ),
  },
} as const satisfies Section
