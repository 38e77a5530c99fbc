import { expect, test } from 'bun:test'
import { createFairTurns } from '../../src/services/mail-tests/fair-turns.ts'

/** Turns of work that ends when it is let go, by name. */
function scene(most = { ofParty: 20, ofAll: 200 }) {
  const turns = createFairTurns(most)
  const begun: string[] = []
  const go: (() => void)[] = []
  const take = (party: string, name: string, when?: 'always') =>
    turns.take(
      party,
      () => {
        begun.push(name)
        return new Promise<void>((resolve) => go.push(resolve))
      },
      when,
    )
  const end = async () => {
    go.shift()?.()
    await Bun.sleep(0)
  }
  return { turns, begun, take, end }
}

test('one party that does not end lets every other have its turn', async () => {
  const { begun, take, end } = scene()
  for (let at = 0; at < 10; at += 1) void take('loop', `loop ${at}`)
  void take('one', 'one 0')
  void take('two', 'two 0')
  void take('one', 'one 1')
  for (let at = 0; at < 5; at += 1) await end()
  expect(begun).toEqual(['loop 0', 'loop 1', 'one 0', 'two 0', 'loop 2', 'one 1'])
})

test('a party that has as much waiting as it may is turned away, the others are not', () => {
  const { take } = scene({ ofParty: 2, ofAll: 4 })
  const taken = ['a', 'a', 'a', 'a', 'b', 'b', 'c'].map((party) => take(party, party) !== undefined)
  // The first is begun at once and no longer waits.
  expect(taken).toEqual([true, true, true, false, true, true, false])
  expect(take('c', 'c', 'always')).toBeDefined()
})

test('what fails is told to whoever waits for it, and the next is begun', async () => {
  const { turns, begun, take } = scene()
  const failing = turns.take('a', () => Promise.reject(new Error('on purpose')))
  void take('a', 'next')
  await expect(failing).rejects.toThrow('on purpose')
  await Bun.sleep(0)
  expect(begun).toEqual(['next'])
})
