import { expect, test } from 'bun:test'
import type { SeenRecords } from '../../../../src/core/watching/records.ts'
import { lookingWorld } from './world.ts'

const MX: SeenRecords = { record: 'mx', name: 'example.org', values: ['10 a'] }

/** A world in which what is due is read twice: the second time while the first look is under way, answered when that has ended. */
async function lateWorld() {
  let reads = 0
  let looks = 0
  const mayEnd = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const world = await lookingWorld({
    lookAtRecords: async () => {
      looks += 1
      await mayEnd.promise
      return [MX]
    },
  })
  const history = world.store.recordHistory
  const { due, keep } = { ...history }
  history.due = async (...asked) => {
    const found = await due(...asked)
    if (found.length > 0) reads += 1
    if (found.length > 0 && reads === 2) {
      mayEnd.resolve()
      await ended.promise
      await Bun.sleep(0)
    }
    return found
  }
  history.keep = (...look) => keep(...look).finally(ended.resolve)
  return { world, looks: () => looks, reads: () => reads }
}

test('a domain is looked at once, however late the answer comes that it was due', async () => {
  const { world, looks, reads } = await lateWorld()
  await world.verified()
  await world.looking.run()
  expect({ looks: looks(), reads: reads() }).toEqual({ looks: 1, reads: 2 })
  await world.done()
})
