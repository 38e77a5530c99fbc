import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Report } from '../../src/core/report.ts'
import { told } from '../support/told.ts'
import { CASES } from './corpus-case.ts'

/** What is held of a report: every verdict and every word that tells it, without the evidence. */
export function goldenOf(report: Report) {
  const { score, undetermined, kind, kindReasons, saidByOwner, withheld, checks, plan } = report
  return {
    score,
    undetermined,
    kind,
    kindReasons,
    ...(saidByOwner && { saidByOwner }),
    ...(withheld && { withheld }),
    checks: checks.map(told).map(({ name, status, score: points, detail, fixes }) => ({
      name,
      status,
      score: points,
      ...(detail['findings'] && { findings: detail['findings'] }),
      summary: detail['summary'] ?? '',
      ...(detail['advice'] && { advice: detail['advice'] }),
      ...(fixes && { fixes }),
    })),
    ...(plan && { plan }),
  }
}

const fileOf = (name: string) => join(CASES, name, 'report.json')

export function readGolden(name: string): unknown {
  return JSON.parse(readFileSync(fileOf(name), 'utf8'))
}

export function writeGolden(name: string, golden: unknown): void {
  writeFileSync(fileOf(name), `${JSON.stringify(golden, null, 1)}\n`)
}
