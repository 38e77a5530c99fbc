import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FileContent } from '../../../src/core/aggregate/file.ts'
import { unpackPiece } from '../../../src/core/aggregate/piece.ts'
import type { AggregateRecord } from '../../../src/core/aggregate/report.ts'
import { readReportFile } from '../../../src/mail/aggregate/read.ts'

const FOLDER = process.env['DMARC_SAMPLES'] ?? join(import.meta.dir, '../../../../shared/samples/dmarc')
const MANIFEST = join(FOLDER, 'MANIFEST.json')
const isThere = existsSync(MANIFEST)

interface Sample {
  path: string
  type: string
  org: string
  report_id: string
  begin: string
  end: string
  domain: string
  records: number
  messages: number
  dmarc_pass: number
  dkim_aligned: number
  spf_aligned: number
  dispositions: Record<string, number>
  policies: number
  ok_sessions: number
  fail_sessions: number
  failure_details: number
}

const samples: Sample[] = isThere ? JSON.parse(readFileSync(MANIFEST, 'utf8')).files : []

describe('the samples of parsedmarc say what its manifest counts', () => {
  if (!isThere)
    test.skip(`no samples in ${FOLDER}: set DMARC_SAMPLES to the folder with MANIFEST.json`, () => {})
  for (const sample of samples) {
    test(sample.path, async () => {
      const content = await contentOf(sample.path)
      if (content?.kind === 'tls') expect(tlsCounts(content)).toEqual(expectedTls(sample))
      else expect(counts(content)).toEqual(expectedCounts(sample))
    })
  }
})

async function contentOf(path: string): Promise<FileContent | undefined> {
  const read = await readReportFile(path, readFileSync(join(FOLDER, path)))
  expect(read.flatMap(({ files }) => files)).toHaveLength(1)
  return read[0]?.files[0]?.content
}

function counts(content: FileContent | undefined) {
  if (content?.kind !== 'aggregate') return content
  const { head, pieces } = content.aggregate
  const records = pieces.flatMap((piece) => unpackPiece(piece).records)
  const sum = (of: (record: AggregateRecord) => boolean) =>
    records.filter(of).reduce((total, { count }) => total + count, 0)
  const dispositions: Record<string, number> = {}
  for (const { disposition, count } of records)
    dispositions[disposition] = (dispositions[disposition] ?? 0) + count
  return {
    report_id: head.reportId,
    begin: String(head.begin),
    end: String(head.end),
    domain: head.policyDomain,
    records: records.length,
    messages: sum(() => true),
    dmarc_pass: sum(({ dkim, spf }) => dkim || spf),
    dkim_aligned: sum(({ dkim }) => dkim),
    spf_aligned: sum(({ spf }) => spf),
    dispositions,
  }
}

function expectedCounts(sample: Sample) {
  const {
    report_id,
    begin,
    end,
    domain,
    records,
    messages,
    dmarc_pass,
    dkim_aligned,
    spf_aligned,
    dispositions,
  } = sample
  return {
    report_id,
    begin,
    end,
    domain,
    records,
    messages,
    dmarc_pass,
    dkim_aligned,
    spf_aligned,
    dispositions,
  }
}

function tlsCounts({ report }: Extract<FileContent, { kind: 'tls' }>) {
  const sum = (list: readonly number[]) => list.reduce((total, one) => total + one, 0)
  return {
    org: report.orgName,
    report_id: report.reportId,
    policies: report.policies.length,
    ok_sessions: sum(report.policies.map(({ successes }) => successes)),
    fail_sessions: sum(report.policies.map(({ failures }) => failures)),
    failure_details: sum(report.policies.map(({ details }) => details.length)),
  }
}

function expectedTls({ org, report_id, policies, ok_sessions, fail_sessions, failure_details }: Sample) {
  return { org, report_id, policies, ok_sessions, fail_sessions, failure_details }
}
