import { expect, test } from 'bun:test'
import type { TheStore } from '../../contract.ts'

/** For how long monitors were watched in all. */
export function watchedTimeContract(store: TheStore): void {
  test('is nothing at first, adds up, and never goes back', async () => {
    const { watchedTime } = store()
    expect(await watchedTime.read()).toBe(0)
    expect(await watchedTime.advance(60_000)).toBe(60_000)
    expect(await watchedTime.read()).toBe(60_000)
    expect(await watchedTime.advance(-30_000)).toBe(60_000)
    expect(await watchedTime.advance(0)).toBe(60_000)
    const all = await Promise.all([1_000, 2_000, 3_000].map((more) => watchedTime.advance(more)))
    expect(Math.max(...all)).toBe(66_000)
    expect(await watchedTime.read()).toBe(66_000)
  })
}
