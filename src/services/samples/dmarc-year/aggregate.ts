import { createHash } from 'node:crypto'
import { PIECE_RECORDS, packPiece, type RecordPiece } from '../../../core/aggregate/piece.ts'
import type { AggregateHead, ReadAggregate } from '../../../core/aggregate/report.ts'
import type { SampleRecord } from './records.ts'
import type { SampleReport } from './year.ts'

/** A report as the process that reads mail would hand it over. */
export function aggregateOf(report: SampleReport): ReadAggregate {
  const { records } = report
  const pieces: Uint8Array[] = []
  for (let at = 0; at < records.length; at += PIECE_RECORDS)
    pieces.push(packPiece(pieceOf(records.slice(at, at + PIECE_RECORDS))))
  const head = headOf(report)
  const hash = createHash('sha256').update(JSON.stringify(head))
  for (const piece of pieces) hash.update(piece)
  return { head: { ...head, contentHash: hash.digest('hex') }, pieces }
}

function headOf(report: SampleReport): Omit<AggregateHead, 'contentHash'> {
  const { receiver, reportId, begin, end, domain, policy, records } = report
  const { format, generator, orgName, orgEmail, extraContact } = receiver
  return {
    format,
    version: '1.0',
    ...(generator !== undefined && { generator }),
    orgName,
    orgEmail,
    ...(extraContact !== undefined && { extraContact }),
    reportId,
    begin,
    end,
    policyDomain: domain,
    policy,
    errors: [],
    warnings: [],
    recovered: false,
    records: records.length,
    skipped: 0,
  }
}

/** Results that records share stand there once. */
function pieceOf(records: readonly SampleRecord[]): RecordPiece {
  const places = new Map<string, number>()
  const piece: RecordPiece = { results: [], records: [] }
  for (const { sender: _, signatures, spfs, reasons, ...record } of records) {
    const results = { dkim: signatures, spf: spfs, reasons }
    const key = JSON.stringify(results)
    const place = places.get(key) ?? piece.results.push(results) - 1
    places.set(key, place)
    piece.records.push({ ...record, results: place })
  }
  return piece
}
