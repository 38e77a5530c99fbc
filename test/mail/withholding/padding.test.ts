import { describe, expect, test } from 'bun:test'
import { judgeRaw } from './cases.ts'
import { type Labelled, readLabelled } from './labelled.ts'
import { type Block, PADDING_KINDS, paddedRaws, pileOf, readBlocks, type Where } from './padding.ts'

const BLOCKS = readBlocks('held-out')
const SOME = readLabelled(true).filter((_, index) => index % 12 === 0)

/** Every second message is among the longer piles, which take most of the time; `PADDING=all` takes all of them. */
const ALL = process.env['PADDING'] === 'all'
function fewer<T>(all: readonly T[], length: number): T[] {
  return all.filter((_, index) => ALL || length < 2_000 || index % 2 === 0)
}

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

  test.each(PLACES)('%s, %d characters', (where, length) => {
    const some = fewer(secrets, length)
    const bare = shareWithheld(some, ({ raws }) => raws)
    const padded = shareWithheld(some, (one, index) => paddedRaws(one, pileOf(BLOCKS, index, length), where))
    expect(padded).toBeGreaterThanOrEqual(bare - 0.01)
  })
})

/** Every kind alone, and one kind after another. */
const KINDS = [...PADDING_KINDS, 'mixed'] as const

function blocksOf(kind: (typeof KINDS)[number]): Block[] {
  return kind === 'mixed' ? BLOCKS : BLOCKS.filter((block) => block.kind === kind)
}

/** Each message in one of its forms, every other one with them before it. */
function shareAmong(messages: readonly Labelled[], kind: (typeof KINDS)[number], length: number) {
  return shareWithheld(fewer(messages, length), (one, index) => {
    const raws = paddedRaws(one, pileOf(blocksOf(kind), index, length), index % 2 === 0 ? 'before' : 'behind')
    return raws.slice(index % raws.length).slice(0, 1)
  })
}

const AMONG = KINDS.flatMap((kind) =>
  (ALL || kind === 'mixed' ? [200, 2_000, 8_000] : [2_000]).map((length) => [kind, length] as const),
)

describe('among them everyday mail is shown', () => {
  const shown = readLabelled(false).filter(
    ({ id, withhold }, index) => /^(?:ordinary|office|short)\./.test(id) && !withhold && index % 13 === 0,
  )

  test.each(AMONG)('%s, %d characters', (kind, length) => {
    expect(shown.length).toBeGreaterThan(70)
    expect(shareAmong(shown, kind, length)).toBeLessThanOrEqual(0.012)
  })
})

describe('among them articles about codes and notices of accounts are shown', () => {
  const shown = readLabelled(true).filter(({ withhold }) => !withhold)
  const some = shown.filter((_, index) => index % 7 === 0)
  const bare = shareWithheld(some, ({ raws }, index) => raws.slice(index % raws.length).slice(0, 1))

  test('without them, too', () => {
    expect(bare).toBeLessThanOrEqual(0.028)
  })

  test.each(AMONG)('%s, %d characters', (kind, length) => {
    expect(some.length).toBeGreaterThan(70)
    expect(shareAmong(some, kind, length)).toBeLessThanOrEqual(bare + 0.001)
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
