import { expect, test } from 'bun:test'
import type { WatchingEvent } from '../../../../src/core/watching/events.ts'
import type { TheStore } from '../../contract.ts'

const at = new Date('2026-11-20T09:30:45.678Z')
const trouble: WatchingEvent = {
  type: 'instance.trouble',
  subject: 'disk',
  payload: { title: 'Room for mail', says: 'There is none.', since: at.toISOString() },
}

export function sicknessContract(store: TheStore): void {
  const told = async () =>
    (await store().outbox.behind('sickness contract', 10_000)).filter(({ type }) =>
      type.startsWith('instance.'),
    )

  test('keeps a look with its events, and none of one that was overtaken', async () => {
    const begun = await store().sickness.begin()
    expect(begun).toBeUndefined()
    expect(await store().sickness.settle(0, '{"a":1}', at, [trouble])).toBe('settled')
    expect(await store().sickness.begin()).toEqual({ version: 1, state: '{"a":1}' })
    expect(await store().sickness.settle(0, '{"a":2}', at, [trouble])).toBe('outdated')
    expect(await store().sickness.settle(1, '{"a":3}', at, [])).toBe('settled')
    expect(await store().sickness.begin()).toEqual({ version: 2, state: '{"a":3}' })
    expect(await told()).toEqual([{ ...trouble, id: expect.any(Number), at }])
  })
}
