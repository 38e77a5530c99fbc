import type { ReadAttachment, ReadFile, Rejection } from '../../core/aggregate/file.ts'
import {
  type AggregateHead,
  dayOfReport,
  type ReadAggregate,
  rangeRefusal,
} from '../../core/aggregate/report.ts'
import { reportUidFrom } from '../../core/aggregate/report-uid.ts'
import type { TlsReport } from '../../core/tls-report.ts'
import type { AggregateStore, Kept } from '../../store/aggregates.ts'
import type { Authentication, FileOutcome, ReportMailStore } from '../../store/report-mail.ts'
import type { RandomBytes } from '../ports.ts'
import type { TlsKeeping } from '../tls-reports/keeping.ts'
import type { Imported } from './importing.ts'
import type { Owner } from './owner.ts'
import type { OwnerOf } from './owners.ts'
import { senderOf } from './proved-sender.ts'

export interface FilesDeps {
  aggregates: Pick<AggregateStore, 'put'>
  reportMail: Pick<ReportMailStore, 'changeOutcome'>
  /** Keeps a TLS report. */
  keepTls: TlsKeeping
  /** Reports whose sender is not known are not stored. */
  requireAuthenticated: boolean
  /** The organization that a name belongs to. Absent: none. */
  organisationOf(name: string): string | undefined
  random: RandomBytes
}

/** An import, as far as its files go by it. */
export interface ImportOf {
  accountId: string
  ownerOf: OwnerOf
  /** Gives each file an id of its own. */
  nextId(): string
  at: Date
  /** Days for which records of the account are kept. Absent: without end. */
  keptDays?: number
  authentication: Authentication
  /** The domain of From of the mail, where its signature proves that. */
  from?: string
}

/** What became of a file, for whoever imports and for the list of the domain that it is about. */
export interface TakenFile {
  imported: Imported
  /** Absent: it is about no domain of the account. */
  listed?: { domainId: string; file: FileOutcome }
}

/** Stores a file: what is called first is stored first. */
export type StoreFile = () => Promise<TakenFile>

/** Gets the files of an attachment ready to be stored. `number`: of the attachment among those of the import. */
export async function filesToStore(
  deps: FilesDeps,
  of: ImportOf,
  name: string,
  attachment: ReadAttachment,
  number: number,
): Promise<StoreFile[]> {
  const ready: StoreFile[] = []
  for (const [at, file] of attachment.files.entries()) {
    const id = of.nextId()
    const store = await readyToStore(deps, of, id, file)
    const place = file.name === '' || name.endsWith(file.name) ? name : `${name}: ${file.name}`
    ready.push(async () => {
      const { domainId, ...imported } = await store()
      const told = { ...imported, name: place }
      if (domainId === undefined) return { imported: told }
      return {
        imported: told,
        listed: { domainId, file: listed(id, file, imported, attachment, { number, place: at }) },
      }
    })
  }
  return ready
}

type Stored = Omit<Imported, 'name'> & { domainId?: string; uid?: string }

async function readyToStore(
  deps: FilesDeps,
  of: ImportOf,
  fileId: string,
  { content }: ReadFile,
): Promise<() => Promise<Stored>> {
  if (content.kind === 'aggregate') return aggregateToStore(deps, of, fileId, content.aggregate)
  if (content.kind === 'tls') return tlsToStore(deps, of, fileId, content.report)
  return async () => rejected(content.reason, content.detail)
}

/** A TLS report belongs where the first policy that names a domain does. */
async function tlsToStore(
  deps: FilesDeps,
  of: ImportOf,
  fileId: string,
  report: TlsReport,
): Promise<() => Promise<Stored>> {
  const { accountId, authentication, at, keptDays } = of
  const domain = report.policies.find((policy) => policy.domain !== undefined)?.domain
  const told = { reporter: report.orgName, authentication, ...(domain !== undefined && { domain }) }
  if (domain === undefined) return async () => ({ ...told, ...rejected('missing_domain') })
  const owner = await of.ownerOf(domain)
  if ('reason' in owner) return async () => ({ ...told, ...notOwned(owner) })
  const { domainId, name } = owner
  if (isUnproven(deps, of)) return async () => ({ ...told, domainId, ...rejected('unauthenticated') })
  const received = { accountId, domainId, domain: name, fileId, receivedAt: at }
  const authenticated = authentication === 'passed'
  return async () => ({
    ...told,
    domainId,
    ...(await deps.keepTls(report, {
      ...received,
      authenticated,
      ...(keptDays !== undefined && { keptDays }),
    })),
  })
}

const isUnproven = ({ requireAuthenticated }: FilesDeps, { authentication }: ImportOf) =>
  requireAuthenticated && authentication !== 'passed'

const notOwned = ({ reason, toVerify }: Extract<Owner, { reason: string }>) => ({
  ...rejected(reason),
  ...(toVerify !== undefined && { toVerify }),
})

async function aggregateToStore(
  deps: FilesDeps,
  of: ImportOf,
  fileId: string,
  aggregate: ReadAggregate,
): Promise<() => Promise<Stored>> {
  const { head } = aggregate
  const { accountId, authentication } = of
  const told = {
    domain: head.policyDomain,
    reporter: head.orgName,
    records: head.records,
    authentication,
  }
  const owner = await of.ownerOf(head.policyDomain)
  if ('reason' in owner) return async () => ({ ...told, ...notOwned(owner) })
  const { domainId } = owner
  const sender = senderOf(deps, of.from)
  const late = rangeRefusal(head, Math.floor(of.at.getTime() / 1000)) ?? pastRetention(of, head)
  if (isUnproven(deps, of)) return async () => ({ ...told, domainId, ...rejected('unauthenticated') })
  if (late) return async () => ({ ...told, domainId, ...rejected(late.reason, late.detail) })
  return async () => {
    const kept = await deps.aggregates.put({
      aggregate,
      accountId,
      fileId,
      uid: reportUidFrom(deps.random, of.at),
      receivedAt: of.at,
      authenticated: authentication === 'passed',
      ...(sender !== undefined && { sender }),
    })
    await markReplaced(deps, kept)
    return { ...told, domainId, ...kept }
  }
}

const rejected = (reason: Rejection, detail?: string) => ({
  outcome: 'rejected' as const,
  reason,
  ...(detail !== undefined && { detail }),
})

function pastRetention({ at, keptDays }: ImportOf, head: AggregateHead) {
  const isPast = keptDays !== undefined && dayOfReport(head) < Math.floor(at.getTime() / DAY_MS) - keptDays
  return isPast ? { reason: 'past_retention' as const, detail: undefined } : undefined
}

const DAY_MS = 86_400_000

async function markReplaced({ reportMail }: FilesDeps, kept: Kept): Promise<void> {
  if (kept.outcome !== 'stored' || kept.replacedFile === undefined) return
  await reportMail.changeOutcome(kept.replacedFile, { outcome: 'replaced', uid: kept.uid })
}

/** What the list of the domain has of it. Of a duplicate the octets are kept already. */
function listed(
  id: string,
  { name, content }: ReadFile,
  { outcome, reason, detail, reporter, uid }: Omit<Stored, 'domainId'>,
  { size, bytes, packed, name: attachmentName }: ReadAttachment,
  at: { number: number; place: number },
): FileOutcome {
  return {
    id,
    name: name === '' ? attachmentName : name,
    size,
    outcome,
    ...(reason && { reason }),
    ...(detail !== undefined && { detail }),
    ...(uid !== undefined && { uid }),
    ...(reporter !== undefined && { reporter }),
    ...(content.kind !== 'rejected' && { kind: content.kind }),
    ...(bytes && outcome !== 'duplicate' && { attachment: { ...at, bytes, gzip: packed === true } }),
  }
}
