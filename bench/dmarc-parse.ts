/**
 * How fast packed report files are read, without anything stored: records per second of processor time, by how many records a report
 * has, on one core. The reports are synthetic, of the shapes in test/support/aggregate.
 *   bun bench/dmarc-parse.ts [--reports 2000]
 */
import { parseArgs } from 'node:util'
import { readReportFile } from '../src/mail/aggregate/read.ts'
import { packed } from '../test/support/aggregate/containers.ts'
import { reportTruth } from '../test/support/aggregate/truth.ts'
import { xmlBytes } from '../test/support/aggregate/xml.ts'
import { processorTime } from '../test/support/processor-time.ts'

const { values } = parseArgs({ options: { reports: { type: 'string', default: '2000' } } })
const REPORTS = Number(values.reports)
const ROUNDS = 3

/** Packed files with about so many records each; 0: as varied as they come. */
function files(records: number): { bytes: Uint8Array[]; records: number } {
  const count = Math.max(3, Math.round(records > 0 ? (REPORTS * 10) / records : REPORTS))
  const truths = Array.from({ length: count }, (_, i) => reportTruth(i + 1, records > 0 ? { records } : {}))
  return {
    bytes: truths.map((truth, i) => packed(xmlBytes(truth), i % 3 === 0 ? 'zip' : 'gzip')),
    records: truths.reduce((sum, truth) => sum + truth.records.length, 0),
  }
}

async function measure(records: number): Promise<void> {
  const made = files(records)
  let best = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = processorTime()
    for (const bytes of made.bytes) await readReportFile('report.xml.gz', bytes)
    best = Math.max(best, made.records / ((processorTime() - began) / 1000))
  }
  const shape = records > 0 ? `${records} records each` : 'as they come'
  console.log(`${shape}: ${made.bytes.length} files, ${made.records} records, ${Math.round(best)} records/s`)
}

for (const records of [0, 1, 10, 100, 1_000, 20_000]) await measure(records)
