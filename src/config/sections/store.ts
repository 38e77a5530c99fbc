import { size, text } from '../kinds.ts'
import type { Section } from '../option.ts'

export const store = {
  sentence: 'Where everything is kept.',
  options: {
    directory: text({
      sentence:
        'The data directory. A relative path counts from the folder of this file, or from the working directory when it comes from a variable or a flag. On a server: "/var/lib/mailgauge".',
      default: 'data',
      path: true,
    }),
    maxBytes: size(
      {
        sentence:
          'The most the database may take on disk. Past it mail is answered 452, and no test is made.',
        default: '20GB',
        reload: true,
      },
      { min: '16MB', max: '64TB' },
    ),
    minFree: size(
      {
        sentence: 'Disk space that stays free. Below it mail is answered 452, and no test is made.',
        default: '256MB',
        reload: true,
      },
      { min: '0B', max: '64TB' },
    ),
  },
} as const satisfies Section
