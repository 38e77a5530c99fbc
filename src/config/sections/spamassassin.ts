import { parseSocket, SOCKET_EXAMPLES } from '../addresses.ts'
import { duration, parsed } from '../kinds.ts'
import type { Section } from '../option.ts'

export const spamassassin = {
  sentence: "SpamAssassin's daemon, whose verdict on the content becomes a check of the report.",
  options: {
    address: parsed(
      {
        sentence:
          'Where spamd listens. It is handed each test message whole. What it finds in the DNS is not counted, since other checks ask for it: started with --local it answers sooner.',
        optional: 'not asked',
        example: '127.0.0.1:783',
      },
      SOCKET_EXAMPLES,
      parseSocket,
    ),
    timeout: duration(
      {
        sentence: 'How long its answer is waited for. The report is made without it when none comes.',
        default: '8s',
      },
      { min: '100ms', max: '2 minutes' },
    ),
  },
} as const satisfies Section
