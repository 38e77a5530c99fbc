import { expect, test } from 'bun:test'
import { percentDown, percentUp } from '../../../src/core/aggregate/share.ts'

test('a part of a whole is never shown as more than it is, and what fails never as less', () => {
  const cases: [part: number, whole: number, down: string, up: string][] = [
    [0, 0, '0%', '0%'],
    [0, 7, '0%', '0%'],
    [7, 7, '100%', '100%'],
    [1, 3, '33.3%', '33.4%'],
    [29, 100, '29.0%', '29.0%'],
    [1, 1_000, '0.1%', '0.1%'],
    [1, 1_001, 'under 0.1%', 'under 0.1%'],
    [9_499, 10_000, '94.9%', '95.0%'],
    [50, 10_000, '0.5%', '0.5%'],
    [51, 10_000, '0.5%', '0.6%'],
    [200, 10_000, '2.0%', '2.0%'],
    [201, 10_000, '2.0%', '2.1%'],
    [9_999, 10_000, '99.9%', 'over 99.9%'],
    [Number.MAX_SAFE_INTEGER - 1, Number.MAX_SAFE_INTEGER, '99.9%', 'over 99.9%'],
  ]
  for (const [part, whole, down, up] of cases) {
    expect([part, whole, percentDown(part, whole), percentUp(part, whole)]).toEqual([part, whole, down, up])
  }
})
