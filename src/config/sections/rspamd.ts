import { parseServiceUrl, SERVICE_EXAMPLES } from '../addresses.ts'
import { duration, parsed } from '../kinds.ts'
import type { Section } from '../option.ts'

export const rspamd = {
  sentence: 'Rspamd, whose verdict on the content becomes a check of the report.',
  options: {
    url: parsed(
      {
        sentence: "Where Rspamd's normal worker listens. It is handed each test message whole.",
        optional: 'not asked',
        example: 'http://127.0.0.1:11333',
      },
      SERVICE_EXAMPLES,
      parseServiceUrl,
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
