import { describe, expect, test } from 'bun:test'
import type { Check } from '../../../../src/core/check.ts'
import { listingsIn, recordsIn, together, weigh } from '../../../../src/services/monitors/looking/judging.ts'
import { check, finding, later, THEN } from '../../../support/builders.ts'

const MINUTE = 60_000
const DOMAIN = { kind: 'domain', name: 'example.org' } as const
const ADDRESS = { kind: 'address', name: '192.0.2.1' } as const
const of = (...checks: Check[]) => ({ subject: DOMAIN, checks })
const NOTHING = { doubted: {}, bad: [] }

describe('records', () => {
  test('a thing for each finding that makes a check fail, and none for advice', () => {
    const fails = finding('spf-too-many', { says: 'It needs 12 look-ups.', cost: 0 })
    const advice = finding('spf-shorter', { says: 'It could be shorter.', cost: 0 })
    const spf = check('spf', {
      status: 'failed',
      summary: 'It needs 12 look-ups.',
      findings: [fails, advice],
    })
    expect(recordsIn(of(spf, check('dmarc'))).bad).toEqual([
      { condition: 'record_broken', about: 'spf', code: 'spf-too-many', says: 'It needs 12 look-ups.' },
    ])
  })

  test('what could not be determined is neither well nor not', () => {
    expect(recordsIn(of(check('dkim', { status: 'error' }), check('mx')))).toEqual({
      bad: [],
      unknown: [{ condition: 'record_broken', about: 'dkim' }],
    })
    expect(recordsIn(of())).toEqual({ bad: [], unknown: [{ condition: 'record_broken' }] })
  })

  test('of a domain that is not there nothing else is known', () => {
    const missing = check('dns', {
      status: 'failed',
      summary: 'gone',
      findings: [finding('domain-missing', { says: 'gone' })],
    })
    expect(recordsIn(of(missing))).toMatchObject({
      bad: [{ about: 'dns', code: 'domain-missing' }],
      unknown: [{ condition: 'record_broken' }],
    })
  })
})

describe('lists', () => {
  const LISTS = [
    { id: 'zen', name: 'zen.example' },
    { id: 'drop', name: 'drop.example' },
    { id: 'mute', name: 'mute.example' },
  ]

  test('each list by itself: listed, clean, or not known', () => {
    const blocklist = check('blocklist', {
      status: 'failed',
      findings: [finding('listed-zen', { says: '192.0.2.1 on zen.example: spam.' })],
      evidence: {
        'zen.example': 'listed: spam',
        'drop.example': 'not listed',
        'mute.example': 'error: no answer in time',
      },
    })
    expect(listingsIn({ subject: ADDRESS, checks: [blocklist] }, LISTS)).toEqual({
      bad: [{ condition: 'listed', about: 'zen.example 192.0.2.1', says: '192.0.2.1 on zen.example: spam.' }],
      unknown: [{ condition: 'listed', about: 'mute.example 192.0.2.1' }],
    })
  })

  test('nothing is clean because nobody looked', () => {
    expect(listingsIn({ subject: ADDRESS, checks: [] }, LISTS)).toEqual({
      bad: [],
      unknown: [{ condition: 'listed' }],
    })
  })
})

describe('weighing', () => {
  const BAD = { condition: 'record_broken', about: 'spf', code: 'spf-none', says: 'No record.' } as const
  const LISTED = { condition: 'listed', about: 'zen.example 192.0.2.1', says: 'Listed.' } as const

  test('what is bad for the first time is not known yet, and counts ten minutes later', () => {
    const first = weigh({ bad: [BAD, LISTED], unknown: [] }, NOTHING, THEN, false)
    expect(first.look.bad).toEqual([])
    expect(first.look.unknown).toEqual([
      { condition: 'record_broken', about: 'spf' },
      { condition: 'listed', about: 'zen.example 192.0.2.1' },
    ])
    expect(first.again).toBe(true)
    const soon = weigh({ bad: [BAD], unknown: [] }, first.state, later(MINUTE), false)
    expect(soon.look.bad).toEqual([])
    const second = weigh({ bad: [BAD, LISTED], unknown: [] }, first.state, later(10 * MINUTE), false)
    expect(second.look).toEqual({ bad: [BAD, LISTED], unknown: [] })
    expect(second.again).toBe(false)
    expect(weigh({ bad: [BAD], unknown: [] }, second.state, later(11 * MINUTE), false).look.bad).toEqual([
      BAD,
    ])
  })

  test('a blip is never told', () => {
    const first = weigh({ bad: [BAD], unknown: [] }, NOTHING, THEN, false)
    const well = weigh({ bad: [], unknown: [] }, first.state, later(10 * MINUTE), false)
    expect(well).toEqual({ look: { bad: [], unknown: [] }, state: NOTHING, again: false })
  })

  test('no answer the second time leaves it in doubt', () => {
    const unknown = [{ condition: 'record_broken', about: 'spf' }] as const
    const first = weigh({ bad: [BAD], unknown: [] }, NOTHING, THEN, false)
    const mute = weigh({ bad: [], unknown }, first.state, later(10 * MINUTE), false)
    expect(mute).toMatchObject({ look: { bad: [], unknown }, again: false })
    const third = weigh({ bad: [BAD], unknown: [] }, mute.state, later(240 * MINUTE), false)
    expect(third.look.bad).toEqual([BAD])
  })

  test('records of a domain that is looked at for the first time are taken as they are; listings never', () => {
    const first = weigh({ bad: [BAD, LISTED], unknown: [] }, NOTHING, THEN, true)
    expect(first.look.bad).toEqual([BAD])
    expect(first.again).toBe(true)
  })

  test('that a name looks unregistered is never taken from one look alone, and told also where it was so before', () => {
    const hint = { ...BAD, code: 'spf-name-unregistered' }
    const first = weigh({ bad: [hint], unknown: [] }, NOTHING, THEN, true)
    expect([first.look.bad, first.again]).toEqual([[], true])
    const second = weigh({ bad: [hint], unknown: [] }, first.state, later(10 * MINUTE), false)
    expect(second.look.bad).toEqual([hint])
    expect(weigh({ bad: [], unknown: [] }, first.state, later(10 * MINUTE), false).look.bad).toEqual([])
  })

  test('what was not asked for any more is no longer bad', () => {
    const state = weigh({ bad: [BAD], unknown: [] }, NOTHING, THEN, true).state
    expect(weigh({ bad: [], unknown: [] }, state, later(MINUTE), false).state).toEqual(NOTHING)
  })
})

test('looks at several names are one', () => {
  const unknown = [{ condition: 'listed' }] as const
  expect(
    together([
      { bad: [], unknown },
      { bad: [], unknown },
    ]),
  ).toEqual({ bad: [], unknown: [...unknown] })
})
