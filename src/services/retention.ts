import { LETTER_DAYS } from '../core/complaints/complaint.ts'
import { dayOf, startOf } from '../core/kept/day.ts'
import type { LimitStore } from '../store/hosts/limits.ts'
import type { Store } from '../store/store.ts'
import { MOST_KEPT } from '../store/watching/deliveries.ts'
import { MAIL_LOG_DAYS } from './mail-log/recording.ts'
import type { Clock, Log } from './ports.ts'

export interface Retention {
  /** Deletes what is past its time; gives how many tests and role messages went. Does nothing while another process does, and no more
   * once it is over. */
  run(isOver?: () => boolean): Promise<{ tests: number; roleMail: number }>
}

/** Few enough that one deletion does not hold up the mail that waits to be written. */
const TESTS_AT_ONCE = 20
/** Rows and counts of the history are small. */
const HISTORY_AT_ONCE = 500
/** How long an account is told that mail came to an address of a test that is gone. */
const FORMER_ADDRESS_DAYS = 30
const LINES_AT_ONCE = 500
const LIMITS_AT_ONCE = 2000
/** Each may have octets. */
const FILES_AT_ONCE = 50
/** Each has a body and attempts. */
const DELIVERIES_AT_ONCE = 200
const DAY_MS = 86_400_000

const LEASE = 'retention'
const LEASE_MS = 60_000

/** How long what has no time of its own is kept, in milliseconds. */
export interface Lifetimes {
  mailLog: number
  roleMail: number
  events: number
}

const LIFETIMES: Lifetimes = { mailLog: MAIL_LOG_DAYS * DAY_MS, roleMail: 30 * DAY_MS, events: 30 * DAY_MS }

export interface RetentionDeps {
  store: Store
  clock: Clock
  log: Log
  /** Milliseconds for which the history is kept, rounded up to whole days of UTC. */
  historyLifetime: number
  /** Milliseconds, of what has no time of its own. */
  lifetimes?: Lifetimes
  holder: { host: string; start: string }
  /** What is counted over all hosts. Absent: this process counts alone. */
  counted?: Pick<LimitStore, 'forget'>
  /** Whether what is old may be deleted now. Absent: it may. */
  mayDelete?(): boolean
}

export function createRetention(deps: RetentionDeps): Retention {
  const { store, clock, log, holder, historyLifetime, lifetimes = LIFETIMES, mayDelete = () => true } = deps
  const name = `${holder.host}/${holder.start}`
  let over = () => false
  const mayGoOn = async () => !over() && mayDelete() && store.leases.take(LEASE, name, LEASE_MS)
  let isFirst = true

  async function deleteTests(): Promise<number> {
    for (let deleted = 0; ; ) {
      if (!(await mayGoOn())) return deleted
      const gone = await store.mailTests.deleteExpired(TESTS_AT_ONCE)
      deleted += gone
      if (gone < TESTS_AT_ONCE) return deleted
    }
  }

  async function deleteHistory(now: Date): Promise<void> {
    const before = dayOf(now.getTime() - historyLifetime)
    while ((await mayGoOn()) && (await store.history.deleteBefore(before, HISTORY_AT_ONCE)) > 0);
    const scores = new Date(startOf(before))
    while ((await mayGoOn()) && (await store.monitors.forgetScores(scores, HISTORY_AT_ONCE)) > 0);
  }

  /** Files that came for domains, and what is left of those whose domain is gone. */
  async function deleteReportFiles(now: Date): Promise<void> {
    while ((await mayGoOn()) && (await store.reportMail.tidy(now, FILES_AT_ONCE)) > 0);
  }

  async function deleteMailLog(now: number): Promise<void> {
    const addresses = new Date(now - FORMER_ADDRESS_DAYS * DAY_MS)
    while (await mayGoOn()) {
      const gone = await store.mailLog.deleteBefore(
        new Date(now - lifetimes.mailLog),
        addresses,
        LINES_AT_ONCE,
      )
      if (gone < LINES_AT_ONCE) return
    }
  }

  async function deleteLetters(now: number): Promise<void> {
    const before = new Date(now - LETTER_DAYS * DAY_MS)
    while ((await mayGoOn()) && (await store.complaints.deleteLetters(before, LINES_AT_ONCE)) > 0);
  }

  async function forgetLimits(): Promise<void> {
    const { counted } = deps
    while (counted && (await mayGoOn()) && (await counted.forget(LIMITS_AT_ONCE)) === LIMITS_AT_ONCE);
  }

  /** With what belongs to destinations that are gone. */
  async function deleteDeliveries(before: Date): Promise<void> {
    while ((await mayGoOn()) && (await store.deliveries.forget(before, DELIVERIES_AT_ONCE)) > 0);
    for (let after: string | undefined = ''; after !== undefined && (await mayGoOn()); )
      after = (await store.deliveries.trim(MOST_KEPT, DELIVERIES_AT_ONCE, after)).next
  }

  return {
    async run(isOver = () => false) {
      over = isOver
      // What an earlier start was at when it was killed.
      if (isFirst) await store.leases.releaseOf(holder.host, holder.start)
      isFirst = false
      if (!(await mayGoOn())) return { tests: 0, roleMail: 0 }
      try {
        const now = clock.now()
        const tests = await deleteTests()
        await deleteHistory(now)
        const roleMail = await store.roleMail.deleteBefore(new Date(now.getTime() - lifetimes.roleMail))
        await store.mailTests.forgetCounts()
        await forgetLimits()
        await deleteMailLog(now.getTime())
        await deleteReportFiles(now)
        await deleteLetters(now.getTime())
        await deleteDeliveries(new Date(now.getTime() - lifetimes.events))
        await store.outbox.forget(new Date(now.getTime() - lifetimes.events))
        if (tests + roleMail > 0) log.info({ tests, roleMail }, 'Deleted what had expired')
        return { tests, roleMail }
      } finally {
        await store.leases.release(LEASE, name)
      }
    },
  }
}
