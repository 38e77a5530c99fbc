import { describe, expect, test } from 'bun:test'
import { judgeRaw } from './cases.ts'
import { type Labelled, readLabelled } from './labelled.ts'
import { paddedRaws, pileOf, readBlocks, type Where } from './padding.ts'

const BLOCKS = readBlocks('held-out')
const SOME = readLabelled(true).filter((_, index) => index % 12 === 0)

function shareWithheld(
  messages: readonly Labelled[],
  rawsOf: (one: Labelled, index: number) => string[],
): number {
  const judged = messages.flatMap((one, index) =>
    rawsOf(one, index).map((raw) => judgeRaw(raw) !== undefined),
  )
  return judged.filter(Boolean).length / judged.length
}

describe('words before and behind a secret do not hide it', () => {
  const secrets = SOME.filter(({ withhold }) => withhold)
  const bare = shareWithheld(secrets, ({ raws }) => raws)

  test.each<[Where, number]>([
    ['before', 200],
    ['before', 2_000],
    ['before', 8_000],
    ['behind', 200],
    ['behind', 2_000],
    ['behind', 8_000],
  ])('%s, %d characters', (where, length) => {
    const padded = shareWithheld(secrets, (one, index) =>
      paddedRaws(one, pileOf(BLOCKS, index, length), where),
    )
    expect(padded).toBeGreaterThan(bare - 0.03)
  })
})

test.each(['ordinary', 'office', 'short'])('ordinary mail is shown: %s', (file) => {
  const ordinary = readLabelled(false).filter(({ id, withhold }) => id.startsWith(`${file}.`) && !withhold)
  expect(shareWithheld(ordinary, ({ raws }) => raws)).toBeLessThan(0.02)
})

test('mail of published software is judged as it is labelled', () => {
  const all = readLabelled(true).filter(({ id }) => /^held-out-(?:keycloak|django)/.test(id))
  expect(
    shareWithheld(
      all.filter(({ withhold }) => withhold),
      ({ raws }) => raws,
    ),
  ).toBeGreaterThan(0.97)
  expect(
    shareWithheld(
      all.filter(({ withhold }) => !withhold),
      ({ raws }) => raws,
    ),
  ).toBeLessThan(0.02)
})
