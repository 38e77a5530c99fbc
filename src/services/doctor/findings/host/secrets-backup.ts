import type { Context } from '../../context.ts'
import { command, type Inquiry, ok, unknown } from '../../finding.ts'

export const secretsBackup: Inquiry<Context> = {
  id: 'backup',
  title: 'Backup',
  read: 'docs/backup.md',
  look({ settings: { directory, keyPath, evaluation } }) {
    if (evaluation) return ok('An evaluation needs no backup.')
    return unknown(
      `Whether the database and ${keyPath} are backed up cannot be seen from here. Without that file the secrets of second factors are lost.`,
      command(
        'Copy the database, while the service runs, and the key beside it:',
        `sqlite3 ${directory}/mailgauge.db ".backup '/backup/mailgauge.db'"`,
        `cp --preserve=mode ${keyPath} /backup/`,
      ),
    )
  },
}
