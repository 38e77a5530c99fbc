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

const PLACES: [Where, number][] = [
  ['before', 200],
  ['before', 2_000],
  ['before', 8_000],
  ['behind', 200],
  ['behind', 2_000],
  ['behind', 8_000],
]

describe('words before and behind a secret do not hide it', () => {
  const secrets = SOME.filter(({ withhold }) => withhold)
  const bare = shareWithheld(secrets, ({ raws }) => raws)

  test.each(PLACES)('%s, %d characters', (where, length) => {
    const padded = shareWithheld(secrets, (one, index) =>
      paddedRaws(one, pileOf(BLOCKS, index, length), where),
    )
    expect(padded).toBeGreaterThan(bare - 0.02)
  })
})

/** What is withheld of ordinary mail at most: the more words nobody fitted to, the more. */
const MOST_WITHHELD: Readonly<Record<number, number>> = { 200: 0.02, 2000: 0.04, 8000: 0.1 }

describe('ordinary mail among them is shown', () => {
  const ordinary = readLabelled(false).filter(
    ({ id }, index) => /^(?:ordinary|office)\./.test(id) && index % 12 === 0,
  )
  const shown = ordinary.filter(({ withhold }) => !withhold)

  test.each(PLACES)('%s, %d characters', (where, length) => {
    const padded = shareWithheld(shown, (one, index) => paddedRaws(one, pileOf(BLOCKS, index, length), where))
    expect(shown.length).toBeGreaterThan(60)
    expect(padded).toBeLessThan(MOST_WITHHELD[length] ?? 0)
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
