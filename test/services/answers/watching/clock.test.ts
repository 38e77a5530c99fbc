import { describe, expect, test } from 'bun:test'
import { scene } from './scene.ts'

/** Everything happens once. */
const eventful = () =>
  scene()
    .mail('own', [0, 199], 600)
    .mail('esp', [0, 69], 300)
    .mail('esp', [70, 119], 300, 0)
    .mail('esp', [120, 199], 300)
    .mail('new', [80, 199], 40)
    .policy([0, 89], { p: 'none' })
    .policy([90, 199], { p: 'reject' })
    .tls([0, 99], 100, 0)
    .tls([100, 110], 50, 50)
    .tls([111, 199], 100, 0)
    .none([160, 166])

const ALL = [
  'source_regressed esp',
  'rate_low',
  'source_new new',
  'policy_changed p=none → p=reject',
  'tls.failures',
  'reports_missing',
]
const names = (told: readonly string[]) => told.map((one) => one.replace(/^\S+ /, ''))

describe('a clock that is set', () => {
  test('tells each once when it goes evenly', () => {
    expect(names(eventful().watch([50, 199]))).toEqual(ALL)
  })

  test.each([1, 2, 3, 10, 60, 300, 5_000])(
    'tells nothing twice when it leaps ahead by %d days and back',
    (days) => {
      for (const day of [60, 71, 73, 83, 85, 93, 95, 101, 105, 130, 150]) {
        const at = eventful()
        const told = at.watch([50, day])
        told.push(...at.wrong(day, day + days), ...at.wrong(day + 1, day + days + 1))
        told.push(...at.watch([day + 1, 199]))
        expect(names(told).toSorted()).toEqual(ALL.toSorted())
      }
    },
  )

  test.each([1, 2, 3, 10, 30])('tells nothing twice when it is behind for two days by %d', (days) => {
    for (const day of [60, 71, 73, 83, 85, 93, 95, 101, 105, 122, 124, 126, 130, 150]) {
      const at = eventful()
      const told = at.watch([50, day])
      told.push(...at.wrong(day, day - days), ...at.wrong(day + 1, day + 1 - days))
      told.push(...at.watch([day + 2, 199]))
      expect(names(told).toSorted()).toEqual(ALL.toSorted())
    }
  })

  test('does not tell of reports that stay away before it was up for days', () => {
    const at = scene().mail('own', [0, 100], 100)
    expect(at.watch([50, 60])).toEqual([])
    expect(at.watch([70, 72])).toEqual([])
  })
})

describe('what an import brings, or another domain', () => {
  test('is taken in silence, and what lasts is not told later', () => {
    const at = scene().mail('own', [0, 199], 2_000)
    at.watch([40, 60])
    at.flags.isMoved = true
    at.mail('esp', [0, 51], 100).mail('esp', [52, 60], 100, 0).mail('new', [54, 60], 50)
    at.policy([0, 56], { p: 'none' }).policy([57, 60], { p: 'reject' })
    expect(at.watch([60, 60])).toEqual([])
    at.flags.isMoved = false
    at.mail('esp', [61, 70], 100, 0).mail('new', [61, 70], 50).policy([61, 70], { p: 'reject' })
    expect(at.watch([61, 70])).toEqual([])
    expect(at.holds()).toEqual(['source_regressed'])
  })

  test('of last year changes nothing', () => {
    const at = scene().mail('own', [400, 599], 2_000)
    at.watch([450, 500])
    at.flags.isMoved = true
    for (let n = 0; n < 50; n += 1) at.mail(`old${n}`, [0, 300], 20)
    at.policy([0, 300], { p: 'quarantine' })
    expect(at.watch([501, 501])).toEqual([])
    at.flags.isMoved = false
    at.mail('new', [505, 520], 50)
    expect(at.watch([502, 520])).toEqual(['507 source_new new'])
  })

  test.each([{ isMoving: true }, { kin: 'a,b' }])(
    'is silent while records move, and in the look behind: %o',
    (flags) => {
      const at = scene().mail('own', [0, 199], 2_000)
      at.watch([40, 60])
      Object.assign(at.flags, flags)
      at.mail('moved', [50, 70], 50)
      expect(at.look(60)).toEqual([])
      at.flags.isMoving = false
      expect(at.watch([60, 70])).toEqual([])
    },
  )

  test('is silent, too, when it comes while the service waits or does not know who sends', () => {
    const at = scene().mail('own', [0, 199], 2_000)
    at.watch([40, 60])
    at.mail('moved', [56, 70], 50)
    at.flags.isMoved = true
    expect(at.look(65)).toEqual([])
    at.flags.isMoved = false
    at.flags.sourcesUnknown = true
    expect(at.watch([66, 66])).toEqual([])
    at.flags.sourcesUnknown = false
    expect(at.watch([67, 75])).toEqual([])
  })
})
