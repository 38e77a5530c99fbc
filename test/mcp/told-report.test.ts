import { expect, test } from 'bun:test'
import { toldReport } from '../../src/mcp/told/report.ts'

const one = (name: string, status: string, score: number, detail: Record<string, string> = {}) => ({
  name,
  status,
  score,
  detail: { summary: `What ${name} saw.`, ...detail },
})

const CHECKS = [
  one('dkim', 'passed', 0),
  one('spf', 'passed', 0, { advice: 'Shorten the record.' }),
  one('tls', 'error', 0),
  one('listed', 'failed', 0),
  one('dmarc', 'failed', -1.5, { fix: '_dmarc.example.org TXT "v=DMARC1; p=none"', gain: '1.5' }),
  one('html', 'failed', -2, { gain: 'unknown' }),
  one('links', 'failed', -1, { gain: '2.5' }),
  one('mime', 'neutral', 0),
]

test('what has something to do comes in full, the highest gain first; of the others the names', () => {
  const told = toldReport({ score: 4.5, checks: CHECKS }, false)
  expect(told).toEqual({
    score: 4.5,
    checks: ['links', 'html', 'dmarc', 'listed', 'tls', 'spf'].map((name) =>
      CHECKS.find((check) => check.name === name),
    ),
    nothing_to_do: ['dkim', 'mime'],
  })
})

test('asked for all, every check is there, in the same order', () => {
  const told = toldReport({ checks: CHECKS }, true) as { checks: { name: string }[] }
  expect(told.checks.map(({ name }) => name)).toEqual([
    'links',
    'html',
    'dmarc',
    'listed',
    'tls',
    'dkim',
    'spf',
    'mime',
  ])
  expect(told).not.toHaveProperty('nothing_to_do')
})

test('a report without checks stays as it is', () => {
  expect(toldReport({ status: 'pending', checks: [] }, false)).toEqual({
    status: 'pending',
    checks: [],
    nothing_to_do: [],
  })
})
