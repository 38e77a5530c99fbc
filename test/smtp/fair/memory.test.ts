import { describe, expect, test } from 'bun:test'
import { createMemoryShares } from '../../../src/smtp/fair/memory.ts'

/** Takes pieces until there are no more. */
function takeAll(budget: { take(bytes: number): boolean }, piece: number): number {
  let taken = 0
  while (budget.take(piece)) taken += piece
  return taken
}

describe('memory is shared out among networks', () => {
  test('one network leaves a quarter to others, and a second one leaves some to a third', () => {
    const shares = createMemoryShares(1_000_000, 0)
    expect(takeAll(shares.of('a'), 1000)).toBe(750_000)
    expect(takeAll(shares.of('b'), 1000)).toBeWithin(150_000, 200_000)
    expect(takeAll(shares.of('c'), 1000)).toBeGreaterThan(20_000)
  })

  test('what may be declared may be taken', () => {
    const shares = createMemoryShares(1_000_000, 0)
    shares.of('a').take(300_000)
    const left = shares.of('a').left()
    expect(shares.of('a').take(left + 1)).toBe(false)
    expect(shares.of('a').take(left)).toBe(true)
    expect(shares.of('a').left()).toBe(0)
  })

  test('one message is taken where there is room for one', () => {
    const shares = createMemoryShares(30_000_000, 26_000_000)
    expect(shares.of('a').take(26_000_000)).toBe(true)
    expect(shares.of('a').take(1)).toBe(false)
    shares.of('a').give(26_000_000)
    expect(shares.of('b').left()).toBe(26_000_000)
  })

  test('sessions of one network share its part, and what is given back is there again', () => {
    const shares = createMemoryShares(1000, 0)
    const [one, two] = [shares.of('a'), shares.of('a')]
    expect(one.take(700)).toBe(true)
    expect(two.take(100)).toBe(false)
    one.give(700)
    expect(two.take(700)).toBe(true)
  })
})
