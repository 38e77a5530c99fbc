/** Why a backup was made. */
export const BACKUP_KINDS = ['manual', 'scheduled', 'before-migration'] as const
export type BackupKind = (typeof BACKUP_KINDS)[number]

/** A backup as it stands in its folder; whoever has its name has all of it, as a file gets its name when it is whole. */
export interface Backup {
  /** Of the file. */
  name: string
  kind: BackupKind
  /** When it was begun: all that was acknowledged by then is in it. */
  madeAt: Date
  bytes: number
  /** Whether it holds the encryption key and private keys. */
  secrets: boolean
}

/** The last backup that is known of, wherever it went. */
export interface LatestBackup {
  madeAt: Date
  bytes: number
  secrets: boolean
  /** A path, or `standard output`. */
  place: string
}

/** How far a backup is. */
export interface BackupProgress {
  /** Of the database, so far. */
  bytes: number
  total: number
}

export const BACKUP_ENDING = '.tar.zst'

const NAME =
  /^mailgauge-(manual|scheduled|before-migration)-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(-without-secrets)?\.tar\.zst$/

/** What a backup of our own is called: mailgauge-scheduled-20261123T031500Z.tar.zst. */
export function backupName(kind: BackupKind, madeAt: Date, secrets: boolean): string {
  const time = madeAt.toISOString().replace(/[-:]|\.\d+/g, '')
  return `mailgauge-${kind}-${time}${secrets ? '' : '-without-secrets'}${BACKUP_ENDING}`
}

/** What the name of a file says of a backup. Undefined: it is none of ours. */
export function readBackupName(name: string): Pick<Backup, 'kind' | 'madeAt' | 'secrets'> | undefined {
  const [, kind, year, month, day, hour, minute, second, without] = NAME.exec(name) ?? []
  const known = BACKUP_KINDS.find((one) => one === kind)
  const madeAt = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  if (!known || Number.isNaN(madeAt.getTime())) return undefined
  return { kind: known, madeAt, secrets: without === undefined }
}

/** What stands first in a backup, as JSON: what it is of, and what it holds. */
export interface BackupManifest {
  format: 1
  /** The program that made it. */
  version: string
  /** Migrations that its database has had. */
  schema: number
  /** The oldest program that serves its database. */
  oldest_program: string
  made_at: string
  kind: BackupKind
  members: { name: string; bytes: number; about: string }[]
  /** What is not in it though the installation has it. */
  left_out: { name: string; about: string }[]
}
