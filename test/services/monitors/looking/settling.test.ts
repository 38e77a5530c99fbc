import { describe, expect, test } from 'bun:test'
import type { RecordVersion, SeenRecords } from '../../../../src/core/watching/records.ts'
import { type DoubtedRecords, settleRecords } from '../../../../src/services/monitors/looking/settling.ts'
import { later, THEN } from '../../../support/builders.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const place = { record: 'dmarc', name: '_dmarc.example.org' } as const
const said = (...values: string[]): SeenRecords => ({ ...place, values })
const known = (...values: string[]): RecordVersion[] => [
  { ...place, values, firstSeenAt: THEN, lastSeenAt: THEN, current: true },
]
const RECORD = 'v=DMARC1; p=none'
const [OTHER, THIRD] = ['v=DMARC1; p=reject', 'v=DMARC1; p=quarantine']

/** Looks at a place that said RECORD, at minutes; gives what each kept, and whether it is asked again soon. */
function looks(...answers: (readonly [minute: number, answer: SeenRecords | undefined])[]) {
  let doubted: DoubtedRecords = {}
  let current = known(RECORD)
  return answers.map(([minute, answer]) => {
    const settled = settleRecords(answer ? [answer] : [], current, doubted, later(minute * MINUTE))
    doubted = settled.doubted
    const [one] = settled.seen
    if (one) current = known(...one.values)
    return [one ? (one.values[0] ?? 'gone') : '', settled.again ? 'soon' : '']
  })
}

describe.each([
  ['another text', said(OTHER), OTHER],
  ['a record that is gone', said(), 'gone'],
  ['one that is there twice', said(OTHER, RECORD), OTHER],
])('%s', (_name, answer, kept) => {
  test('is asked for again ten minutes later before it counts, once', () => {
    expect(looks([0, answer], [3, answer], [10, answer], [20, answer])).toEqual([
      ['', 'soon'],
      ['', 'soon'],
      [kept, ''],
      [kept, ''],
    ])
  })

  test('that is not there any more at the second look was no change', () => {
    expect(looks([0, answer], [10, said(RECORD)])).toEqual([
      ['', 'soon'],
      [RECORD, ''],
    ])
  })

  test('is as it was where the second look gets no answer', () => {
    expect(looks([0, answer], [10, undefined], [250, answer])).toEqual([
      ['', 'soon'],
      ['', ''],
      [kept, ''],
    ])
  })
})

test('the first look, and what means the same, count at once', () => {
  expect(settleRecords([said()], [], {}, THEN)).toEqual({ seen: [said()], doubted: {}, again: false })
  const blanks = said('v=DMARC1;p=none;')
  expect(settleRecords([blanks], known(RECORD), {}, THEN)).toEqual({
    seen: [blanks],
    doubted: {},
    again: false,
  })
})

test('blanks and order are the same answer at the second look', () => {
  expect(looks([0, said(OTHER, THIRD)], [10, said(THIRD, 'v=DMARC1;p=reject')])[1]).toEqual([THIRD, ''])
})

test('where answers differed, what counts is the same for six looks in a row', () => {
  const answers = [said(OTHER), said(RECORD), said(OTHER), said(OTHER), said(RECORD)]
  const split = answers.map((answer, look) => [look * 10, answer] as const)
  expect(looks(...split).map(([kept]) => kept)).toEqual(['', RECORD, '', '', RECORD])
  const agreed = Array.from({ length: 6 }, (_, look) => [100 + look * 10, said(OTHER)] as const)
  expect(looks(...split, ...agreed).map(([kept]) => kept)).toEqual([
    ...['', RECORD, '', '', RECORD],
    ...['', '', '', '', '', OTHER],
  ])
})

test('a day after answers differed, two looks are enough again', () => {
  const day = DAY / MINUTE
  const found = looks([0, said(OTHER)], [10, said(RECORD)], [day + 20, said(OTHER)], [day + 30, said(OTHER)])
  expect(found.map(([kept]) => kept)).toEqual(['', RECORD, '', OTHER])
})

test('two edits that follow each other are one change, to the second', () => {
  const edits = Array.from({ length: 6 }, (_, look) => [10 + look * 10, said(THIRD)] as const)
  expect(looks([0, said(OTHER)], ...edits).map(([kept]) => kept)).toEqual(['', '', '', '', '', '', THIRD])
})

test('a server that says something else each time is never believed, and not asked more often', () => {
  const answers = Array.from(
    { length: 20 },
    (_, look) => [look * 10, said(`v=DMARC1; p=none; n=${look}`)] as const,
  )
  const found = looks(...answers)
  expect(found.every(([kept]) => kept === '')).toBe(true)
  expect(found.filter(([, soon]) => soon === 'soon')).toHaveLength(2)
})

test('a clock that was set back begins anew', () => {
  const first = settleRecords([said(OTHER)], known(RECORD), {}, later(60 * MINUTE))
  const again = settleRecords([said(OTHER)], known(RECORD), first.doubted, THEN)
  expect([again.seen, again.again]).toEqual([[], true])
  expect(settleRecords([said(OTHER)], known(RECORD), again.doubted, later(10 * MINUTE)).seen).toEqual([
    said(OTHER),
  ])
})
