import { text } from '../kinds.ts'
import type { Section } from '../option.ts'

export const secrets = {
  sentence: 'The key that encrypts secrets in the database, such as those of two-step sign-in.',
  options: {
    keyPath: text({
      sentence:
        'Path of the file with the key, made at the first start and readable by the user that runs Mailgauge alone. Back it up with the database: without it those secrets are lost.',
      derived: 'secrets.key in store.directory',
      example: '/var/lib/mailgauge/secrets.key',
      path: true,
    }),
  },
} as const satisfies Section
