import type { FileContent, ReadAttachment, Rejection } from '../../../core/aggregate/file.ts'
import { dayOfReport, type ReadAggregate, rangeRefusal } from '../../../core/aggregate/report.ts'
import { reportUidFrom } from '../../../core/aggregate/report-uid.ts'
import type { TlsReport } from '../../../core/tls-report.ts'
import type { AggregateStore, Kept } from '../../../store/aggregates.ts'
import type { DomainStore } from '../../../store/domains.ts'
import type { DueReportMail, FileOutcome, ReportMailStore } from '../../../store/report-mail.ts'
import type { Clock, RandomBytes } from '../../ports.ts'
import { mayComeTo } from '../owner.ts'
import { senderOf } from '../proved-sender.ts'
import { bytesOfAggregate, bytesOfTls, createReportShares } from './share.ts'

/** What became of a report. */
type Settled = Pick<FileOutcome, 'outcome' | 'reason' | 'detail' | 'uid'>

/** The mail that a report came in, and whether that says who sent it. */
export interface Received {
  mail: DueReportMail
  authenticated: boolean
  /** The domain of From. */
  from?: string
  /** Days for which records of the account are kept. Absent: without end. */
  keptDays?: number
}

export interface SettlingDeps {
  aggregates: Pick<AggregateStore, 'put'>
  store: { reportMail: Pick<ReportMailStore, 'file' | 'changeOutcome'>; domains: Pick<DomainStore, 'byName'> }
  /** Keeps a TLS report. */
  keepTls(report: TlsReport, of: Received & { fileId: string }): Promise<Settled>
  /** Reports whose sender is not known are not stored. */
  requireAuthenticated: boolean
  /** The organization that a name belongs to. Absent: none. */
  organisationOf(name: string): string | undefined
  clock: Clock
  random: RandomBytes
}

const DAY_SECONDS = 86_400

/** Stores what was read of a mail, file by file. The same again, after a crash or when more is known of the sender, changes nothing but
 * what is new. */
export function createSettling(deps: SettlingDeps) {
  const shares = createReportShares(deps.clock, deps.organisationOf)

  async function settle(content: FileContent, of: Received, fileId: string): Promise<Settled> {
    if (content.kind === 'rejected') return rejected(content.reason, content.detail)
    if (!of.mail.verified) return rejected('unverified_domain')
    if (deps.requireAuthenticated && !of.authenticated) return rejected('unauthenticated')
    if (content.kind === 'aggregate') {
      const { aggregate } = content
      return (
        (await refusalOf(aggregate, of)) ??
        (await within(of, bytesOfAggregate(aggregate), () => put(aggregate, of, fileId)))
      )
    }
    const { report } = content
    return within(of, bytesOfTls(report), () => deps.keepTls(report, { ...of, fileId }))
  }

  /** Stores a report within the share of its sender. */
  async function within(
    { mail: { domainId }, authenticated, from }: Received,
    bytes: number,
    store: () => Promise<Settled>,
  ): Promise<Settled> {
    const sharer = { domainId, ...(authenticated && from !== undefined && { from }) }
    if (!shares.hasRoom(sharer)) return rejected('sender_limit')
    const settled = await store()
    if (settled.outcome === 'stored') shares.count(sharer, bytes)
    return settled
  }

  async function refusalOf(
    { head }: ReadAggregate,
    { mail, keptDays }: Received,
  ): Promise<Settled | undefined> {
    if (!(await mayComeTo(deps.store.domains, mail, head.policyDomain))) {
      const detail = `It is about ${head.policyDomain.slice(0, 100)}, and came to the reports address of ${mail.domain}.`
      return rejected('domain_mismatch', detail)
    }
    const now = deps.clock.now().getTime() / 1000
    const range = rangeRefusal(head, now)
    if (range) return rejected(range.reason, range.detail)
    const isPast = keptDays !== undefined && dayOfReport(head) < Math.floor(now / DAY_SECONDS) - keptDays
    return isPast ? rejected('past_retention') : undefined
  }

  async function put(aggregate: ReadAggregate, of: Received, fileId: string): Promise<Settled> {
    const { mail, authenticated, from } = of
    const sender = authenticated ? senderOf(deps, from) : undefined
    const kept = await deps.aggregates.put({
      aggregate,
      accountId: mail.accountId,
      fileId,
      uid: reportUidFrom(deps.random, mail.receivedAt),
      receivedAt: mail.receivedAt,
      authenticated,
      ...(sender !== undefined && { sender }),
    })
    if (kept.outcome === 'rejected') return rejected(kept.reason)
    if (kept.outcome === 'stored' && kept.replacedFile !== undefined) {
      await deps.store.reportMail.changeOutcome(kept.replacedFile, { outcome: 'replaced', uid: kept.uid })
    }
    return (await isItself(kept, of, fileId)) ? { ...kept, outcome: 'stored' } : settledOf(kept)
  }

  /** A report that was stored from this very file, when more was known of its sender. */
  async function isItself(kept: Kept, { mail }: Received, fileId: string): Promise<boolean> {
    if (!mail.onlyAuthentication || kept.outcome !== 'duplicate') return false
    const before = await deps.store.reportMail.file(mail.domainId, fileId)
    return before?.outcome === 'stored' && before.uid === kept.uid
  }

  return {
    /** An outcome for every file, in their order. */
    async all(attachments: readonly ReadAttachment[], of: Received): Promise<FileOutcome[]> {
      const outcomes: FileOutcome[] = []
      for (const [number, attachment] of attachments.entries()) {
        const { bytes, packed: gzip = false } = attachment
        for (const [place, { name, content }] of attachment.files.entries()) {
          const id = `${of.mail.id}.${outcomes.length}`
          const settled = await settle(content, of, id)
          outcomes.push({
            id,
            // What could not be unpacked has no entry that has a name.
            name: name || attachment.name,
            size: attachment.size,
            ...settled,
            ...readOf(content),
            ...(bytes && { attachment: { number, place, bytes, gzip } }),
          })
        }
      }
      return outcomes
    },
  }
}

function settledOf(kept: Exclude<Kept, { outcome: 'rejected' }>): Settled {
  return { outcome: kept.outcome, uid: kept.uid }
}

function rejected(reason: Rejection, detail?: string): Settled {
  return { outcome: 'rejected', reason, ...(detail !== undefined && { detail }) }
}

/** What lists tell of a report. */
function readOf(content: FileContent): Pick<FileOutcome, 'kind' | 'reporter'> {
  if (content.kind === 'rejected') return {}
  const { orgName } = content.kind === 'tls' ? content.report : content.aggregate.head
  return { kind: content.kind, reporter: orgName }
}
