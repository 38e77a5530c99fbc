import { beforeAll, describe, expect, test } from 'bun:test'
import { changesOf, detailOf } from '../../src/core/check.ts'
import type { Report } from '../../src/core/report.ts'
import { withoutMarks } from '../../src/core/verbatim.ts'
import type { Item } from '../../src/web/advice.ts'
import { adviceOfCheck } from '../../src/web/check-advice.ts'
import { offeredBy } from '../../src/web/offered.ts'
import { planOf } from '../../src/web/plan.ts'
import { CASE_NAMES, readCase, reportOf } from '../golden/corpus-case.ts'

/** The words with their places, without what code drops: quotes around it and the stop behind it. */
const bare = (text: string) => text.replace(/["\s.]/g, '')
const wordsOf = (items: readonly Item[]) =>
  bare(items.flatMap(({ pieces }) => pieces.map(({ place = '', text }) => place + text)).join(''))
const toCopy = (items: readonly Item[]) =>
  items.flatMap(({ pieces, below }) => [...pieces.filter(({ block }) => block), ...below]).map(keyOf)
const keyOf = ({ place = '', text }: { place?: string; text: string }) => `${place} ${text}`

describe('the advice of the corpus', () => {
  const reports: Report[] = []
  beforeAll(async () => {
    for (const name of CASE_NAMES) reports.push(await reportOf(readCase(name)))
  })

  test('is told without marks everywhere but on pages', () => {
    for (const { checks, plan, kindReasons } of reports) {
      const told = JSON.stringify([
        checks.map(detailOf),
        checks.map(({ summary }) => summary),
        plan,
        kindReasons,
      ])
      expect(withoutMarks(told)).toBe(told)
    }
  })

  test('loses no word on a page', () => {
    for (const { checks } of reports) {
      for (const check of checks) {
        const { advice, refinement } = adviceOfCheck(check)
        const detail = detailOf(check)
        expect(wordsOf(advice)).toBe(bare(detail['advice'] ?? ''))
        expect(wordsOf(refinement)).toBe(bare(detail['refinement'] ?? ''))
      }
    }
  })

  test('lets everything be copied that a finding offers to publish or to set', () => {
    let count = 0
    for (const check of reports.flatMap(({ checks }) => checks)) {
      const offered = changesOf(check).flatMap(offeredBy)
      const set = offered.filter(({ removes }) => removes === undefined)
      const { advice, refinement } = adviceOfCheck(check)
      expect(toCopy([...advice, ...refinement])).toEqual(expect.arrayContaining(set.map(keyOf)))
      count += set.length
    }
    expect(count).toBeGreaterThan(30)
  })

  test('and so does every step of a plan', () => {
    for (const { plan = [], checks } of reports) {
      const { first, more, free } = planOf(plan, checks)
      const before: string[] = []
      for (const { key, items } of [...first, ...more, ...free]) {
        const step = plan[Number.parseInt(key, 10)]
        const set = step?.changes.flatMap(offeredBy).filter(({ removes }) => removes === undefined) ?? []
        // What an earlier step offers is named again, and not offered twice.
        before.push(...toCopy(items))
        expect(before).toEqual(expect.arrayContaining(set.map(keyOf)))
      }
    }
  })
})
