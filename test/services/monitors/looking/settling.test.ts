import { expect, test } from 'bun:test'
import type { RecordVersion, SeenRecords } from '../../../../src/core/watching/records.ts'
import { settleRecords } from '../../../../src/services/monitors/looking/settling.ts'
import { later, THEN } from '../../../support/builders.ts'

const MINUTE = 60_000
const place = { record: 'dmarc', name: '_dmarc.example.org' } as const
const KEY = 'dmarc _dmarc.example.org'
const said = (...values: string[]): SeenRecords => ({ ...place, values })
const known = (...values: string[]): RecordVersion[] => [
  { ...place, values, firstSeenAt: THEN, lastSeenAt: THEN, current: true },
]
const RECORD = 'v=DMARC1; p=none'

test('what is gone is asked again ten minutes later before it counts', () => {
  const first = settleRecords([said()], known(RECORD), {}, later(0))
  expect(first).toEqual({ seen: [], gone: { [KEY]: THEN.getTime() }, again: true })
  const soon = settleRecords([said()], known(RECORD), first.gone, later(3 * MINUTE))
  expect(soon).toEqual({ seen: [], gone: first.gone, again: true })
  const again = settleRecords([said()], known(RECORD), soon.gone, later(10 * MINUTE))
  expect(again).toEqual({ seen: [said()], gone: {}, again: false })
})

test('what comes back was never gone', () => {
  const back = settleRecords([said(RECORD)], known(RECORD), { [KEY]: THEN.getTime() }, later(10 * MINUTE))
  expect(back).toEqual({ seen: [said(RECORD)], gone: {}, again: false })
})

test('no answer the second time says nothing: it is as it was', () => {
  const gone = { [KEY]: THEN.getTime() }
  expect(settleRecords([], known(RECORD), gone, later(10 * MINUTE))).toEqual({ seen: [], gone, again: false })
})

test('another text, the first look, and what never was there count at once', () => {
  const other = said('v=DMARC1; p=reject')
  expect(settleRecords([other], known(RECORD), {}, THEN).seen).toEqual([other])
  expect(settleRecords([said()], [], {}, THEN)).toEqual({ seen: [said()], gone: {}, again: false })
  expect(settleRecords([said()], known(), {}, THEN)).toEqual({ seen: [said()], gone: {}, again: false })
})

test('a clock that was set back begins anew', () => {
  const gone = { [KEY]: later(60 * MINUTE).getTime() }
  const settled = settleRecords([said()], known(RECORD), gone, THEN)
  expect(settled).toEqual({ seen: [], gone: { [KEY]: THEN.getTime() }, again: true })
})
