import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import { type BackupProgress, backupName } from '../../core/files/backup.ts'
import { StoreRefused } from '../../store/keeping/refused.ts'
import { BACKED_UP_ELSEWHERE, isShared } from '../hosts/no-backups.ts'
import { BackupFailed } from './failed.ts'
import { makeArchive } from './make-archive.ts'
import { backupSource, type MadeBackup } from './plan.ts'

/** What a backup by command is to be. */
export interface BackupRequest {
  /** A file that is to be made, a folder that gets one, or `-` for standard output. */
  target: string
  secrets: boolean
  signal: AbortSignal
  progress(made: BackupProgress): void
}

/** What came of it. */
export type CommandBackup = (MadeBackup & { file?: string }) | { refused: string }

/** Makes a backup from the command line, beside the service or without it. */
export async function backupByCommand(config: Config, request: BackupRequest): Promise<CommandBackup> {
  if (isShared(config)) return { refused: BACKED_UP_ELSEWHERE }
  const { target, secrets, signal, progress } = request
  const file = target === '-' ? undefined : fileAt(target, secrets)
  const plan = {
    source: backupSource(config),
    kind: 'manual' as const,
    secrets,
    ...(file !== undefined && { file }),
  }
  try {
    return { ...(await makeArchive(plan, signal, progress)), ...(file !== undefined && { file }) }
  } catch (cause) {
    if (cause instanceof BackupFailed || cause instanceof StoreRefused) return { refused: cause.message }
    throw cause
  }
}

/** A folder gets a file with the time in its name. */
function fileAt(target: string, secrets: boolean): string {
  const isFolder = target.endsWith('/') || statSync(target, { throwIfNoEntry: false })?.isDirectory()
  return isFolder ? join(target, backupName('manual', new Date(), secrets)) : target
}
