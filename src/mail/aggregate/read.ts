import { gzipSync } from 'node:zlib'
import type { FileContent, ReadAttachment, ReadFile, Rejection } from '../../core/aggregate/file.ts'
import { Litter } from '../reading/reported/litter.ts'
import { tidyName } from '../reading/reported/text.ts'
import { readTlsReport } from '../tls-report/read.ts'
import { type Leaf, leavesOf } from './carrier/leaves.ts'
import { looksLikeMail } from './carrier/looks-like-mail.ts'
import { isArchive, isWholly, sniff } from './container/sniff.ts'
import { type ReportDocument, rejected, type Unpacking, unpack } from './container/unpack.ts'
import { READ_LIMITS, type ReadLimits } from './limits.ts'
import { readAggregateXml } from './report/read-xml.ts'

/** Of a mail without any report this much is kept, to be looked at. */
const MOST_KEPT_MAIL = 1024 * 1024

/** Every report file in a mail, by what its parts hold and never by type or name. At least one: a mail without any gives one that is
 * `not_a_report`, a failure report one that is `failure_report` without its octets. Never throws. Dates are as written: what is too old,
 * too long or to come is for `rangeRefusal` of core/aggregate/report.ts, where the clock is known. */
export async function readReportMail(
  raw: Uint8Array,
  limits: ReadLimits = READ_LIMITS,
): Promise<ReadAttachment[]> {
  const carried = leavesOf(raw, limits)
  const unpacking = unpackingOf(limits)
  const attachments: ReadAttachment[] = carried.failureReports.map(failureReport)
  for (const leaf of carried.leaves) {
    const attachment = await readLeaf(unpacking, leaf)
    if (attachment) attachments.push(attachment)
  }
  if (carried.isFailureByWords && !attachments.some(hasReport)) return [failureReport(raw.length)]
  if (carried.mailsLeftOut > 0) {
    attachments.push(
      nothingOf('nested_too_deep', `Mails in more than ${limits.messages} others are not read.`),
    )
  }
  if (carried.partsLeftOut) {
    attachments.push(
      nothingOf('too_many_files', `Only the first ${limits.parts} parts of the mail were read.`),
    )
  }
  return attachments.length > 0 ? attachments : [withoutReport(raw)]
}

/** The same for a file: XML, gzip, zip or JSON, which is one attachment; or a mail, read as `readReportMail` does. */
export async function readReportFile(
  name: string,
  bytes: Uint8Array,
  limits: ReadLimits = READ_LIMITS,
): Promise<ReadAttachment[]> {
  if (!isWholly(bytes) && looksLikeMail(bytes)) return await readReportMail(bytes, limits)
  return [await readAttachment(unpackingOf(limits), tidyName(name), bytes)]
}

const FAILURE_REPORT = 'Failure reports hold parts of messages, so nothing of them is kept.'

function failureReport(size: number): ReadAttachment {
  return { name: '', size, files: [rejected('', 'failure_report', FAILURE_REPORT)] }
}

const hasReport = ({ files }: ReadAttachment) => files.some(({ content }) => content.kind !== 'rejected')

function unpackingOf(limits: ReadLimits): Unpacking {
  let rows = limits.totalRecords
  const read = (document: ReportDocument): FileContent => {
    const content = readDocument(document, Math.min(limits.records, rows))
    if (content.kind === 'aggregate') {
      const { records, skipped } = content.aggregate.head
      rows -= records + skipped
    }
    const isShared = content.kind === 'rejected' && content.reason === 'too_many_records'
    if (!isShared || rows >= limits.records) return content
    return { ...content, detail: `Its mail or archive has more than ${limits.totalRecords} records.` }
  }
  return { limits, left: limits.totalBytes, litter: new Litter(), read }
}

function readDocument({ kind, chunks, warnings }: ReportDocument, mostRecords: number): FileContent {
  if (kind === 'json') return readTlsReport(chunks, warnings)
  return readAggregateXml(chunks, warnings, mostRecords)
}

/** Undefined: the mail's own words, and no report. */
async function readLeaf(unpacking: Unpacking, leaf: Leaf): Promise<ReadAttachment | undefined> {
  if (!leaf.isBody) return await readAttachment(unpacking, leaf.name, leaf.bytes)
  if (!isWholly(leaf.bytes)) return undefined
  const attachment = await readAttachment(unpacking, leaf.name, leaf.bytes)
  const isNothing = attachment.files.every(
    ({ content }) => content.kind === 'rejected' && OF_LETTERS.has(content.reason),
  )
  return isNothing ? undefined : attachment
}

/** What a letter, or a page, is when it is read as a report. */
const OF_LETTERS: ReadonlySet<Rejection> = new Set(['not_a_report', 'malformed_json'])

async function readAttachment(
  unpacking: Unpacking,
  name: string,
  bytes: Uint8Array,
): Promise<ReadAttachment> {
  const size = bytes.length
  const files = await unpack(unpacking, name, bytes)
  return { name, size, ...keptOf(bytes), files: files.length > 0 ? files : [EMPTY(name)] }
}

const EMPTY = (name: string): ReadFile => rejected(name, 'not_a_report', 'The archive holds no file.')

/** The octets as they came, packed where they were not. */
function keptOf(bytes: Uint8Array): Pick<ReadAttachment, 'bytes' | 'packed'> {
  return isArchive(sniff(bytes)) ? { bytes } : { bytes: gzipSync(bytes), packed: true }
}

function nothingOf(reason: Rejection, detail: string): ReadAttachment {
  return { name: '', size: 0, files: [rejected('', reason, detail)] }
}

function withoutReport(raw: Uint8Array): ReadAttachment {
  const kept = raw.length <= MOST_KEPT_MAIL ? keptOf(raw) : {}
  return {
    name: '',
    size: raw.length,
    ...kept,
    files: [rejected('', 'not_a_report', 'The mail holds no file that could be a report.')],
  }
}
