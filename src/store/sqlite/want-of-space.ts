/** What SQLite says when a disk takes no more: it is full, over a quota, read-only, or failing. */
const CODES: ReadonlySet<string> = new Set([
  'SQLITE_FULL',
  'SQLITE_IOERR_WRITE',
  'SQLITE_IOERR_FSYNC',
  'SQLITE_IOERR_DIR_FSYNC',
  'SQLITE_IOERR_TRUNCATE',
  'SQLITE_IOERR_SHMSIZE',
  'SQLITE_IOERR_SHMMAP',
  'SQLITE_IOERR_SHMOPEN',
  'SQLITE_READONLY',
  'SQLITE_READONLY_CANTINIT',
  'SQLITE_READONLY_DIRECTORY',
  // The system's own.
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EIO',
  'EFBIG',
])

/** Whether something failed because the disk takes no write: that is no fault of ours, nor of what was to be written. */
export function isWantOfSpace(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' && CODES.has(cause.code)
}

/** What to do where a disk is full, to stand behind a sentence; '' where it is not. */
export function roomHint(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return code === 'SQLITE_FULL' || code === 'ENOSPC'
    ? ' Make room on the disk of the data directory; nothing that is named mailgauge.db may go.'
    : ''
}

/** A disk that takes no write is given as a value. */
export function whenFull(cause: unknown): 'no_space' {
  if (isWantOfSpace(cause)) return 'no_space'
  throw cause
}
