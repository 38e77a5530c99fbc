/** What the operating system, and SQLite, mean by their codes. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user has no permission',
  EPERM: 'this user has no permission',
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of the path is no folder',
  EISDIR: 'it is a folder',
  EEXIST: 'there is something of that name already',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'the name is too long',
  ENOSPC: 'the disk is full',
  EDQUOT: "this user's part of the disk is full",
  EROFS: 'the file system is read-only',
  EFBIG: 'it is larger than is allowed',
  EIO: 'the disk reports an error',
  EMFILE: 'too many files are open; raise the limit of open files (ulimit -n, LimitNOFILE=)',
  ENFILE: 'too many files are open on this machine',
  ENOMEM: 'there is not enough memory',
  ENOTEMPTY: 'the folder is not empty',
  EBUSY: 'it is in use',
  ETXTBSY: 'it is a program that runs',
  EXDEV: 'it is on another file system',
  EADDRINUSE: 'another program listens there already',
  EADDRNOTAVAIL: 'this machine has no such address',
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was cut',
  ETIMEDOUT: 'there was no answer in time',
  EHOSTUNREACH: 'there is no way to that address',
  ENETUNREACH: 'there is no way to that address',
  ENOTFOUND: 'there is no such name in the DNS',
  SQLITE_FULL: 'the disk is full',
  SQLITE_IOERR: 'the disk reports an error, or is full',
  SQLITE_READONLY: 'this user may not write it, or the file system is read-only',
  SQLITE_CANTOPEN: 'it cannot be opened: this user has no permission, or the disk is full',
  SQLITE_CORRUPT: 'it is damaged',
  SQLITE_NOTADB: 'it is no database',
  SQLITE_BUSY: 'another process holds it',
  SQLITE_LOCKED: 'another process holds it',
  SQLITE_NOMEM: 'there is not enough memory',
  SQLITE_PERM: 'this user has no permission',
  SQLITE_TOOBIG: 'it is too large',
}

/** The code of an error of the operating system or of SQLite: ENOENT, SQLITE_FULL. */
export function systemCode(cause: unknown): string | undefined {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return typeof code === 'string' && /^(?:E[A-Z0-9]+|SQLITE_[A-Z_]+)$/.test(code) ? code : undefined
}

/** Why it was not done, as the end of a sentence without its full stop. */
export function systemReason(cause: unknown): string {
  const code = systemCode(cause) ?? ''
  // SQLite's longer codes say where it was: SQLITE_IOERR_WRITE.
  const known = REASONS[code] ?? REASONS[/^SQLITE_[A-Z]+/.exec(code)?.[0] ?? '']
  if (known !== undefined) return known
  const said = cause instanceof Error ? cause.message : String(cause)
  // What a library says of a connection: "connect ECONNREFUSED 127.0.0.1:25".
  const within = REASONS[/\bE[A-Z]{2,20}\b/.exec(said)?.[0] ?? '']
  if (within !== undefined) return within
  return said.replace(/^E[A-Z0-9]+: /, '').replace(/, [a-z]\w*(?: '[^']*'(?: -> '[^']*')?)?$/, '')
}

/** A sentence about what the operating system or SQLite refused. Undefined: it is no such error. One that says so in words already is
 * left as it is. */
export function systemSentence(cause: unknown): string | undefined {
  const code = systemCode(cause)
  if (code === undefined || !(cause instanceof Error)) return undefined
  if (code.startsWith('SQLITE_')) return `The database cannot be used: ${systemReason(cause)}.`
  if (!cause.message.startsWith(code)) return cause.message
  const path = 'path' in cause && typeof cause.path === 'string' ? cause.path : undefined
  return `${path ?? 'The system did not do it'}: ${systemReason(cause)}.`
}
