import { systemReason } from '../../core/trouble/system-reason.ts'

/** Why a backup was not made, or not restored, in a sentence for whoever asked. */
export class BackupFailed extends Error {}

/** The next step where a backup is not whole. */
export const TAKE_ANOTHER = 'Take another copy of it, or another backup.'

/** The next step where a file is something else. */
export const NAME_ONE = 'Name a file that mailgauge backup wrote.'

const REASONS: Readonly<Record<string, string>> = {
  EEXIST: 'it exists already',
  EFBIG: 'the file system takes no file as large',
  EROFS:
    'the file system is read-only, or the unit of the service does not open it (ReadWritePaths=, docs/backup.md)',
  EPIPE: 'its reader is gone',
}

/** The code of an error of the operating system or of SQLite. */
export function codeOf(cause: unknown): string | undefined {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined
}

/** Why something was refused, to stand behind a colon. */
export function reasonOf(cause: unknown): string {
  return REASONS[codeOf(cause) ?? ''] ?? systemReason(cause)
}

/** Does what the operating system may refuse; says that with the path. */
export async function told<T>(path: string, done: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof BackupFailed || codeOf(cause) === undefined) throw cause
    throw new BackupFailed(`${path} could not be ${done}: ${reasonOf(cause)}.`, { cause })
  }
}
