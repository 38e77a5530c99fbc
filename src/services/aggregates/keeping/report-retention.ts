import type { Account, Plan } from '../../../core/access/account.ts'
import { dayOf } from '../../../core/kept/day.ts'
import type { Store } from '../../../store/store.ts'
import type { Clock, Log } from '../../ports.ts'

/** Few enough that one deletion does not hold up the mail that waits to be written. */
const RECORDS_AT_ONCE = 250
/** Each is taken out of the counts of its day, with up to a thousand details. */
const TLS_REPORTS_AT_ONCE = 10
const COMPLAINT_ROWS_AT_ONCE = 500
const ACCOUNTS_AT_ONCE = 100
const ORGANIZATIONS_AT_ONCE = 500
/** Each may have octets. */
const FILES_AT_ONCE = 50
const DAY_MS = 86_400_000

const LEASE = 'report-retention'
const LEASE_MS = 60_000

export interface ReportRetentionDeps {
  store: Store
  clock: Clock
  log: Log
  planOf(account: Account): Plan
  holder: { host: string; start: string }
  /** Whether what is old may be deleted now. Absent: it may. */
  mayDelete?(): boolean
}

/** Deletes the records of DMARC reports, the TLS reports, the files of both, and the counts of complaints that the plan of their account keeps no longer; a report
 * counts for one day of UTC. */
export function createReportRetention({
  store,
  clock,
  log,
  planOf,
  holder,
  mayDelete = () => true,
}: ReportRetentionDeps) {
  const name = `${holder.host}/${holder.start}`
  let over = () => false
  const mayGoOn = async () => !over() && mayDelete() && store.leases.take(LEASE, name, LEASE_MS)

  async function ofAccount(account: Account, today: number): Promise<number> {
    const { dmarcDays } = planOf(account)
    if (dmarcDays === undefined) return 0
    const first = today - dmarcDays
    let deleted = 0
    for (;;) {
      if (!(await mayGoOn())) return deleted
      const gone =
        (await store.aggregates.deleteBefore(account.id, first, RECORDS_AT_ONCE)) ||
        (await store.tlsReports.deleteBefore(account.id, first, TLS_REPORTS_AT_ONCE)) ||
        (await store.complaints.deleteBefore(account.id, first, COMPLAINT_ROWS_AT_ONCE))
      deleted += gone
      if (gone === 0) break
    }
    await filesOf(account, new Date(first * DAY_MS))
    return deleted
  }

  /** They came after the day that they are about. */
  async function filesOf({ id }: Account, before: Date): Promise<void> {
    while ((await mayGoOn()) && (await store.reportMail.deleteBefore(id, before, FILES_AT_ONCE)) > 0);
  }

  /** What addresses were called goes with the last of them, whosever reports they were in. */
  async function organizations(): Promise<void> {
    for (let after: number | undefined = -1; after !== undefined && (await mayGoOn()); ) {
      const { next }: { next?: number } = await store.aggregates.forgetOrganizations(
        after,
        ORGANIZATIONS_AT_ONCE,
      )
      after = next
    }
  }

  return {
    /** Gives how many records, TLS reports and counts went. Does nothing while another process does. */
    async run(isOver = () => false): Promise<number> {
      over = isOver
      if (!(await mayGoOn())) return 0
      let deleted = 0
      try {
        const today = dayOf(clock.now().getTime())
        for (let after: string | undefined = ''; after !== undefined; ) {
          const { items, next } = await store.accounts.page({ after, limit: ACCOUNTS_AT_ONCE })
          for (const account of items) deleted += await ofAccount(account, today)
          after = next
        }
        await organizations()
      } finally {
        await store.leases.release(LEASE, name)
      }
      if (deleted > 0)
        log.info({ records: deleted }, 'Deleted what plans keep no longer of DMARC and TLS reports')
      return deleted
    },
  }
}
