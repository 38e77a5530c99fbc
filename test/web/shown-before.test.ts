import { describe, expect, test } from 'bun:test'
import type { Report } from '../../src/core/report.ts'
import { createShownBefore } from '../../src/web/routes/shown-before.ts'
import { CASE_NAMES, corpusAnalysis } from '../golden/corpus-case.ts'
import { BAD, MIXED } from './reports.ts'
import { siteUnderTest } from './site-under-test.ts'

async function shown(
  report: Report,
  messageView?: Parameters<ReturnType<typeof siteUnderTest>['fake']['showView']>[2],
) {
  const site = siteUnderTest()
  const token = await site.fake.create()
  const id = site.fake.receive(token)
  site.fake.finish(token, id, report)
  if (messageView) site.fake.showView(token, id, messageView)
  const look = async () => (await site.ask(`/t/${token}`)).text()
  return { site, token, id, look }
}

describe('a page that was shown before', () => {
  test.each(CASE_NAMES)('is the same as when it is written: %s', async (name) => {
    const { report, messageView } = await corpusAnalysis(name)
    const { look } = await shown(report, messageView)
    const first = await look()
    expect(first).toStartWith('<!doctype html><html lang="en">')
    expect(await look()).toBe(first)
  })

  test('is written anew as soon as something of it changes', async () => {
    const { site, token, id, look } = await shown(MIXED)
    const first = await look()
    site.fake.finish(token, id, BAD)
    const second = await look()
    expect(second).not.toBe(first)
    site.fake.receive(token)
    expect(await look()).not.toBe(second)
  })

  test('is kept as long as there is room, what was shown last the longest', () => {
    const before = createShownBefore(80)
    const times = new Map<number, number>()
    const look = (number: number) =>
      before.pageOf({ number }, () => {
        times.set(number, (times.get(number) ?? 0) + 1)
        return `page ${number} `.padEnd(10)
      })
    for (const number of [1, 2, 3, 4, 5, 6, 7, 8, 1, 9, 1, 2]) look(number)
    expect(new TextDecoder().decode(look(1))).toBe('page 1    ')
    expect(times.get(1)).toBe(1)
    expect(times.get(2)).toBe(2)
    before.pageOf({ number: 'long' }, () => 'x'.repeat(100))
    look(1)
    expect(times.get(1)).toBe(1)
  })
})
