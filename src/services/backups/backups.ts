import {
  type Backup,
  type BackupKind,
  type BackupProgress,
  backupName,
  type LatestBackup,
  readBackupName,
} from '../../core/files/backup.ts'
import { systemSentence } from '../../core/trouble/system-reason.ts'
import type { Store } from '../../store/store.ts'
import { type By, entryBy } from '../access/by.ts'
import type { Clock, Log } from '../ports.ts'

export interface BackupOptions {
  kind: BackupKind
  /** Who asked for it. Absent: the schedule. */
  by?: By
  /** False leaves the encryption key and private keys out. Absent: as the config says. */
  secrets?: boolean
}

export type BackupOutcome =
  | { kind: 'made'; backup: Backup }
  /** Another one is being made. */
  | { kind: 'busy' }
  /** Why there is none, in a sentence. */
  | { kind: 'failed'; reason: string }

/** What is under way, and what became of the last try of this process. */
export interface BackupState {
  running?: { kind: BackupKind; since: Date; progress?: BackupProgress }
  failed?: { at: Date; reason: string }
}

/** The backups of this installation. */
export interface Backups {
  /** Their folder, and how often the schedule makes one: absent, never. */
  readonly setting: { folder: string; everyMs?: number; keep: number }
  /** Those in the folder, newest first. Throws the reason when the folder cannot be read. */
  list(): Promise<Backup[]>
  /** The newest one that is known of, also one that a command wrote elsewhere. Those from before a migration do not count. */
  latest(): Promise<LatestBackup | undefined>
  state(): BackupState
  /** Makes one in the folder, one at a time. */
  make(options: BackupOptions, progress?: (made: BackupProgress) => void): Promise<BackupOutcome>
  /** Deletes those past their number; gives how many. */
  prune(): Promise<number>
  /** The octets of one, to be kept by somebody. Undefined: there is none of that name. */
  download(name: string, by: By): Promise<AsyncIterable<Uint8Array> | undefined>
  /** Deletes one; says whether there was one of that name. */
  remove(name: string, by: By): Promise<boolean>
  /** Ends the one that is being made, of which nothing is left. */
  stop(): Promise<void>
}

/** The folder of backups, on some disk. */
export interface BackupFolder {
  path: string
  /** Files in it. A folder that is not there has none. */
  files(): Promise<{ name: string; bytes: number }[]>
  read(name: string): AsyncIterable<Uint8Array>
  remove(name: string): Promise<void>
  /** The last backup that was noted, wherever it went. */
  noted(): LatestBackup | undefined
}

export interface BackupsDeps {
  store: Pick<Store, 'audit'>
  folder: BackupFolder
  /** Makes a file in the folder that is whole, or throws the reason as a sentence. */
  write(
    name: string,
    options: { kind: BackupKind; secrets: boolean },
    signal: AbortSignal,
    progress: (made: BackupProgress) => void,
  ): Promise<void>
  /** Whether backups hold secrets where nobody says otherwise. */
  secrets: boolean
  everyMs?: number
  keep: number
  keepBeforeMigration: number
  clock: Clock
  log: Log
}

/** The backups in one folder. */
export function createBackups(deps: BackupsDeps): Backups {
  const { store, folder, clock, log, keep, everyMs } = deps
  const stopping = new AbortController()
  let running: (BackupState['running'] & { done: Promise<BackupOutcome> }) | undefined
  let failed: BackupState['failed']

  const list = async () => inOrder(await folder.files())
  const find = async (name: string) => (await list()).find((one) => one.name === name)
  const tell = (by: By, action: 'backup.made' | 'backup.downloaded' | 'backup.deleted', target: string) =>
    store.audit.add(entryBy(by, clock.now(), { action, target }))

  async function prune(): Promise<number> {
    const all = await list()
    const past = (kind: BackupKind, most: number) => all.filter((one) => one.kind === kind).slice(most)
    const gone = [...past('scheduled', keep), ...past('before-migration', deps.keepBeforeMigration)]
    for (const { name } of gone) await folder.remove(name)
    if (gone.length > 0)
      log.info({ backups: gone.map(({ name }) => name) }, 'Deleted backups past their number')
    return gone.length
  }

  async function made({
    kind,
    by,
    secrets,
  }: Required<Omit<BackupOptions, 'by'>> & { by?: By }): Promise<BackupOutcome> {
    try {
      const name = nameFor(kind, secrets, clock.now(), await list())
      await deps.write(name, { kind, secrets }, stopping.signal, (progress) => {
        if (running) running.progress = progress
      })
      const backup = await find(name)
      if (!backup) throw new Error(`${name} is not in ${folder.path}.`)
      if (by) await tell(by, 'backup.made', name)
      failed = undefined
      log.info({ backup: name, bytes: backup.bytes, secrets }, 'Made a backup')
      return { kind: 'made', backup }
    } catch (cause) {
      const reason = systemSentence(cause) ?? (cause instanceof Error ? cause.message : String(cause))
      if (stopping.signal.aborted) return { kind: 'failed', reason }
      failed = { at: clock.now(), reason }
      log.error({ reason, folder: folder.path }, 'The backup failed')
      return { kind: 'failed', reason }
    }
  }

  return {
    setting: { folder: folder.path, keep, ...(everyMs !== undefined && { everyMs }) },
    list,
    prune,
    state: () => ({
      ...(running && { running: shown(running) }),
      ...(failed && { failed }),
    }),
    latest: () => latestIn(folder),
    async make({ kind, by, secrets = deps.secrets }, progress) {
      if (running || stopping.signal.aborted) return { kind: 'busy' }
      const done = made({ kind, secrets, ...(by && { by }) })
      running = { kind, since: clock.now(), done }
      const timer = progress && setInterval(() => running?.progress && progress(running.progress), 500)
      try {
        return await done
      } finally {
        clearInterval(timer)
        running = undefined
      }
    },
    async download(name, by) {
      if (!(await find(name))) return undefined
      await tell(by, 'backup.downloaded', name)
      return folder.read(name)
    },
    async remove(name, by) {
      if (!(await find(name))) return false
      await folder.remove(name)
      await tell(by, 'backup.deleted', name)
      return true
    },
    async stop() {
      stopping.abort()
      await running?.done
    },
  }
}

/** The newest one that is known of, in its folder or elsewhere. */
export async function latestIn(
  folder: Pick<BackupFolder, 'path' | 'files' | 'noted'>,
): Promise<LatestBackup | undefined> {
  const [newest] = inOrder(await folder.files()).filter(({ kind }) => kind !== 'before-migration')
  const noted = folder.noted()
  if (!newest || (noted && noted.madeAt >= newest.madeAt)) return noted
  const { madeAt, bytes, secrets, name } = newest
  return { madeAt, bytes, secrets, place: `${folder.path}/${name}` }
}

const shown = ({ kind, since, progress }: NonNullable<BackupState['running']>) => ({
  kind,
  since,
  ...(progress && { progress }),
})

/** Backups among the files of a folder, newest first. */
export function inOrder(files: readonly { name: string; bytes: number }[]): Backup[] {
  return files
    .flatMap(({ name, bytes }) => {
      const said = readBackupName(name)
      return said ? [{ name, bytes, ...said }] : []
    })
    .toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime() || (a.name < b.name ? 1 : -1))
}

/** A name that no other one has: they tell seconds. */
function nameFor(kind: BackupKind, secrets: boolean, now: Date, others: readonly Backup[]): string {
  for (let at = now.getTime(); ; at += 1000) {
    const name = backupName(kind, new Date(at), secrets)
    if (!others.some((one) => one.name === name)) return name
  }
}
