import { expect, test } from 'bun:test'
import { MINUTE, type Rate, rateOf, type Slot } from '../../../src/core/access/rate.ts'
import { account } from '../../support/builders.ts'
import type { TheStore } from '../contract.ts'

/** The engine goes by its own clock: rates here are slow enough that the time of a test does not matter. */
export function rateContract(store: TheStore): void {
  async function budget(): Promise<(rate: Rate) => Promise<Slot>> {
    const one = account()
    await store().accounts.create(one)
    return (rate) => store().accounts.takeSlot(one.id, rate)
  }
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

  test('of 400 calls at once exactly the burst and one are admitted, each counted once', async () => {
    const take = await budget()
    const slots = await Promise.all(numbers(400).map(() => take(rateOf(1, MINUTE, 29))))
    const admitted = slots.filter((slot) => slot.admitted)
    expect(admitted.map(({ remaining }) => remaining).toSorted((a, b) => a - b)).toEqual(numbers(30))
    for (const slot of slots) {
      expect(slot.admitted ? slot.retryAfter : 0).toBe(0)
      if (slot.admitted) continue
      expect(slot.retryAfter).toBeGreaterThan(0)
      expect(slot.retryAfter).toBeLessThanOrEqual(60)
    }
  })

  test('of refusals at once only one takes a slot, and not the first', async () => {
    const take = await budget()
    const rate = rateOf(2, MINUTE, 0)
    expect(await take(rate)).toMatchObject({ admitted: true, retryAfter: 0, remaining: 0 })
    const first = await take(rate)
    expect(first.admitted).toBe(false)
    expect(first.wait).toBeLessThanOrEqual(MINUTE / 2)
    const slots = await Promise.all(numbers(100).map(() => take(rate)))
    for (const { admitted, wait } of slots) {
      expect(admitted).toBe(false)
      expect(wait).toBeGreaterThan(MINUTE / 2)
      expect(wait).toBeLessThanOrEqual(MINUTE)
    }
  })

  test('no refusal makes the wait longer than a minute', async () => {
    const take = await budget()
    const slots = await Promise.all(numbers(20).map(() => take(rateOf(1, MINUTE, 0))))
    expect(slots.filter(({ admitted }) => admitted)).toHaveLength(1)
    for (const { wait } of slots) expect(wait).toBeLessThanOrEqual(MINUTE)
  })

  test('each account has a budget of its own', async () => {
    const [one, two] = [await budget(), await budget()]
    const rate = rateOf(1, MINUTE, 0)
    expect((await one(rate)).admitted).toBe(true)
    expect((await one(rate)).admitted).toBe(false)
    expect((await two(rate)).admitted).toBe(true)
  })

  test('what was used at a slower rate weighs no more at a faster one', async () => {
    const take = await budget()
    for (const _ of numbers(20)) await take(rateOf(1, MINUTE, 2))
    expect((await take(rateOf(1, MINUTE, 2))).admitted).toBe(false)
    expect((await take(rateOf(60, MINUTE, 10))).admitted).toBe(true)
  })

  test('a worse plan does not make what was used before a wait longer than a minute', async () => {
    const take = await budget()
    for (const _ of numbers(100)) await take(rateOf(1, MINUTE, 99))
    const slot = await take(rateOf(1, MINUTE, 0))
    expect(slot.admitted).toBe(false)
    expect(slot.wait).toBeLessThanOrEqual(MINUTE)
  })
}
