import { expect, test } from 'bun:test'
import {
  MOST_OF_KIND,
  merged,
  NO_TRAITS,
  OF_SPF,
  type Traits,
  traitsIn,
  traitsOn,
} from '../../../../src/store/keeping/dmarc/traits.ts'

const on = (day: number, name: number, of: { passed?: boolean; proven?: boolean; kind?: number } = {}) =>
  traitsOn(day, of.proven ? 1 : 0, [{ kind: of.kind ?? 0, name, passed: of.passed ?? false }])
const all = (...some: Traits[]) => some.reduce(merged, NO_TRAITS)
const names = (traits: Traits) => traitsIn(traits).map(({ name }) => name)

test('what was said of a domain adds up, by any report and by authenticated ones', () => {
  const traits = all(
    on(9, 1, { proven: true }),
    on(12, 1, { passed: true }),
    on(3, 1, { passed: true, proven: true }),
  )
  expect(traitsIn(traits)).toEqual([
    { kind: 0, name: 1, passed: true, provenPass: true, last: 12, proven: 9 },
  ])
  expect(traitsIn(all(on(9, 1, { passed: true }), on(12, 1, { proven: true })))).toEqual([
    { kind: 0, name: 1, passed: true, provenPass: false, last: 12, proven: 12 },
  ])
})

test('what says nothing new leaves the very same', () => {
  const traits = all(on(9, 1, { passed: true }), on(9, 2), on(9, 1, { kind: OF_SPF }))
  expect(merged(traits, on(9, 2))).toBe(traits)
  expect(merged(traits, on(8, 1))).toBe(traits)
  expect(merged(traits, on(9, 1, { kind: OF_SPF }))).toBe(traits)
  expect(merged(traits, NO_TRAITS)).toBe(traits)
  expect(traitsIn(traits).map(({ kind, name }) => [kind, name])).toEqual([
    [0, 1],
    [0, 2],
    [OF_SPF, 1],
  ])
})

test('strangers who name many domains push out neither what passed nor what authenticated reports name', () => {
  const own = all(
    on(1, 1, { passed: true, proven: true }),
    on(1, 2, { proven: true }),
    on(1, 3, { kind: OF_SPF }),
  )
  const many = Array.from({ length: 50 }, (_, at) => on(100 + at, 1000 + at))
  const traits = many.reduce(merged, own)
  const dkim = traitsIn(traits).filter(({ kind }) => kind === 0)
  expect(dkim.length).toBe(MOST_OF_KIND)
  expect(names(traits)).toEqual(expect.arrayContaining([1, 2, 3, 1049]))
  // Of the others those that were seen last stay.
  expect(names(traits)).not.toContain(1000)
  expect(merged(traits, on(50, 2000))).toBe(traits)
})
