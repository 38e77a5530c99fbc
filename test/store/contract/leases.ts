import { expect, test } from 'bun:test'
import type { TheStore } from '../contract.ts'

export function leaseContract(store: TheStore): void {
  test('one at a time has the work, until it lets go or its time is up', async () => {
    const take = (holder: string, ms = 200) => store().leases.take('work', holder, ms)
    expect(await take('one/1')).toBe(true)
    expect(await take('two/1')).toBe(false)
    expect(await take('one/1')).toBe(true)
    expect(await store().leases.take('other work', 'two/1', 1000)).toBe(true)
    await store().leases.release('work', 'two/1')
    expect(await take('two/1')).toBe(false)
    await store().leases.release('work', 'one/1')
    expect(await take('two/1')).toBe(true)
    await store.pass(250)
    expect(await take('one/2', 60_000)).toBe(true)
  })

  test('what earlier starts of a host left is released at its start', async () => {
    expect(await store().leases.take('left', 'here/1', 60_000)).toBe(true)
    expect(await store().leases.take('left too', 'hereabouts/1', 60_000)).toBe(true)
    await store().leases.releaseOf('here')
    expect(await store().leases.take('left', 'there/1', 60_000)).toBe(true)
    expect(await store().leases.take('left too', 'there/1', 60_000)).toBe(false)
  })

  test('what the present start has stays its own', async () => {
    expect(await store().leases.take('earlier', 'host/1', 60_000)).toBe(true)
    expect(await store().leases.take('present', 'host/2', 60_000)).toBe(true)
    await store().leases.releaseOf('host', '2')
    expect(await store().leases.take('earlier', 'there/1', 60_000)).toBe(true)
    expect(await store().leases.take('present', 'there/1', 60_000)).toBe(false)
  })

  test('of many at once one gets it', async () => {
    const taken = await Promise.all(
      Array.from({ length: 30 }, (_, host) => store().leases.take('wanted', `host${host}/1`, 60_000)),
    )
    expect(taken.filter(Boolean)).toHaveLength(1)
  })
}
