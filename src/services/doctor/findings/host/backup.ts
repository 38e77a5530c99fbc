import { sizeInWords } from '../../bytes.ts'
import type { Context } from '../../context.ts'
import { attention, command, type Inquiry, inConfig, ok, type Step, unknown } from '../../finding.ts'

const DAY_MS = 86_400_000
/** Of those that a person makes: older is forgotten. */
const OLD_MS = 7 * DAY_MS

const SCHEDULE = inConfig(
  'Have the service make them by itself, best on another disk:',
  'backup',
  'directory = "/var/backups/mailgauge"',
)

export const backup: Inquiry<Context> = {
  id: 'backup',
  title: 'Last backup',
  read: 'docs/operating.md#backup',
  needs: ['store.directory', 'backup.directory'],
  async look({ settings, latestBackup, clock }) {
    const { evaluation, directory, backupEveryMs, keyPath } = settings
    if (evaluation) return ok('An evaluation needs no backup.')
    const target = backupEveryMs === undefined ? ' /backup/' : ''
    const now: Step = command('Make one now, beside the running service:', `mailgauge backup${target}`)
    const last = await latestBackup()
    if (!last) {
      const seen = `No backup of ${directory} is known. Other programs may make some: they need the database, as SQLite copies it, and ${keyPath}.`
      return attention(seen, now, ...(backupEveryMs === undefined ? [SCHEDULE] : []))
    }
    const age = clock.now().getTime() - last.madeAt.getTime()
    const seen = `The last backup was made on ${last.madeAt.toISOString().slice(0, 16).replace('T', ' ')} UTC (${sizeInWords(last.bytes)}): ${last.place}.`
    if (age < -DAY_MS)
      return unknown(`${seen} That is in the future by this machine's clock.`, {
        says: 'Set the clock of this machine right: timedatectl set-ntp true',
      })
    if (age > (backupEveryMs === undefined ? OLD_MS : 2 * backupEveryMs)) {
      const late = `${seen} ${ageInWords(age)} have passed since.`
      return attention(
        late,
        now,
        ...(backupEveryMs === undefined ? [SCHEDULE] : [{ says: 'The log says why no later one was made.' }]),
      )
    }
    if (last.place.startsWith(`${directory}/`)) {
      return attention(`${seen} It is on the disk of the data, and lost with it.`, SCHEDULE)
    }
    if (!last.secrets) return ok(`${seen} It holds no secrets: keep ${keyPath} apart.`)
    return ok(seen)
  },
}

function ageInWords(ms: number): string {
  const days = Math.floor(ms / DAY_MS)
  return days >= 2 ? `${days} days` : `${Math.floor(ms / 3_600_000)} hours`
}
