import { expect, test } from 'bun:test'
import { mutated, noise } from './mutate.ts'
import { seeded } from './random.ts'
import { TARGETS } from './targets.ts'

const MOST_INPUTS = 300
const MOST_MILLISECONDS = 1_500

/** A taste of scripts/fuzz.ts, the same at every run until the time is up. */
test.each(TARGETS.map((target) => [target.name, target] as const))(
  'damaged input: %s',
  async (_name, target) => {
    const chance = seeded(20_261_120)
    const end = performance.now() + MOST_MILLISECONDS
    let inputs = 0
    while (inputs < MOST_INPUTS && performance.now() < end) {
      const text = chance.below(10) === 0 ? noise(chance) : mutated(target.seeds, target.pieces, chance)
      await target.run(text)
      inputs += 1
    }
    expect(inputs).toBeGreaterThan(0)
  },
  300_000,
)
