import {
  type Campaign,
  FEEDBACK_TYPES,
  type FeedbackType,
  type ReadComplaint,
  type ReadComplaintMail,
} from '../../core/complaints/complaint.ts'
import { reportedDomain } from '../reading/reported/domain.ts'
import { tidyText } from '../reading/reported/text.ts'
import { fingerprintsOf } from './known-again.ts'
import { readLetter } from './letter.ts'
import { type ComplaintParts, type Fields, partsOfComplaint } from './parts.ts'

const LONGEST_CAMPAIGN = 120
const LONGEST_SOURCE = 60
/** One report may stand for many, which is its sender's word. */
const MOST_INCIDENTS = 1000
const MOST_DOMAINS = 8
const MOST_SIGNATURES = 20
const MOST_LABELS = 10

/** Field of the message that Microsoft attaches without a report (JMRP until June 2026). */
const ATTACHED = 'x-hmxmroriginalrecipient'

/** What a mail to a complaints address says: ARF (RFC 5965), or a message that Microsoft hands on as it is. Anything else is a letter. Never
 * throws. Nothing of the message but its campaign and its domains comes out, and no address. */
export function readComplaintMail(raw: Uint8Array): ReadComplaintMail {
  const parts = partsOfComplaint(raw)
  const type = typeOf(parts)
  if (type === undefined) return { kind: 'letter', letter: readLetter(raw) }
  return { kind: 'complaint', complaint: complaintOf(type, parts) }
}

function typeOf({ top, report, original }: ComplaintParts): FeedbackType | undefined {
  if (report) return feedbackType(report.first('feedback-type'))
  return original?.has(ATTACHED) || top.has(ATTACHED) ? 'abuse' : undefined
}

/** The word as it is registered; a report whose type nobody can read is one all the same. */
function feedbackType(written: string): FeedbackType {
  const [, word = ''] = /^"?([\w-]{1,40})/.exec(written.slice(0, 100).toLowerCase()) ?? []
  if (word === 'opt-out-list') return 'opt-out'
  return FEEDBACK_TYPES.find((type) => type === word) ?? 'other'
}

function complaintOf(type: FeedbackType, parts: ComplaintParts): ReadComplaint {
  const { top, report } = parts
  // What Microsoft forwards whole is the message itself.
  const original = parts.original ?? (top.has(ATTACHED) ? top : undefined)
  const source = tidyText(report?.first('source') ?? '', LONGEST_SOURCE)
  const campaign = original && campaignOf(original)
  return {
    type,
    incidents: incidentsOf(report),
    ...(source !== '' && { source }),
    domains: domainsOf(report, original),
    ...(campaign && { campaign }),
    fingerprints: fingerprintsOf(type, parts),
  }
}

function incidentsOf(report: Fields | undefined): number {
  const written = report?.first('incidents') ?? ''
  return /^\d{1,20}$/.test(written) ? Math.min(Math.max(Number(written), 1), MOST_INCIDENTS) : 1
}

function domainsOf(report: Fields | undefined, original: Fields | undefined): string[] {
  const written = [
    original?.first('from') ?? '',
    ...(original?.all('dkim-signature') ?? []).slice(0, MOST_SIGNATURES).map(signedBy),
    report?.first('original-mail-from') ?? '',
    original?.first('return-path') ?? '',
    ...(report?.all('reported-domain') ?? []).slice(0, MOST_DOMAINS),
  ]
  const names = written.filter((text) => text !== '').map(domainIn)
  const usable = names.filter((name) => name.includes('.') && name.split('.').length <= MOST_LABELS)
  return [...new Set(usable)].slice(0, MOST_DOMAINS)
}

/** d= of a signature. */
function signedBy(field: string): string {
  return /(?:^|;)\s{0,20}d\s{0,20}=\s{0,20}([^\s;]{1,253})/.exec(field.slice(0, 10_000))?.[1] ?? ''
}

/** Of `Name <a@b>` the part behind the @; comments may stand behind it. */
function domainIn(text: string): string {
  const some = text.slice(0, 2000)
  const [, inAngles] = /<([^<>]{1,1000})>[^<>]{0,200}$/.exec(some) ?? []
  return reportedDomain(inAngles ?? some)
}

/** An address may be written into a name. */
const ADDRESS = /[^\s:;,<>"()=]{1,64}@[\w.-]{1,253}/g

function campaignOf(original: Fields): Campaign | undefined {
  const feedback = tidyText(
    original.first('feedback-id').slice(0, 1000).replace(ADDRESS, '(address)'),
    LONGEST_CAMPAIGN,
  )
  if (feedback !== '') return { field: 'feedback-id', name: feedback }
  const written = original.first('list-id').slice(0, 1000)
  const [, id = written] = /<([^<>]{1,255})>\s{0,20}$/.exec(written) ?? []
  const list = tidyText(id.replace(ADDRESS, '(address)').toLowerCase(), LONGEST_CAMPAIGN)
  return list === '' ? undefined : { field: 'list-id', name: list }
}
