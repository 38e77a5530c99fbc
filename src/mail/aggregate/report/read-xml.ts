import { createHash } from 'node:crypto'
import type { FileContent, Rejection } from '../../../core/aggregate/file.ts'
import type { AggregateHead } from '../../../core/aggregate/report.ts'
import { Litter } from '../../reading/reported/litter.ts'
import { decoderFor } from '../xml/decode.ts'
import { createScanner, XmlRefused } from '../xml/scan.ts'
import { headOf } from './head.ts'
import { Outline } from './outline.ts'
import { Rows } from './rows.ts'
import { integerOf } from './vocabulary.ts'

/** Octets that are read at one go: a few hundred records. */
const SLICE = 64 * 1024

/** Beyond this a date is not in seconds. */
const LAST_SECOND = 100_000_000_000

/** Reads an aggregate report out of a document, whose chunks it empties on the way. */
export function readAggregateXml(
  chunks: Uint8Array[],
  warnings: readonly string[],
  mostRecords: number,
): FileContent {
  const rows = new Rows()
  const outline = new Outline((record) => {
    if (rows.records + rows.skipped >= mostRecords) {
      throw tooMany(mostRecords)
    }
    rows.take(record)
  })
  try {
    if (isCrowded(chunks, mostRecords)) throw tooMany(mostRecords)
    const contentHash = readThrough(chunks, outline, () => rows.records + rows.skipped)
    outline.end()
    rows.end()
    return conclude(outline, rows, { warnings, contentHash })
  } catch (error) {
    if (error instanceof XmlRefused) return rejected(error.reason, error.message)
    throw error
  } finally {
    chunks.length = 0
  }
}

const tooMany = (most: number) => new XmlRefused('too_many_records', `It has more than ${most} records.`)

const TAG_END = Buffer.from('record>')

/** Counts the tags of records, which costs next to nothing beside reading them. What it misses, is counted when it is read. */
function isCrowded(chunks: readonly Uint8Array[], mostRecords: number): boolean {
  let tags = 0
  for (const chunk of chunks) {
    const buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
    for (let at = buffer.indexOf(TAG_END); at >= 0; at = buffer.indexOf(TAG_END, at + TAG_END.length))
      tags += 1
    if (tags > 2 * mostRecords) return true
  }
  return false
}

/** Gives the hash of all octets. `taken`: records so far. */
function readThrough(chunks: Uint8Array[], outline: Outline, taken: () => number): string {
  const hash = createHash('sha256')
  const scanner = createScanner(outline)
  const litter = new Litter()
  let before = 0
  const decoder = decoderFor(chunks[0] ?? new Uint8Array())
  const write = (text: string) => {
    if (text.includes('\ufffd')) outline.recovered()
    scanner.write(text)
  }
  for (let chunk = chunks.shift(); chunk; chunk = chunks.shift()) {
    hash.update(chunk)
    for (let at = 0; at < chunk.length; at += SLICE) {
      const slice = chunk.subarray(at, at + SLICE)
      write(decoder.decode(slice, { stream: true }))
      // It is records that leave much.
      if (taken() > before) litter.left(slice.length)
      before = taken()
    }
  }
  write(decoder.decode())
  scanner.end()
  return hash.digest('hex')
}

function conclude(
  outline: Outline,
  rows: Rows,
  read: { warnings: readonly string[]; contentHash: string },
): FileContent {
  if (!outline.hasBegun) {
    return outline.isFragment
      ? rejected('malformed_xml', 'It is a piece of a report: its beginning is missing.')
      : rejected('not_a_report', 'It is XML, but no DMARC report.')
  }
  const { metadata, policy } = outline.head
  const head = headOf(outline.head)
  const begin = integerOf(metadata['begin'])
  const end = integerOf(metadata['end'])
  const refused = refusalOf(outline, rows, head.policyDomain, begin, end)
  if (refused || begin === undefined || end === undefined) return refused ?? BAD_RANGE
  const isRead = rows.records > 0 || rows.skipped > 0
  const all: AggregateHead = {
    ...head,
    begin,
    end,
    warnings: [
      ...new Set([
        ...read.warnings,
        ...rows.warnings,
        ...(head.reportId ? [] : ['report_id_missing']),
        ...(policy['p'] ? [] : ['policy_missing']),
        ...(isRead ? [] : ['no_records']),
      ]),
    ],
    recovered: outline.isRecovered,
    records: rows.records,
    skipped: rows.skipped,
    contentHash: read.contentHash,
  }
  return { kind: 'aggregate', aggregate: { head: all, pieces: rows.pieces } }
}

const rejected = (reason: Rejection, detail: string) => ({ kind: 'rejected', reason, detail }) as const

const BAD_RANGE = rejected('bad_date_range', 'Its date_range is not two times in seconds since 1970.')

function refusalOf(
  { isRecovered }: Outline,
  { records, skipped }: Rows,
  domain: string,
  begin: number | undefined,
  end: number | undefined,
): FileContent | undefined {
  // A report without rows is one; of a broken one without any, nothing is known.
  if (isRecovered && records === 0 && skipped === 0) {
    return rejected('malformed_xml', 'It is not well-formed XML, and no record of it can be read.')
  }
  if (!domain) return rejected('missing_domain', 'Its policy_published names no domain.')
  if (begin === undefined || end === undefined) return BAD_RANGE
  if (Math.max(begin, end) > LAST_SECOND) return BAD_RANGE
  if (end < begin) return rejected('bad_date_range', 'Its date_range ends before it begins.')
  if (records === 0 && skipped > 0) {
    return rejected('no_records_usable', 'No record has an IP address and a count of messages.')
  }
  return undefined
}
