import type { Connection } from './connection.ts'
import { RolledBack } from './rolled-back.ts'
import { type Failure, failureOf } from './write-failed.ts'
import type { WriteName, WritesByName } from './writes.ts'

/** One write on its way to the writer's thread. */
export interface Job {
  id: number
  name: WriteName
  args: readonly unknown[]
}

export type Reply = { id: number } & ({ ok: true; value: unknown } | { ok: false; failure: Failure })

/** What holds for a minute and is made anew after a power cut, or may be lost in one: its commit need not wait for the disk. It is in
 * the log before whatever follows from it, so nothing that lasts is kept without it. */
const PASSING: ReadonlySet<WriteName> = new Set([
  'queue.claim',
  'queue.renew',
  'deliveries.claim',
  'deliveries.renew',
  'mailLog.add',
])

/** Runs jobs in one commit. A job that fails undoes only itself; the replies are true once this returns. */
export function createBatch({ driver }: Pick<Connection, 'driver'>, writes: WritesByName) {
  const begin = driver.prepare('BEGIN IMMEDIATE')
  const commit = driver.prepare('COMMIT')
  const rollback = driver.prepare('ROLLBACK')
  const savepoint = driver.prepare('SAVEPOINT job')
  const release = driver.prepare('RELEASE job')
  const undo = driver.prepare('ROLLBACK TO job')

  let waits = true

  /** A commit waits for the disk, or in its log for one that does. */
  function waitForDisk(wanted: boolean): void {
    if (waits !== wanted) driver.exec(`PRAGMA synchronous = ${wanted ? 'FULL' : 'NORMAL'}`)
    waits = wanted
  }

  function run({ id, name, args }: Job): Reply {
    const write = writes.get(name) as (...args: readonly unknown[]) => unknown
    return { id, ok: true, value: write(...args) }
  }

  function undone({ id }: Job, cause: unknown): Reply {
    if (cause instanceof RolledBack) return { id, ok: true, value: cause.answer }
    return { id, ok: false, failure: failureOf(cause) }
  }

  function runOne(job: Job): Reply {
    savepoint.run()
    try {
      const reply = run(job)
      release.run()
      return reply
    } catch (cause) {
      // SQLite may have undone the whole transaction by itself: disk full, I/O error.
      if (driver.inTransaction) {
        undo.run()
        release.run()
      }
      return undone(job, cause)
    }
  }

  /** A job with the transaction to itself: within a savepoint SQLite would keep a copy of each page it changes. */
  function alone(job: Job): Reply {
    try {
      waitForDisk(!PASSING.has(job.name))
      begin.run()
      const reply = run(job)
      commit.run()
      return reply
    } catch (cause) {
      if (driver.inTransaction) rollback.run()
      return undone(job, cause)
    }
  }

  const allFailed = (jobs: readonly Job[], failure: Failure): Reply[] =>
    jobs.map(({ id }) => ({ id, ok: false, failure }))

  /** The replies of the jobs that shared one transaction: all of them, or those up to the one that ended it. */
  function transaction(jobs: readonly Job[]): Reply[] {
    const replies: Reply[] = []
    try {
      waitForDisk(!jobs.every(({ name }) => PASSING.has(name)))
      begin.run()
      for (const job of jobs) {
        const reply = runOne(job)
        replies.push(reply)
        if (driver.inTransaction) continue
        const failure = reply.ok ? { message: 'The transaction ended.' } : reply.failure
        return allFailed(jobs.slice(0, replies.length), failure)
      }
      commit.run()
      return replies
    } catch (cause) {
      if (driver.inTransaction) rollback.run()
      return allFailed(jobs, failureOf(cause))
    }
  }

  return function batch(jobs: readonly Job[]): Reply[] {
    const replies: Reply[] = []
    while (replies.length < jobs.length) {
      const [first, ...others] = jobs.slice(replies.length)
      if (first) replies.push(...(others.length > 0 ? transaction([first, ...others]) : [alone(first)]))
    }
    return replies
  }
}
