import type { ReadReports } from '../../core/aggregate/reading.ts'
import type { ComplaintMailResult } from '../../store/complaints/complaints.ts'
import type { DueReportMail } from '../../store/report-mail.ts'
import type { Store } from '../../store/store.ts'
import { ReadingLost, type ReportReader } from '../aggregates/importing.ts'
import { askedAgainAt, triedAgainAt } from '../aggregates/ingesting/again.ts'
import type { Ingesting } from '../aggregates/ingesting/ingesting.ts'
import type { Clock, Log } from '../ports.ts'

export interface ComplaintIngestingDeps {
  store: Pick<Store, 'reportMail' | 'complaints'>
  reader: ReportReader
  clock: Clock
  log: Log
}

/** Tries that a mail may end. */
const MOST_STOPPED = 2
/** For whoever stopped the reading: another mail is read first. */
const AFTER_STOP_MS = 1_000

/** Brings mail to complaints addresses to its counts; nothing else of it is kept. */
export function createComplaintIngesting({ store, reader, clock, log }: ComplaintIngestingDeps): Ingesting {
  async function settle(mail: DueReportMail, result: ComplaintMailResult) {
    const ending = await store.complaints.settle(mail, result)
    if (ending === 'no_space') return putOff(mail, 'no_space')
    log.info(
      { message: mail.id, domain: mail.domain, outcome: ending },
      'Read a mail to a complaints address',
    )
    return 'done' as const
  }

  async function putOff(mail: DueReportMail, how: 'put_off' | 'no_space') {
    const dueAt = triedAgainAt(mail.lostTries, clock.now())
    await store.reportMail.giveBack(mail, { dueAt, stopped: false })
    return how
  }

  /** Its process ended of it, or it took too long. */
  async function stopped(mail: DueReportMail, why: string) {
    const tries = mail.stoppedTries + 1
    log.warn(
      { message: mail.id, domain: mail.domain, reason: why, tries },
      'Reading a mail to a complaints address was stopped',
    )
    if (tries >= MOST_STOPPED) return settle(mail, { kind: 'nothing' })
    const dueAt = new Date(clock.now().getTime() + AFTER_STOP_MS)
    await store.reportMail.giveBack(mail, { dueAt, stopped: true })
    return 'put_off' as const
  }

  async function tried(mail: DueReportMail) {
    if (!mail.verified) return settle(mail, { kind: 'nothing' })
    const kept = await store.reportMail.raw(mail.id)
    // Its domain was deleted meanwhile.
    if (!kept) return 'done' as const
    const read = await reader.read({ kind: 'mail', complaints: true, ...kept })
    if ('stopped' in read) return stopped(mail, read.stopped)
    const again =
      read.authentication?.outcome === 'undecided' ? askedAgainAt(mail.receivedAt, clock.now()) : undefined
    if (!again) return settle(mail, resultOf(read))
    await store.reportMail.giveBack(mail, { dueAt: again, stopped: false })
    return 'put_off' as const
  }

  return {
    async ingest(mail) {
      try {
        return await tried(mail)
      } catch (cause) {
        const facts = { err: cause, message: mail.id, domain: mail.domain }
        const isLost = cause instanceof ReadingLost
        if (isLost) log.warn(facts, 'A mail to a complaints address could not be read; it is tried again')
        else log.error(facts, 'What a complaint says could not be stored; it is tried again')
        return putOff(mail, isLost ? 'put_off' : 'no_space')
      }
    },
  }
}

function resultOf({ complaint, authentication }: ReadReports): ComplaintMailResult {
  if (!complaint) return { kind: 'nothing' }
  const { provider } = complaint
  if (complaint.kind === 'letter') {
    return { kind: 'letter', letter: complaint.letter, authenticated: authentication?.outcome === 'passed' }
  }
  const { type, domains, fingerprints, campaign } = complaint.complaint
  // One mail of anybody with a domain would do for an event.
  const incidents = provider?.includes('.') === false ? complaint.complaint.incidents : 1
  return {
    kind: 'complaint',
    complaint: {
      ...{ type, incidents, domains, fingerprints },
      ...(campaign && { campaign }),
      ...(provider !== undefined && { provider }),
    },
  }
}
