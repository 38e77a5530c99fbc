import { expect, test } from 'bun:test'
import type { Report } from '../../clients/typescript/src/client.ts'
import { markdownOf } from '../../src/cli/reports/markdown.ts'

const REPORT: Report = {
  token: 'k5x2mzq7c3w4n6r2t7b5d3f4ga',
  address: 'h7q2m5x3k6c4@in.example.org',
  status: 'scored',
  score: 6.5,
  max_score: 10,
  gated: false,
  created_at: '2026-11-20T09:30:00.000Z',
  checks: [
    { name: 'dkim', status: 'passed', score: 0, detail: { summary: 'Signed.' } },
    { name: 'spf', status: 'failed', score: -1, detail: { summary: 'Fails.', gain: 'unknown' } },
    {
      name: 'dmarc',
      status: 'failed',
      score: -2.5,
      detail: {
        summary: 'The domain publishes no DMARC record.',
        advice: 'Publish one.\nThen watch it.',
        fix: '_dmarc.example.org TXT "v=DMARC1; p=none"',
        gain: '2.5',
      },
    },
    { name: 'provider-gmail', status: 'failed', score: 0, detail: { summary: 'One is not met.' } },
    { name: 'tls', status: 'error', score: 0, detail: { summary: 'No answer.' } },
  ],
}

test('the costliest first, with its record to copy, and what is open', () => {
  expect(markdownOf(REPORT, 'Too low: 6.5, at least 9 was asked for.')).toBe(`### Mail: 6.5 of 10

Too low: 6.5, at least 9 was asked for.

**DMARC** (-2.5, 2.5 to win): The domain publishes no DMARC record.

Publish one.

Then watch it.

\`\`\`text
_dmarc.example.org TXT "v=DMARC1; p=none"
\`\`\`

**SPF** (-1.0): Fails.

Failed without a cost: Gmail.

Not determined: Encryption.
`)
})

test('nothing in a report is a link, a tag, an image or the end of a block', () => {
  const summary = '<img src=x> ![x](https://evil.example) www.evil.example @someone #1 `x` **b**\n# Heading'
  const fix = 'a\n````\n<script>alert(1)</script>'
  const hostile = {
    ...REPORT,
    checks: [{ name: '<b>', status: 'failed' as const, score: -1, detail: { summary, fix } }],
  }
  const text = markdownOf(hostile, '')
  const [prose = '', ...fenced] = text.split('`````')
  expect(fenced).toHaveLength(2)
  expect(prose).not.toMatch(/[<>[\]@`!]|https?:\/\/|www\.|\n# /)
  expect(fenced[0]).toBe(`text\n${fix}\n`)
})

test('however much a report says, the page stays bounded', () => {
  const detail = { summary: 'x'.repeat(100_000), fix: 'y'.repeat(100_000) }
  const checks = Array.from({ length: 500 }, (_, at) => ({
    name: `c${at}`,
    status: 'failed' as const,
    score: -1,
    detail,
  }))
  const text = markdownOf({ ...REPORT, checks }, '')
  expect(text.length).toBeLessThan(500_000)
  expect(text).toContain('460 more checks failed.')
})

test('without a score it says so', () => {
  const { score: _, ...unscored } = REPORT
  expect(markdownOf({ ...unscored, gated: true, checks: [] }, 'x')).toContain('No score')
})
