import { sizeInWords } from '../../bytes.ts'
import type { Context } from '../../context.ts'
import { attention, command, type Inquiry, inConfig, ok, problem, type Step, unknown } from '../../finding.ts'

const DAY_MS = 86_400_000
/** Of those that a person makes: older is forgotten. */
const OLD_MS = 7 * DAY_MS

const SCHEDULE = inConfig(
  'Have the service make them by itself, best on another disk. Make the folder (install -d -m 700 -o mailgauge -g mailgauge /var/backups/mailgauge), then set, and restart the service:',
  'backup',
  'directory = "/var/backups/mailgauge"',
)

const OF_POSTGRES = command(
  'Have the database backed up by its own means, and keep the key file of secrets.key_path beside the backup. Of the whole database at one moment:',
  'pg_dump --format=custom --file=mailgauge.dump DATABASE',
)

export const backup: Inquiry<Context> = {
  id: 'backup',
  title: 'Last backup',
  read: 'docs/operating.md#backup',
  needs: ['store.directory', 'backup.directory'],
  async look(context) {
    const { settings, latestBackup, clock } = context
    const { evaluation, directory, backupEveryMs, keyPath } = settings
    if (evaluation) return ok('An evaluation needs no backup.')
    if (settings.shared)
      return unknown(
        'Mailgauge makes no backups of a PostgreSQL database, and does not see those that are made of it.',
        OF_POSTGRES,
      )
    const unable = await unableTo(context)
    if (unable) return unable
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

/** What keeps the service from making any. */
async function unableTo({ settings, backupFolderProblem, host, servicePid }: Context) {
  const { backupDirectory } = settings
  if (backupDirectory === undefined) return undefined
  const refused = backupFolderProblem?.()
  if (refused !== undefined) {
    return problem(`The service cannot make backups. ${refused}`, {
      says: 'Then mailgauge backup tries at once; the schedule does after 15 minutes.',
    })
  }
  const unit = await host.unit(servicePid).catch(() => undefined)
  if (!unit || isOpen(unit.settings, backupDirectory)) return undefined
  return problem(
    `The service cannot make backups: ${unit.name} lets it write nothing in ${backupDirectory} (ProtectSystem=strict).`,
    command('Open the unit, to name the folder:', `systemctl edit ${unit.name}`),
    { says: 'The lines:', kind: 'config', lines: ['[Service]', `ReadWritePaths=${backupDirectory}`] },
    command('Then:', `systemctl restart ${unit.name}`),
  )
}

/** Whether the unit, as systemd shows it, lets the service write there. */
function isOpen(settings: Readonly<Record<string, string>>, path: string): boolean {
  const { ProtectSystem, ReadWritePaths = '', StateDirectory = '' } = settings
  if (ProtectSystem !== 'strict') return true
  const named = ReadWritePaths.split(' ').map((one) => one.replace(/^[-+]+/, ''))
  const states = StateDirectory.split(' ').map((one) => one && `/var/lib/${one}`)
  return [...named, ...states].some((one) => one !== '' && (path === one || path.startsWith(`${one}/`)))
}

function ageInWords(ms: number): string {
  const days = Math.floor(ms / DAY_MS)
  return days >= 2 ? `${days} days` : `${Math.floor(ms / 3_600_000)} hours`
}
