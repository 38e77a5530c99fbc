import { expect, test } from 'bun:test'
import { processorTime } from '../../support/processor-time.ts'
import { seeded } from '../random.ts'
import { growsTooFast, slowestOf } from './growth.ts'
import { BUNDLES, type Place } from './places.ts'
import { runs } from './runs.ts'
import { WAS_SLOW } from './was-slow.ts'

/** A fourth of the length of the runs in which growth is looked for. */
const SIZE = 16_384
const MOST_PROCESSOR_MILLISECONDS = 3_000
const TIMEOUT = 300_000

function placeNamed(name: string): Place {
  const found = BUNDLES.flatMap(({ places }) => places).find((place) => place.name === name)
  if (!found) throw new Error(`no place is named ${name}`)
  return found
}

test.each(WAS_SLOW.map((one) => [one.what, one] as const))(
  'was slow: %s',
  async (_what, { place, run }) => {
    expect(await growsTooFast(placeNamed(place), run, SIZE)).toBeUndefined()
  },
  TIMEOUT,
)

/** A taste of `scripts/fuzz.ts --runs`: the same runs in the same places at every run, until the time is up. */
test(
  'the time of an analysis grows with the length of a run',
  async () => {
    const source = runs(seeded(20_261_122))
    const end = processorTime() + MOST_PROCESSOR_MILLISECONDS
    let tried = 0
    for (let at = 0; processorTime() < end; at += 1) {
      const bundle = BUNDLES[at % BUNDLES.length]
      if (!bundle) break
      const given = bundle.places.map(() => source.next().value)
      expect(await slowestOf(bundle, given, SIZE)).toBeUndefined()
      tried += given.length
    }
    expect(tried).toBeGreaterThan(0)
  },
  TIMEOUT,
)
