import { list } from '../../kinds.ts'
import type { Section } from '../../option.ts'

export const bimi = {
  sentence: 'The logos of senders.',
  options: {
    roots: list(
      {
        sentence:
          'PEM files with root certificates of mark authorities that count as known, beside those that come with Mailgauge.',
        default: [],
        example: ['/etc/mailgauge/mark-root.pem'],
        reload: true,
      },
      'the path of a PEM file',
      (path) => path,
    ),
  },
} as const satisfies Section
