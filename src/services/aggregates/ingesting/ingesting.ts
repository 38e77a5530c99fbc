import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Plan } from '../../../core/access/account.ts'
import type { ReadAttachment } from '../../../core/aggregate/file.ts'
import type { DueReportMail, FileOutcome, ReportMailResult } from '../../../store/report-mail.ts'
import type { Store } from '../../../store/store.ts'
import type { Log } from '../../ports.ts'
import { ReadingLost, type ReadReports, type ReportReader } from '../importing.ts'
import { askedAgainAt, triedAgainAt } from './again.ts'
import { createSettling, type SettlingDeps } from './settling.ts'

export interface IngestingDeps extends Omit<SettlingDeps, 'store'> {
  store: Pick<Store, 'reportMail' | 'domains'>
  reader: ReportReader
  /** The plan of an account. Absent: there is no such account any more. */
  planOf(accountId: string): Promise<Pick<Plan, 'dmarcDays'> | undefined>
  log: Log
}

/** Brings mail to reports addresses to its outcomes. */
export interface Ingesting {
  /** `put_off`: it is tried again later. `no_space`: nothing can be stored now. Never rejects for a reason of the mail. */
  ingest(mail: DueReportMail): Promise<'done' | 'put_off' | 'no_space'>
}

/** Tries that a mail may end. */
const MOST_STOPPED = 2
/** For whoever stopped the reading: another mail is read first. */
const AFTER_STOP_MS = 1_000

const packed = promisify(gzip)

export function createIngesting(deps: IngestingDeps): Ingesting {
  const { store, reader, clock, log } = deps
  const settling = createSettling(deps)

  async function finish(
    mail: DueReportMail,
    result: ReportMailResult,
  ): Promise<'done' | 'put_off' | 'no_space'> {
    const answer = await store.reportMail.finish(mail, result)
    if (answer === 'no_space') return putOff(mail, 'no_space')
    log.info(
      { message: mail.id, domain: mail.domain, files: countsOf(result.files), sender: result.authentication },
      mail.onlyAuthentication ? 'Looked again at who sent a report mail' : 'Read a report mail',
    )
    return 'done'
  }

  async function putOff(mail: DueReportMail, how: 'put_off' | 'no_space') {
    const dueAt = triedAgainAt(mail.lostTries, clock.now())
    await store.reportMail.giveBack(mail, { dueAt, stopped: false })
    return how
  }

  /** Its process ended of it, or it took too long. */
  async function stopped(mail: DueReportMail, raw: Uint8Array, why: string) {
    const tries = mail.stoppedTries + 1
    log.warn(
      { message: mail.id, domain: mail.domain, reason: why, tries },
      'Reading a report mail was stopped',
    )
    if (tries < MOST_STOPPED) {
      const dueAt = new Date(clock.now().getTime() + AFTER_STOP_MS)
      await store.reportMail.giveBack(mail, { dueAt, stopped: true })
      return 'put_off' as const
    }
    return finish(mail, { files: [await unreadable(mail, raw, why)], authentication: 'failed' })
  }

  async function settle(mail: DueReportMail, read: ReadReports): Promise<ReportMailResult> {
    const { outcome = 'failed', from } = read.authentication ?? {}
    const plan = await deps.planOf(mail.accountId)
    const sender = from === undefined ? {} : { from }
    const again = outcome === 'undecided' ? askedAgainAt(mail.receivedAt, clock.now()) : undefined
    const authentication = outcome === 'undecided' && !again ? 'failed' : outcome
    // What was stored of them counts as before.
    if (mail.onlyAuthentication && outcome !== 'passed') {
      return { files: [], authentication, ...sender, ...(again && { againAt: again }) }
    }
    const files = await settling.all(read.attachments, {
      mail,
      authenticated: outcome === 'passed',
      ...sender,
      ...(plan?.dmarcDays !== undefined && { keptDays: plan.dmarcDays }),
    })
    const mayChange = files.some(dependsOnSender) && !read.attachments.some(isFailureReport)
    return { files, authentication, ...sender, ...(again && mayChange && { againAt: again }) }
  }

  async function tried(mail: DueReportMail): Promise<'done' | 'put_off' | 'no_space'> {
    const kept = await store.reportMail.raw(mail.id)
    // Its domain was deleted meanwhile.
    if (!kept) return 'done'
    const read = await reader.read({ kind: 'mail', ...kept })
    if ('stopped' in read)
      return mail.onlyAuthentication ? finish(mail, FAILED) : stopped(mail, kept.raw, read.stopped)
    return finish(mail, await settle(mail, read))
  }

  return {
    async ingest(mail) {
      try {
        return await tried(mail)
      } catch (cause) {
        const facts = { err: cause, message: mail.id, domain: mail.domain }
        if (cause instanceof ReadingLost)
          log.warn(facts, 'A report mail could not be read; it is tried again')
        else log.error(facts, 'What a report mail holds could not be stored; it is tried again')
        return putOff(mail, cause instanceof ReadingLost ? 'put_off' : 'no_space')
      }
    },
  }
}

const FAILED: ReportMailResult = { files: [], authentication: 'failed' }

/** `{ stored: 2, not_a_report: 1 }`: nothing that a stranger wrote. */
function countsOf(files: readonly FileOutcome[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { outcome, reason } of files) {
    const what = reason ?? outcome
    counts[what] = (counts[what] ?? 0) + 1
  }
  return counts
}

/** Knowing who sent it would change what becomes of it. */
const dependsOnSender = ({ outcome, reason }: FileOutcome): boolean =>
  outcome !== 'rejected' || reason === 'unauthenticated' || reason === 'sender_limit'

/** Nothing of its content is kept, which another look at it would need. */
const isFailureReport = ({ files }: ReadAttachment): boolean =>
  files.some(({ content }) => content.kind === 'rejected' && content.reason === 'failure_report')

/** The mail itself is what can be looked at. */
async function unreadable(mail: DueReportMail, raw: Uint8Array, detail: string): Promise<FileOutcome> {
  return {
    id: `${mail.id}.0`,
    name: 'message.eml',
    size: raw.byteLength,
    outcome: 'rejected',
    reason: 'not_readable',
    detail,
    attachment: { number: 0, place: 0, bytes: await packed(raw), gzip: true },
  }
}
