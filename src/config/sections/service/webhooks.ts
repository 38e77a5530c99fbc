import { BLOCK_EXAMPLES, parseBlock } from '../../addresses.ts'
import { duration, list } from '../../kinds.ts'
import type { Section } from '../../option.ts'

export const webhooks = {
  sentence:
    'Requests to webhooks and alert channels, whose addresses people type. They go to public addresses alone, on any port but those of mail.',
  options: {
    allowPrivate: list(
      {
        sentence:
          'Addresses and blocks that may be used beside public ones: private networks, and addresses of this machine. Everybody who may add a webhook can then have requests sent there.',
        default: [],
        example: ['10.0.0.0/8'],
        reload: true,
      },
      BLOCK_EXAMPLES,
      parseBlock,
    ),
    timeout: duration(
      {
        sentence: 'How long one attempt may take, from the DNS to the status of the answer.',
        default: '15s',
        reload: true,
      },
      { min: '1s', max: '30s' },
    ),
  },
} as const satisfies Section
