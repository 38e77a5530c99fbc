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
import type { Store } from '../../store/store.ts'
import type { RandomBytes } from '../ports.ts'
import type { Imported } from './importing.ts'

export interface FilesDeps {
  domains: Pick<Store['domains'], 'byName'>
  aggregates: Pick<AggregateStore, 'put'>
  reportMail: Pick<ReportMailStore, 'changeOutcome'>
  random: RandomBytes
}

/** An import, as far as its files go by it. */
export interface ImportOf {
  accountId: string
  /** Gives each file an id of its own. */
  nextId(): string
  at: Date
  /** The first day that the plan keeps, as days since 1970. */
  firstDay?: number
  authentication: Authentication
}

/** What became of a file, for whoever imports and for the list of the domain that it is about. */
export interface TakenFile {
  imported: Imported
  /** Absent: it is about no domain of the account. */
  listed?: { domainId: string; file: FileOutcome }
}

/** Stores what was read of an attachment. `number`: of the attachment among those of the import. */
export async function storeAttachment(
  deps: FilesDeps,
  of: ImportOf,
  name: string,
  attachment: ReadAttachment,
  number: number,
): Promise<TakenFile[]> {
  const taken: TakenFile[] = []
  for (const file of attachment.files) {
    const id = of.nextId()
    const { domainId, ...imported } = await storeFile(deps, of, id, file)
    const placed = {
      ...imported,
      name: file.name === '' || name.endsWith(file.name) ? name : `${name}: ${file.name}`,
    }
    if (domainId === undefined) taken.push({ imported: placed })
    else
      taken.push({
        imported: placed,
        listed: { domainId, file: listed(id, file, imported, attachment, number) },
      })
  }
  return taken
}

type Stored = Omit<Imported, 'name'> & { domainId?: string; uid?: string }

async function storeFile(
  deps: FilesDeps,
  of: ImportOf,
  fileId: string,
  { content }: ReadFile,
): Promise<Stored> {
  switch (content.kind) {
    case 'rejected':
      return rejected(content.reason, content.detail)
    case 'tls':
      return { ...rejected('not_a_report', 'TLS reports cannot be imported.'), ...toldTls(content.report) }
    case 'aggregate':
      return storeAggregate(deps, of, fileId, content.aggregate)
  }
}

async function storeAggregate(
  deps: FilesDeps,
  of: ImportOf,
  fileId: string,
  aggregate: ReadAggregate,
): Promise<Stored> {
  const { head } = aggregate
  const { accountId, authentication } = of
  const told = {
    domain: head.policyDomain,
    reporter: head.orgName,
    records: head.records,
    authentication,
  }
  const owner = await ownerOf(deps.domains, accountId, head.policyDomain)
  if ('reason' in owner)
    return { ...told, ...rejected(owner.reason), ...(owner.toVerify && { toVerify: owner.toVerify }) }
  const { domainId } = owner
  const late = rangeRefusal(head, Math.floor(of.at.getTime() / 1000)) ?? pastRetention(of, head)
  if (late) return { ...told, domainId, ...rejected(late.reason, late.detail) }
  const uid = reportUidFrom(deps.random)
  const kept = await deps.aggregates.put({
    aggregate,
    accountId,
    fileId,
    uid,
    receivedAt: of.at,
    authenticated: authentication === 'passed',
  })
  await markReplaced(deps, kept)
  return { ...told, domainId, ...kept }
}

const rejected = (reason: Rejection, detail?: string) => ({
  outcome: 'rejected' as const,
  reason,
  ...(detail !== undefined && { detail }),
})

const toldTls = ({ orgName }: TlsReport) => ({ reporter: orgName })

function pastRetention({ firstDay = 0 }: ImportOf, head: AggregateHead) {
  return dayOfReport(head) < firstDay ? { reason: 'past_retention' as const, detail: undefined } : undefined
}

async function markReplaced({ reportMail }: FilesDeps, kept: Kept): Promise<void> {
  if (kept.outcome !== 'stored' || kept.replacedFile === undefined) return
  await reportMail.changeOutcome(kept.replacedFile, { outcome: 'replaced', uid: kept.uid })
}

type Owner = { domainId: string } | { reason: 'domain_mismatch' | 'unverified_domain'; toVerify?: string }

/** The account's closest verified domain at or above a name. */
async function ownerOf(domains: FilesDeps['domains'], accountId: string, name: string): Promise<Owner> {
  let toVerify: string | undefined
  for (let rest = name; rest !== ''; rest = parentOf(rest)) {
    const entry = await domains.byName(accountId, rest)
    if (entry?.verifiedAt) return { domainId: entry.id }
    if (entry) toVerify ??= entry.domain
  }
  return toVerify === undefined ? { reason: 'domain_mismatch' } : { reason: 'unverified_domain', toVerify }
}

const parentOf = (name: string) => (name.includes('.') ? name.slice(name.indexOf('.') + 1) : '')

/** What the list of the domain has of it. Of a duplicate the octets are kept already. */
function listed(
  id: string,
  { name, content }: ReadFile,
  { outcome, reason, detail, reporter, uid }: Omit<Stored, 'domainId'>,
  { size, bytes, packed, name: attachmentName }: ReadAttachment,
  number: number,
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
    ...(bytes && outcome !== 'duplicate' && { attachment: { number, bytes, gzip: packed === true } }),
  }
}
