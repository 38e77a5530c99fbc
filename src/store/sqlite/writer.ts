import { parentPort } from 'node:worker_threads'
import { systemReason } from '../../core/trouble/system-reason.ts'
import { createBatch, type Job, type Reply } from './batch.ts'
import { type Connection, openWriter } from './connection.ts'
import { isDamage, PUT_BACK } from './health/damage.ts'
import { foreignTo } from './health/foreign.ts'
import { placesIn } from './mail/crates.ts'
import { MIGRATIONS, type Migrator, migrate } from './migrations.ts'
import { isWantOfSpace, roomHint } from './want-of-space.ts'
import { failureOf } from './write-failed.ts'
import { writesByName } from './writes.ts'

/** The writer's thread: it alone holds a connection that writes, and answers after the commit. */

export type ToWriter =
  | { kind: 'open'; file: string; migrate: boolean; migrator?: Migrator; memory: SharedArrayBuffer }
  | { kind: 'jobs'; jobs: Job[] }
  | { kind: 'close' }

export type FromWriter =
  | { kind: 'ready' }
  | { kind: 'refused'; reason: string; mayPass?: true }
  | { kind: 'replies'; replies: Reply[] }
  | { kind: 'closed' }

/** So that the first of many does not wait for the last. */
const MOST_JOBS_PER_COMMIT = 500
/** Pages of the log that are worth copying into the database. */
const LOG_PAGES = 1000
/** Pages given back to the file system at one go, between commits. */
const PAGES_PER_TURN = 256
/** Free pages that are kept for the next mail: 16 MB. */
const FREE_PAGES_KEPT = 4096

const say = (message: FromWriter) => parentPort?.postMessage(message)

function start(connection: Connection, memory: SharedArrayBuffer) {
  const { driver } = connection
  const batch = createBatch(connection, writesByName(connection, placesIn(memory)))
  const copyLog = logCopier(connection)
  let queue: Job[] = []
  let closing = false
  let scheduled = false

  function schedule(): void {
    if (scheduled) return
    scheduled = true
    // After every message that has arrived already: what came during one commit is the next batch.
    setImmediate(turn)
  }

  function turn(): void {
    scheduled = false
    if (queue.length > 0) {
      const jobs = queue.slice(0, MOST_JOBS_PER_COMMIT)
      queue = queue.slice(MOST_JOBS_PER_COMMIT)
      say({ kind: 'replies', replies: batch(jobs) })
      copyLog()
      schedule()
    } else if (closing) {
      driver.close()
      say({ kind: 'closed' })
    } else if (giveBackPages(connection)) {
      schedule()
    }
  }

  return {
    add(jobs: Job[]): void {
      queue.push(...jobs)
      schedule()
    },
    close(): void {
      closing = true
      schedule()
    },
  }
}

interface LogState {
  log: number
  checkpointed: number
}

/** Copies the log into the database once it is long: behind the answers, which do not wait for it. While somebody reads an older state, as a
 * backup does, it cannot be copied to its end; then it is tried when the log has grown, and not with each commit. */
function logCopier({ driver }: Connection): () => void {
  let stuckAt = 0
  return () => {
    try {
      const [now] = driver.pragma('wal_checkpoint(NOOP)') as [LogState]
      if (now.log - now.checkpointed < LOG_PAGES) return
      if (now.log >= stuckAt && now.log - stuckAt < LOG_PAGES) return
      const [then] = driver.pragma('wal_checkpoint(PASSIVE)') as [LogState]
      stuckAt = then.checkpointed < then.log ? then.log : 0
    } catch {
      // Another process writes, or the disk is full: it is copied another time.
    }
  }
}

/** Shrinks the file a little after large deletions; says whether there is more to give back. */
function giveBackPages({ driver }: Connection): boolean {
  const free = () => Number(driver.pragma('freelist_count', { simple: true }))
  try {
    const before = free()
    if (before <= FREE_PAGES_KEPT) return false
    driver.pragma(`incremental_vacuum(${PAGES_PER_TURN})`)
    return free() < before
  } catch {
    // Another process writes, or the disk is full: the pages are given back another time.
    return false
  }
}

let writer: ReturnType<typeof start> | undefined

function open({ file, migrate: allowed, migrator, memory }: Extract<ToWriter, { kind: 'open' }>): void {
  try {
    const connection = openWriter(file)
    const foreign = foreignTo(connection.driver, file)
    if (foreign !== undefined) {
      connection.driver.close()
      say({ kind: 'refused', reason: foreign })
      return
    }
    const versioned = migrate(connection.driver, allowed, MIGRATIONS, migrator)
    if (versioned.kind === 'refused') {
      connection.driver.close()
      say(versioned)
      return
    }
    writer = start(connection, memory)
    say({ kind: 'ready' })
  } catch (cause) {
    const { code = '' } = failureOf(cause)
    const hint = /^SQLITE_(?:CANTOPEN|READONLY)/.test(code)
      ? ' The file and its folder must be writable, also to read it.'
      : isDamage(cause)
        ? ` ${PUT_BACK}`
        : roomHint(cause)
    const reason = `The database ${file} cannot be opened: ${systemReason(cause)}.${hint}`
    say({ kind: 'refused', reason, ...(isWantOfSpace(cause) && { mayPass: true }) })
  }
}

parentPort?.on('message', (message: ToWriter) => {
  if (message.kind === 'open') open(message)
  else if (message.kind === 'jobs') writer?.add(message.jobs)
  else writer?.close()
})
