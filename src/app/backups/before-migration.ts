import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import { backupName } from '../../core/files/backup.ts'
import { inOrder } from '../../services/backups/backups.ts'
import { StoreRefused } from '../../store/keeping/refused.ts'
import { type Form, formOf } from '../../store/sqlite/backup/pending.ts'
import type { Migrator } from '../../store/sqlite/migrations.ts'
import { VERSION } from '../../version.ts'
import { BackupFailed } from './failed.ts'
import { backupFolderAt } from './folder.ts'
import { makeArchive } from './make-archive.ts'
import { backupFolder, backupSource } from './plan.ts'
import { folderOf } from './sinks.ts'
import { leaveToOwner } from './take-place.ts'

type MigrationConfig = Pick<Config, 'store' | 'secrets' | 'smtp' | 'relay' | 'backup'>

/** A migration that is about to begin, or was interrupted. */
interface Begun {
  /** The version of the database before. */
  from: number
  backup: string
}

const noteIn = (directory: string) => join(directory, 'migrating.json')

/** Where the database is about to change its form, makes the backup that leads back first. Under the lock of the data directory, before
 * anything of this process has the database open. Rejects with StoreRefused where it cannot be made. */
export async function beforeMigration(config: MigrationConfig): Promise<Migrator> {
  const { directory } = config.store
  const form = readable(directory)
  const isDue = form !== undefined && form.version > 0 && form.version < form.known
  if (!isDue || !config.backup.beforeMigration) return { program: VERSION }
  const begun = begunIn(directory)
  // One that was interrupted on the way: its backup is of the form that the old program knows.
  if (begun && begun.from < form.version && existsSync(begun.backup))
    return { program: VERSION, backup: begun.backup }
  const backup = await made(config, form)
  // Made anew: a link of that name is not followed.
  rmSync(noteIn(directory), { force: true })
  writeFileSync(noteIn(directory), `${JSON.stringify({ from: form.version, backup } satisfies Begun)}\n`, {
    mode: 0o600,
    flag: 'wx',
  })
  leaveToOwner(directory, noteIn(directory), backup)
  // Nothing was changed since that one.
  if (begun && begun.from === form.version && begun.backup !== backup) rmSync(begun.backup, { force: true })
  await prune(config)
  return { program: VERSION, backup }
}

/** The database has its new form. */
export function afterMigration({ store: { directory } }: Pick<Config, 'store'>): void {
  rmSync(noteIn(directory), { force: true })
}

async function made(config: MigrationConfig, { version, known }: Form): Promise<string> {
  const folder = backupFolder(config)
  const file = join(folder, backupName('before-migration', new Date(), true))
  try {
    if (await folderOf(folder)) leaveToOwner(config.store.directory, folder)
    await makeArchive(
      { source: backupSource(config), kind: 'before-migration', secrets: true, file },
      new AbortController().signal,
    )
    return file
  } catch (cause) {
    if (!(cause instanceof BackupFailed)) throw cause
    throw new StoreRefused(
      `The database is of an older Mailgauge (version ${version}, this program needs ${known}), and the backup that is made before it is changed failed. ${cause.message} Make room, or name another folder as backup.directory. Without a backup: mailgauge serve --backup.before_migration=false, after which there is no way back to the older program.`,
    )
  }
}

/** What is wrong with a database that cannot be read is told when it is opened. */
function readable(directory: string): Form | undefined {
  try {
    return formOf(directory)
  } catch {
    return undefined
  }
}

function begunIn(directory: string): Begun | undefined {
  try {
    const { from, backup } = JSON.parse(readFileSync(noteIn(directory), 'utf8'))
    return typeof from === 'number' && typeof backup === 'string' ? { from, backup } : undefined
  } catch {
    return undefined
  }
}

async function prune(config: MigrationConfig): Promise<void> {
  const folder = backupFolderAt(backupFolder(config), config.store.directory)
  const old = inOrder(await folder.files()).filter(({ kind }) => kind === 'before-migration')
  for (const { name } of old.slice(config.backup.keepBeforeMigration)) await folder.remove(name)
}
