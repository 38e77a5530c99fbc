import { expect, test } from 'bun:test'
import { analyzers } from '../../src/analysis/registry.ts'
import { CASE_NAMES, corpusReport, readCase } from './corpus-case.ts'
import { goldenOf, readGolden, writeGolden } from './golden-report.ts'
import { POSSIBLE } from './possible-statuses.ts'

const seen = new Map<string, Set<string>>()

/** With UPDATE_GOLDEN=1 the reports are written anew: look at what changed before it is committed. */
test.each(CASE_NAMES)('%s', async (name) => {
  const report = await corpusReport(name)
  for (const check of report.checks) {
    seen.set(check.name, (seen.get(check.name) ?? new Set()).add(check.status))
  }
  const golden = goldenOf(report)
  // Never written down as what is right.
  expect(JSON.stringify(golden)).not.toMatch(/inside Mailgauge|a fault in Mailgauge|ran out of time/)
  if (process.env['UPDATE_GOLDEN']) writeGolden(name, golden)
  expect(golden).toEqual(readGolden(name) as typeof golden)
})

test('every status that a check can have is that of some case, and no other', () => {
  const wanted = analyzers.map(({ name }) => [name, [...(POSSIBLE[name] ?? [])].toSorted()])
  const found = analyzers.map(({ name }) => [name, [...(seen.get(name) ?? [])].toSorted()])
  expect(found).toEqual(wanted)
})

test('at least sixty cases, each with a word on what it is', () => {
  expect(CASE_NAMES.length).toBeGreaterThanOrEqual(60)
  expect(CASE_NAMES.filter((name) => readCase(name).file.about.length < 10)).toEqual([])
})
