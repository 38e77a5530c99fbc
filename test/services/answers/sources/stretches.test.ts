import { describe, expect, test } from 'bun:test'
import { dayNumberOf } from '../../../../src/services/aggregates/window.ts'
import { answerSources } from '../../../../src/services/answers/sources/answer.ts'
import { stretchesIn, withStretches } from '../../../../src/services/answers/sources/stretches.ts'
import type { SourceDay } from '../../../../src/store/dmarc/source-facts.ts'
import { factsOf, type Given, knownOf, WINDOW } from './scene.ts'

const START = dayNumberOf(new Date('2026-06-01T00:00:00Z'))

/** Days from the first of June, each with so many messages and how many of them passed. */
const june = (...days: readonly [messages: number, pass: number][]): SourceDay[] =>
  days.flatMap(([messages, pass], at) => (messages > 0 ? [{ day: START + at, messages, pass }] : []))

const fine = (count: number) => Array.from({ length: count }, () => [50, 50] as [number, number])
const lost = (count: number) => Array.from({ length: count }, () => [50, 1] as [number, number])

describe('days on which a source failed', () => {
  const cases: [what: string, days: SourceDay[], stretches: [from: number, to: number][] | undefined][] = [
    ['none', june(...fine(20)), undefined],
    ['some in the middle', june(...fine(5), ...lost(3), ...fine(5)), [[5, 7]]],
    ['one', june(...fine(5), ...lost(1), ...fine(5)), [[5, 5]]],
    [
      'two times',
      june(...fine(5), ...lost(2), ...fine(5), ...lost(2), ...fine(9)),
      [
        [5, 6],
        [12, 13],
      ],
    ],
    [
      'with a day without mail between them',
      june(...fine(5), ...lost(1), [0, 0], ...lost(1), ...fine(5)),
      [[5, 7]],
    ],
    ['few messages', june(...fine(5), [9, 0], ...fine(5)), undefined],
    ['half of a day', june(...fine(5), [50, 25], ...fine(5)), undefined],
    ['all', june(...lost(9)), undefined],
    [
      'and the others are no better',
      june(...lost(5), ...Array.from({ length: 9 }, () => [50, 40] as [number, number])),
      undefined,
    ],
  ]
  test.each(cases)('%s', (_, days, stretches) => {
    const found = stretchesIn(days)?.stretches.map(({ from, to }) => [from - START, to - START])
    expect(found as [number, number][] | undefined).toEqual(stretches)
  })

  test('it passes since the next one, if that is more than chance', () => {
    expect(stretchesIn(june(...fine(5), ...lost(3), ...fine(5)))?.passesSince).toBe(START + 8)
    expect(stretchesIn(june(...fine(5), ...lost(3)))).not.toHaveProperty('passesSince')
    expect(stretchesIn(june(...fine(5), ...lost(3), [2, 2]))).not.toHaveProperty('passesSince')
  })
})

describe('what is said of them', () => {
  const sourceOf = (
    given: Partial<Given>,
    known: Parameters<typeof knownOf>[0] = { spf: { '192.': 'mx' } },
  ) => {
    const facts = factsOf([{ ip: '192.0.2.1', messages: 1_000, pass: 970, spfAligned: 970, ...given }])
    const [source] = answerSources(facts, knownOf(known), WINDOW).answered.sources
    if (!source) throw new Error('no source')
    return source
  }

  test('a source that passes again says when it failed', () => {
    const { reasons, advice } = withStretches(sourceOf({}), june(...fine(5), ...lost(3), ...fine(5)))
    expect(reasons.slice(1, 3)).toEqual([
      'Its mail of 2026-06-06 to 2026-06-08 failed: 147 of 150 messages.',
      'It passes again since 2026-06-09.',
    ])
    expect(advice.says).toBe(
      'It passes again: find out what was lost in the days on which it failed, such as a DKIM key, so that it is not lost again.',
    )
  })

  test('one that fails by now is never told to do nothing', () => {
    const { reasons, advice } = withStretches(sourceOf({}), june(...fine(25), [50, 0]))
    expect(reasons[1]).toBe('Its mail of 2026-06-26 failed: all 50 messages.')
    expect(advice.says).toBe(
      'Its mail fails now: look at the days since 2026-06-26 alone to see why, and what to do.',
    )
  })

  test('the worst three are named, behind the mark', () => {
    const marks = [{ key: 'ip:192.0.2.1', mark: 'mine' as const }]
    const times = (n: number) => [...fine(20), [50, 10 - n] as [number, number]]
    const days = june(...[1, 2, 3, 4, 5].flatMap(times), ...fine(9))
    const { reasons } = withStretches(sourceOf({}, { marks }), days)
    expect(reasons[0]).toBe('You marked it as yours.')
    expect(reasons.slice(2, 7)).toEqual([
      'Its mail of 2026-08-02 failed: 43 of 50 messages.',
      'Its mail of 2026-08-23 failed: 44 of 50 messages.',
      'Its mail of 2026-09-13 failed: 45 of 50 messages.',
      'So did its mail of 2 more stretches of days.',
      'It passes again since 2026-09-14.',
    ])
  })

  test('what is to do otherwise stays', () => {
    const before = sourceOf({ dkimAligned: 0 })
    const { advice } = withStretches(before, june(...fine(5), ...lost(3), ...fine(5)))
    expect(before.advice.says).toStartWith('It passes by SPF alone')
    expect(advice.says).toEndWith(`. ${before.advice.says}`)
  })

  test('nothing is said of mail of others, and no advice of mail that fails is changed', () => {
    const days = june(...fine(5), ...lost(3), ...fine(5))
    const abuse = sourceOf({ pass: 0, spfAligned: 0 }, {})
    expect(abuse.standing).toBe('abuse')
    expect(withStretches(abuse, days)).toBe(abuse)
    const broken = sourceOf({ pass: 800, spfAligned: 800 })
    expect(broken).toMatchObject({ standing: 'broken', whose: 'own' })
    expect(withStretches(broken, days).advice).toBe(broken.advice)
    expect(withStretches(broken, days).reasons).toContain('It passes again since 2026-06-09.')
  })
})
