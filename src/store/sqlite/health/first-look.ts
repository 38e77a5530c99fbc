import { closeSync, openSync, readSync, type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { systemCode, systemReason } from '../../../core/trouble/system-reason.ts'
import { damaged, PUT_BACK } from './damage.ts'

/** The first 100 octets of every SQLite database (https://sqlite.org/fileformat2.html#the_database_header). */
const HEADER = 100
const MAGIC = 'SQLite format 3\0'
const AT = { pageSize: 16, changes: 24, pages: 28, validFor: 92 } as const
const LOG_HEADER = 32
const LOG_MAGIC = 0x377f0682

/** A file that could be there: what it is, that it is not, or why that cannot be found out. */
type Found = Stats | undefined | { says: string }

/** What keeps a database from being used, as far as it can be seen without opening it: a sentence for the operator. Undefined: nothing,
 * or there is none yet. */
export function firstLook(file: string): string | undefined {
  const there = statOf(file)
  const [log, shared] = [statOf(`${file}-wal`), statOf(`${file}-shm`)]
  if (there === undefined) return leftAlone(file, log)
  if ('says' in there) return there.says
  if (there.isDirectory())
    return `${file} is a folder, not a database. Move it away, or set another store.directory.`
  if (!there.isFile()) return `${file} is not a file. Move it away, or set another store.directory.`
  if (there.size === 0) return `${file} is empty: a database was here. ${START_ANEW}`
  const hasLog = log !== undefined && !('says' in log) && log.size > 0
  return (
    headerProblem(file, there.size, hasLog) ??
    (hasLog ? logProblem(`${file}-wal`) : withoutLog(file, log, shared))
  )
}

/** A log that stays behind would be read as one of the backup's. */
const START_ANEW =
  'Move every file away whose name begins with mailgauge.db, then put a backup in place (mailgauge restore <backup>), or start with nothing.'

/** A new database would take the changes of another one for its own. */
function leftAlone(file: string, log: Found): string | undefined {
  if (log === undefined || 'says' in log || log.size === 0) return undefined
  return `${file} is missing, and ${file}-wal holds changes that belong to it. Move that very file back. If it is lost: ${START_ANEW}`
}

/** SQLite removes its index of the log before the log, and makes it after it: alone it is never left. */
function withoutLog(file: string, log: Found, shared: Found): string | undefined {
  if (log !== undefined || shared === undefined || 'says' in shared || shared.size === 0) return undefined
  return `${file}-wal is missing: the last changes were in it. Move that very file back. If it is lost, remove ${file}-shm to go on without them.`
}

const closed = (path: string) =>
  `${path} may not be opened by this user. Run as the user that runs Mailgauge; if this is that user, give it back what root made: chown -R mailgauge: ${dirname(path)}`

function statOf(path: string): Found {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch (cause) {
    if (systemCode(cause) === 'EACCES') return { says: closed(path) }
    return { says: `${path} cannot be looked at: ${systemReason(cause)}.` }
  }
}

function begin(path: string, length: number): Buffer | string {
  try {
    const handle = openSync(path, 'r')
    try {
      const bytes = Buffer.alloc(length)
      return bytes.subarray(0, readSync(handle, bytes, 0, length, 0))
    } finally {
      closeSync(handle)
    }
  } catch (cause) {
    return systemCode(cause) === 'EACCES'
      ? closed(path)
      : `${path} cannot be read: ${systemReason(cause)}. ${PUT_BACK}`
  }
}

function headerProblem(file: string, size: number, hasLog: boolean): string | undefined {
  const head = begin(file, HEADER)
  if (typeof head === 'string') return head
  if (head.length < HEADER || head.toString('latin1', 0, MAGIC.length) !== MAGIC)
    return `${file} is no SQLite database, or its beginning is damaged. ${PUT_BACK}`
  // What the log holds may be what is missing.
  if (hasLog) return undefined
  const declared = head.readUInt16BE(AT.pageSize)
  const pageSize = declared === 1 ? 65_536 : declared
  const pages = head.readUInt32BE(AT.pages)
  const isPagesKnown = head.readUInt32BE(AT.changes) === head.readUInt32BE(AT.validFor)
  return isPagesKnown && pages * pageSize > size
    ? damaged(file, `it is cut short, ${size} bytes of ${pages * pageSize}`)
    : undefined
}

/** SQLite takes a log that does not begin as one for an empty one, and what it holds is lost without a word. */
function logProblem(log: string): string | undefined {
  const head = begin(log, LOG_HEADER)
  if (typeof head === 'string') return head
  // It was made, and nothing was ever written to it that is on the disk.
  if (head.length < LOG_HEADER || head.every((octet) => octet === 0)) return undefined
  const isLog = (head.readUInt32BE(0) & ~1) >>> 0 === LOG_MAGIC
  return isLog
    ? undefined
    : `${log} is damaged: the last changes were in it and cannot be read. ${PUT_BACK} To go on without those changes, move ${log} away.`
}
