import { LISTEN_EXAMPLES, parseListen } from '../../addresses.ts'
import { list, parsed } from '../../kinds.ts'
import type { Section } from '../../option.ts'

/** A port alone is one of this machine only. */
const parseMetricsListen = (text: string) =>
  /^\d{1,5}$/.test(text) ? parseListen(`127.0.0.1:${text}`) : parseListen(text)

const LEAST_TOKEN = 16

export const metrics = {
  sentence:
    'Figures for Prometheus at /metrics, on a listener of its own. Nothing in them is about a message, an address, a domain or a person.',
  options: {
    listen: list(
      {
        sentence:
          'Addresses and ports to listen on; a port alone, such as "9464", is one of this machine only. Without one there is no listener.',
        default: [],
        example: ['127.0.0.1:9464'],
      },
      LISTEN_EXAMPLES,
      parseMetricsListen,
    ),
    token: parsed(
      {
        sentence: 'What scrapes must send as "Authorization: Bearer <token>", at least 16 characters.',
        example: 'of-your-own-making-4f1c',
        optional: 'everybody who reaches the listener may read',
        secret: true,
      },
      'text of at least 16 characters without blanks',
      (text) => (text.length >= LEAST_TOKEN && /^[!-~]+$/.test(text) ? text : undefined),
    ),
  },
} as const satisfies Section
