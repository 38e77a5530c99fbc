import { expect, test } from 'bun:test'
import type { TheStore } from '../../contract.ts'

/** For how long monitors were watched in all. */
export function watchedTimeContract(store: TheStore): void {
  test('is nothing at first, and never goes back', async () => {
    const { watchedTime } = store()
    expect(await watchedTime.read()).toBe(0)
    await watchedTime.keep(60_000)
    expect(await watchedTime.read()).toBe(60_000)
    await watchedTime.keep(30_000)
    expect(await watchedTime.read()).toBe(60_000)
    await watchedTime.keep(90_000)
    expect(await watchedTime.read()).toBe(90_000)
  })
}
