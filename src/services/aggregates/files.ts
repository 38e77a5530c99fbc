import { type Action, refusalOf } from '../../core/access/permission.ts'
import type { FileContent } from '../../core/aggregate/file.ts'
import { type RecordPiece, unpackPiece } from '../../core/aggregate/piece.ts'
import type { ReadAggregate } from '../../core/aggregate/report.ts'
import { reportUidFrom } from '../../core/aggregate/report-uid.ts'
import { granted, type Result, refused } from '../../core/refusal.ts'
import type { AggregateStore, Kept } from '../../store/aggregates.ts'
import type { KeptFile } from '../../store/report-mail.ts'
import type { Store } from '../../store/store.ts'
import { byActor, entryBy } from '../access/by.ts'
import type { DomainActor } from '../domains/domains.ts'
import type { Clock, RandomBytes } from '../ports.ts'
import { ReadingLost, type ReportReader } from './importing.ts'
import { octetsOf } from './octets.ts'
import { senderOf } from './proved-sender.ts'
import { safeFileName, withEnding } from './report-file-names.ts'
import type { ReportContent, ReportFiles } from './report-files.ts'

export interface ReportFilesDeps {
  store: Pick<Store, 'domains' | 'reportMail' | 'people' | 'tlsReports'>
  aggregates: Pick<AggregateStore, 'put'>
  reader: ReportReader
  /** The organization that a name belongs to. Absent: none. */
  organisationOf(name: string): string | undefined
  clock: Clock
  random: RandomBytes
}

/** What became of a report that was taken, and what it says of itself. */
interface Put {
  kept: Kept
  domain: string
  orgName: string
  reportId: string
}

const MOST_FILES = 200
const noDomain = refused({ kind: 'not_found', what: 'domain' })
const noFile = refused({ kind: 'not_found', what: 'page' })
const because = (reason: string) => refused({ kind: 'bad_request', reason })

export function createReportFiles(deps: ReportFilesDeps): ReportFiles {
  const { store, reader, clock, random } = deps

  /** What may be done to a domain of the account. */
  async function about<T>(
    actor: DomainActor,
    action: Action,
    domainId: string,
    then: () => Promise<Result<T>>,
  ): Promise<Result<T>> {
    const refusal = refusalOf(actor, action)
    if (refusal) return refused(refusal)
    return (await store.domains.byId(actor.accountId, domainId)) ? then() : noDomain
  }

  /** The report that a file holds, read from it anew. */
  async function reportIn(file: KeptFile): Promise<FileContent | 'none' | 'busy'> {
    const bytes = await octetsOf(file)
    if (!bytes || file.kind === undefined) return 'none'
    try {
      const read = await reader.read({ kind: 'file', name: file.name, bytes })
      const files = 'stopped' in read ? [] : read.attachments.flatMap((attachment) => attachment.files)
      const own = files.length === 1 ? files[0] : (files[file.place] ?? undefined)
      return own?.content ?? 'none'
    } catch (cause) {
      if (cause instanceof ReadingLost) return 'busy'
      throw cause
    }
  }

  /** Stores a report in place of the one that has its key. `undefined`: it holds none. */
  async function putInstead(content: FileContent, file: KeptFile): Promise<Put | undefined> {
    const { accountId, domainId, receivedAt, authentication } = file
    const isProved = authentication === 'passed' && file.source === 'mail'
    const sender = isProved ? senderOf(deps, file.from) : undefined
    const of = {
      accountId,
      fileId: file.id,
      uid: reportUidFrom(random, receivedAt),
      receivedAt,
      authenticated: authentication === 'passed',
      instead: true,
    }
    if (content.kind === 'aggregate') {
      const { aggregate } = content
      const { policyDomain, orgName, reportId } = aggregate.head
      return {
        kept: await deps.aggregates.put({ aggregate, ...of, ...(sender !== undefined && { sender }) }),
        domain: policyDomain,
        orgName,
        reportId,
      }
    }
    if (content.kind !== 'tls') return undefined
    const { report } = content
    const kept = await store.tlsReports.put({ report, domainId, ...of })
    const domain = report.policies.find((policy) => policy.domain !== undefined)?.domain
    const own = domain ?? (await store.domains.byId(accountId, domainId))?.domain ?? ''
    return { kept, domain: own, orgName: report.orgName, reportId: report.reportId }
  }

  async function takeOver(actor: Parameters<ReportFiles['take']>[0], file: KeptFile): Promise<Result<void>> {
    if (file.outcome !== 'conflict') return because('Only a report in conflict can be taken.')
    const content = await reportIn(file)
    if (content === 'busy') return refused({ kind: 'busy' })
    const put = content === 'none' ? undefined : await putInstead(content, file)
    if (!put) return because('The file is no longer kept, so its report cannot be taken.')
    const { kept, domain, orgName, reportId } = put
    const { id, accountId } = file
    if (kept.outcome === 'rejected') return because('None of it is about a verified domain any more.')
    if (kept.outcome !== 'stored') {
      await store.reportMail.changeOutcome(id, kept)
      return granted(undefined)
    }
    const details = { reporter: orgName, report_id: reportId }
    const entry = entryBy(await byActor(store, actor), clock.now(), {
      accountId,
      action: 'dmarc.report_taken',
      target: domain,
      details,
    })
    await store.reportMail.taken(id, kept.uid, kept.replacedFile, entry)
    return granted(undefined)
  }

  return {
    list: (actor, domainId, query) =>
      about(actor, 'dmarc.read', domainId, async () => {
        const limit = Math.min(MOST_FILES, Math.max(1, query.limit))
        const files = await store.reportMail.files(domainId, { ...query, limit })
        return granted({ files, counts: await store.reportMail.counts(domainId) })
      }),
    read: (actor, domainId, fileId) =>
      about(actor, 'dmarc.read', domainId, async () => {
        const file = await store.reportMail.file(domainId, fileId)
        if (!file) return noFile
        const { bytes: _octets, gzip: _packing, part: _place, accountId: _owner, ...listing } = file
        return granted(listing)
      }),
    content: (actor, domainId, fileId) =>
      about(actor, 'dmarc.read', domainId, async () => {
        const file = await store.reportMail.file(domainId, fileId)
        const found = file ? await reportIn(file) : 'none'
        if (found === 'busy') return refused({ kind: 'busy' })
        if (found === 'none' || found.kind !== 'aggregate') return noFile
        return granted(await contentOf(found.aggregate))
      }),
    download: (actor, domainId, fileId) =>
      about(actor, 'dmarc.read', domainId, async () => {
        const file = await store.reportMail.file(domainId, fileId)
        const bytes = file && (await octetsOf(file))
        if (!bytes) return noFile
        const isMail = file.reason === 'not_a_report' || file.reason === 'not_readable'
        return granted({ name: withEnding(safeFileName(file.name, file.id, isMail), bytes), bytes })
      }),
    take: (actor, domainId, fileId) =>
      about(actor, 'dmarc.change', domainId, async () => {
        const file = await store.reportMail.file(domainId, fileId)
        return file ? takeOver(actor, file) : noFile
      }),
  }
}

/** A large report is read piece by piece: others have their turns between. */
async function contentOf({ head, pieces }: ReadAggregate): Promise<ReportContent> {
  let [messages, pass] = [0, 0]
  for (const piece of pieces) {
    for (const { count, dkim, spf } of unpackPiece(piece).records) {
      messages += count
      if (dkim || spf) pass += count
    }
    await Bun.sleep(0)
  }
  return { head, messages, pass, records: pieces[0] ? recordsOf(unpackPiece(pieces[0])) : [] }
}

const NOTHING = { dkim: [], spf: [], reasons: [] }

function recordsOf({ records, results }: RecordPiece): ReportContent['records'] {
  return records.map((record) => ({ ...record, results: results[record.results] ?? NOTHING }))
}
