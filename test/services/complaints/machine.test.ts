import { describe, expect, test } from 'bun:test'
import { type SeenProvider, watchComplaints } from '../../../src/services/complaints/watching/machine.ts'
import { newState } from '../../../src/services/complaints/watching/state.ts'
import { complaintSentence } from '../../../src/services/complaints/watching/words.ts'

const yahoo = (changes: Partial<SeenProvider> = {}): SeenProvider => ({
  provider: 'yahoo',
  name: 'Yahoo and AOL',
  complaints: 0,
  before: 0,
  ...changes,
})

/** Looks one after the other, a day apart; what each told, by provider. */
function looks(...days: SeenProvider[][]) {
  let state = newState()
  return days.map((seen, at) => {
    const looked = watchComplaints(state, { domain: 'example.org', today: 20_000 + at, seen })
    state = looked.state
    return looked.told.map(({ provider }) => provider).join()
  })
}

describe('a rate', () => {
  test.each([
    ['at the limit', { complaints: 30, sent: 10_000 }, true],
    ['below it', { complaints: 29, sent: 10_000 }, false],
    ['of few complaints', { complaints: 4, sent: 200 }, false],
    ['of five', { complaints: 5, sent: 200 }, true],
    ['of so little mail that one complaint is much', { complaints: 19, sent: 99 }, false],
    ['as long as before, and high', { complaints: 40, sent: 10_000, before: 40 }, true],
  ])('%s', (_name, seen, told) => {
    expect(looks([yahoo(seen)])).toEqual([told ? 'yahoo' : ''])
  })

  test('is told once while it lasts, and again after it was over', () => {
    const at = (complaints: number) => [yahoo({ complaints, sent: 10_000 })]
    expect(looks(at(35), at(60), at(31), at(25), at(40))).toEqual(['yahoo', '', '', '', ''])
    expect(looks(at(35), at(19), at(29), at(30))).toEqual(['yahoo', '', '', 'yahoo'])
    expect(looks(at(35), [], at(35))).toEqual(['yahoo', '', 'yahoo'])
  })
})

describe('a count, where nobody says what was sent', () => {
  test.each([
    ['of few', { complaints: 19 }, false],
    ['of many, and none before', { complaints: 20 }, true],
    ['as before', { complaints: 200, before: 180 }, false],
    ['three times what it was', { complaints: 60, before: 20 }, true],
    ['not quite', { complaints: 59, before: 20 }, false],
  ])('%s', (_name, seen, told) => {
    expect(looks([yahoo(seen)])).toEqual([told ? 'yahoo' : ''])
  })

  test('is over when it is less than twice what it was', () => {
    const at = (complaints: number, before: number) => [yahoo({ complaints, before })]
    expect(looks(at(60, 20), at(45, 20), at(39, 20), at(60, 20))).toEqual(['yahoo', '', '', 'yahoo'])
  })
})

test('many providers at once are some events and a number; those beyond what is told apart are none', () => {
  const many = Array.from({ length: 6 }, (_, n) => yahoo({ provider: `p${n}`, complaints: 20 + n }))
  const { told, state } = watchComplaints(newState(), {
    domain: 'example.org',
    today: 1,
    seen: [...many, yahoo({ provider: '', complaints: 9000 })],
  })
  expect(told.map(({ provider, others }) => [provider, others])).toEqual([
    ['p5', 3],
    ['p4', undefined],
    ['p3', undefined],
  ])
  expect(state.holds).toHaveLength(6)
})

test('is said in a sentence', () => {
  const payload = { domain: 'example.org', provider: 'yahoo', name: 'Yahoo and AOL', days: 7, before: 6 }
  expect(complaintSentence({ ...payload, complaints: 31, sent: 8410, rate: 0.0036 })).toBe(
    'Yahoo and AOL counts 31 complaints about 8,410 messages of example.org in 7 days, which is 0.36%.',
  )
  expect(complaintSentence({ ...payload, complaints: 31, others: 1 })).toBe(
    'Yahoo and AOL counts 31 complaints about mail of example.org in 7 days, and 6 in as many days before; 1 more provider came with it.',
  )
})
