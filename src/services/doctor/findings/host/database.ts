import type { Context } from '../../context.ts'
import { command, type Inquiry, ok, problem, unknown } from '../../finding.ts'

export const database: Inquiry<Context> = {
  id: 'database',
  title: 'Database',
  read: 'docs/operating.md#database',
  async look({ database: look, settings: { directory } }) {
    const seen = await look()
    const check = command(
      'To look without a time limit:',
      `sqlite3 ${directory}/mailgauge.db 'PRAGMA quick_check'`,
    )
    switch (seen.kind) {
      case 'sound':
        return ok(`It is sound, and of the version ${seen.version} that this program knows.`)
      case 'late':
        return unknown('It is so large that looking through it took too long.', check)
      case 'unread':
        return unknown(`It could not be looked at: ${seen.says}.`, check)
      case 'refused':
        return problem(seen.says)
      case 'damaged':
        return problem(
          `It is damaged: ${seen.says}`,
          {
            says: 'Stop the service, keep a copy of the data directory, and put a backup in place (docs/backup.md).',
          },
          check,
        )
    }
  },
}
