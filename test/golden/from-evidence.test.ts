import { expect, test } from 'bun:test'
import { analyseAgain } from '../../src/analysis/evidence/again.ts'
import { readEvidence } from '../../src/analysis/evidence/evidence.ts'
import { analyzers } from '../../src/analysis/registry.ts'
import { CASE_NAMES, corpusAnalysis, readCase, sentBytes } from './corpus-case.ts'

const json = (value: unknown) => JSON.stringify(value)

test.each(CASE_NAMES)('%s: the same report from its evidence, byte for byte', async (name) => {
  const raw = await sentBytes(readCase(name))
  const first = await corpusAnalysis(name)
  const again = await analyseAgain(raw, readEvidence(JSON.parse(json(first.evidence))), analyzers)
  expect(json(again.report)).toBe(json(first.report))
  expect(json(again.evidence)).toBe(json(first.evidence))
  expect(json(again.messageView)).toBe(json(first.messageView))
  expect(again.content).toBe(first.content)
})
