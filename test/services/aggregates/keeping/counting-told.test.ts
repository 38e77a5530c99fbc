import { expect, test } from 'bun:test'
import { createCountingTold } from '../../../../src/services/aggregates/keeping/counting-told.ts'

test('the log says how much is left to count, and that it is done, and nothing where nothing was', async () => {
  const left = [0, 3, 1, 0, 0]
  const said: unknown[][] = []
  const told = createCountingTold({
    store: { aggregates: { uncounted: async () => left.shift() ?? 0 } },
    log: { info: (...line: unknown[]) => void said.push(line) },
  })
  for (let look = 0; look < 5; look += 1) await told.look()
  expect(said).toEqual([
    [{ domains: 3 }, 'Counting DMARC reports after the upgrade'],
    [{ domains: 1 }, 'Counting DMARC reports after the upgrade'],
    [{}, 'Counted DMARC reports after the upgrade'],
  ])
})
