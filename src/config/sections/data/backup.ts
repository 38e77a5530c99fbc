import { count, duration, text, toggle } from '../../kinds.ts'
import type { Section } from '../../option.ts'

export const backup = {
  sentence: 'Backups that the service makes by itself.',
  options: {
    directory: text({
      sentence:
        'The folder of backups, best on another disk than store.directory. With it the service makes a backup as often as every says. It is made where it is missing, for the user that runs Mailgauge alone.',
      optional: 'no backups by themselves; those that are asked for are kept in backups in store.directory',
      example: '/var/backups/mailgauge',
      path: true,
    }),
    every: duration(
      {
        sentence:
          'How often. A backup is due by the age of the newest one in the folder, so a restart neither skips nor repeats one.',
        default: '1 day',
      },
      { min: '10 minutes', max: '90 days' },
    ),
    keep: count(
      {
        sentence: 'How many of these backups are kept; the oldest one goes when a new one is whole.',
        default: 7,
      },
      { min: 1, max: 1000 },
    ),
    secrets: toggle({
      sentence:
        'Whether backups of the service hold the encryption key and private keys. Without them a restored instance asks for second factors and keys anew.',
      default: true,
    }),
    beforeMigration: toggle({
      sentence:
        'Whether a backup is made before a new version changes the form of the database. It is what leads back to the old version.',
      default: true,
    }),
    keepBeforeMigration: count(
      { sentence: 'How many backups from before such a change are kept.', default: 3 },
      { min: 1, max: 100 },
    ),
  },
} as const satisfies Section
