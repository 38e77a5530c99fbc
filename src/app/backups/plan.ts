import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import type { BackupKind } from '../../core/files/backup.ts'
import { VERSION } from '../../version.ts'

/** What a backup is of, as plain data: it is made in a process of its own. */
export interface BackupSource {
  /** The data directory. */
  directory: string
  keyPath: string
  /** Files that the config names. */
  named: NamedFile[]
  /** Room that is left for mail on the disk of the data directory. */
  minFree: number
  /** The version of this program. */
  program: string
}

/** A file that an option names. */
export interface NamedFile {
  /** smtp.tls_cert */
  option: string
  path: string
  /** Whether it holds a private key. */
  isPrivate: boolean
}

/** One backup. */
export interface BackupPlan {
  source: BackupSource
  kind: BackupKind
  /** Whether key file and private keys are in it. */
  secrets: boolean
  /** A path. Absent: standard output. */
  file?: string
}

/** A backup that was made. */
export interface MadeBackup {
  madeAt: string
  /** As it is packed. */
  bytes: number
  /** Of the database. */
  databaseBytes: number
  /** Whether it holds a key. */
  keys: boolean
  left: { name: string; about: string }[]
}

/** What the config says of what belongs into a backup. */
export function backupSource(config: Pick<Config, 'store' | 'secrets' | 'smtp' | 'relay'>): BackupSource {
  const { store, secrets, smtp, relay } = config
  const named = (option: string, path: string | undefined, isPrivate: boolean): NamedFile[] =>
    path === undefined ? [] : [{ option, path, isPrivate }]
  return {
    directory: store.directory,
    keyPath: secrets.keyPath,
    minFree: store.minFree,
    program: VERSION,
    named: [
      ...named('smtp.tls_cert', smtp.tlsCert, false),
      ...named('smtp.tls_key', smtp.tlsKey, true),
      ...named('relay.tls_ca', relay.tlsCa, false),
      ...named('relay.dkim_key', relay.dkimKey, true),
    ],
  }
}

/** The folder of backups for which the config names none. */
export const backupFolder = (config: Pick<Config, 'store' | 'backup'>): string =>
  config.backup.directory ?? join(config.store.directory, 'backups')
