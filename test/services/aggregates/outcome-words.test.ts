import { expect, test } from 'bun:test'
import { OUTCOMES, REJECTIONS } from '../../../src/core/aggregate/file.ts'
import { outcomeWords } from '../../../src/services/aggregates/outcome-words.ts'

const ALL = [
  ...OUTCOMES.map((outcome) => outcomeWords({ outcome })),
  ...REJECTIONS.map((reason) => outcomeWords({ outcome: 'rejected', reason })),
]

test('has words for every outcome and every reason', () => {
  for (const { title, says, todo } of ALL) {
    expect(title).toMatch(/^[A-Z][A-Za-z ]+$/)
    for (const sentence of [says, todo ?? says]) expect(sentence).toMatch(/^[A-Z][^!]+\.$/)
  }
  expect(new Set(ALL.map(({ title }) => title)).size).toBe(OUTCOMES.length + REJECTIONS.length)
})

test('names the domain to add or to verify', () => {
  const told = { outcome: 'rejected', domain: 'mail.example.com' } as const
  expect(outcomeWords({ ...told, reason: 'domain_mismatch' }).todo).toBe(
    'If mail.example.com is yours, add it to the account, verify it, and import the report again.',
  )
  expect(outcomeWords({ ...told, reason: 'unverified_domain' }).todo).toBe(
    'Verify mail.example.com, and import the report again.',
  )
})

test('ends with what exactly was wrong', () => {
  const words = outcomeWords({
    outcome: 'rejected',
    reason: 'malformed_xml',
    detail: 'Line 3 ends in a tag.',
  })
  expect(words.says).toBe('The XML is malformed, and no record could be read. Line 3 ends in a tag.')
})
