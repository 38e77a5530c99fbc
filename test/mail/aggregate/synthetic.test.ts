import { expect, test } from 'bun:test'
import type { ReadAttachment } from '../../../src/core/aggregate/file.ts'
import { type RecordPiece, unpackPiece } from '../../../src/core/aggregate/piece.ts'
import type { AggregateHead } from '../../../src/core/aggregate/report.ts'
import { readReportFile, readReportMail } from '../../../src/mail/aggregate/read.ts'
import { seeded } from '../../fuzz/random.ts'
import { CONTAINERS, packed } from '../../support/aggregate/containers.ts'
import { reportMail } from '../../support/aggregate/mails.ts'
import { type RecordTruth, type ReportTruth, reportTruth, sumsOf } from '../../support/aggregate/truth.ts'
import { styleOf, xmlBytes } from '../../support/aggregate/xml.ts'

const REPORTS = Number(process.env['REPORTS'] ?? 600)

test(`${REPORTS} reports of every shape, container and way of being sent say what was written`, async () => {
  for (let seed = 1; seed <= REPORTS; seed += 1) {
    const chance = seeded(seed * 7)
    const truth = reportTruth(seed)
    const style = styleOf(chance)
    const container = chance.pick(CONTAINERS)
    const file = packed(xmlBytes(truth, style), container)
    const read = chance.below(2)
      ? await readReportFile('x', file)
      : await readReportMail(reportMail(file, chance))
    expect(read, `report ${seed}`).toHaveLength(1)
    const shape = { seed, container, ...style }
    const { head, records } = onlyReport(read, shape)
    expect({ shape, ...shown(head) }).toEqual({ shape, ...expected(truth) })
    expect(records).toEqual(truth.records.map(asRead))
    const messages = records.reduce((sum, { count }) => sum + count, 0)
    expect(messages).toBe(sumsOf(truth.records).messages)
  }
}, 120_000)

function onlyReport([attachment]: ReadAttachment[], shape: object) {
  const content = attachment?.files[0]?.content
  if (content?.kind !== 'aggregate') throw new Error(JSON.stringify({ content, shape }))
  const pieces = content.aggregate.pieces.map(unpackPiece)
  return { head: content.aggregate.head, records: pieces.flatMap(withResults) }
}

function withResults({ records, results }: RecordPiece) {
  return records.map(({ results: at, ...record }) => ({ ...record, results: results[at] }))
}

function shown({
  orgName,
  orgEmail,
  reportId,
  begin,
  end,
  policyDomain,
  policy,
  records,
  skipped,
  recovered,
}: AggregateHead) {
  return { orgName, orgEmail, reportId, begin, end, policyDomain, policy, records, skipped, recovered }
}

function expected({ reporter, email, reportId, begin, end, domain, policy, records }: ReportTruth) {
  return {
    orgName: reporter,
    orgEmail: email,
    reportId,
    begin,
    end,
    policyDomain: domain,
    policy,
    records: records.length,
    skipped: 0,
    recovered: false,
  }
}

function asRead({ signatures, spfs, reasons, ...record }: RecordTruth) {
  return { ...record, results: { dkim: signatures, spf: spfs, reasons } }
}
