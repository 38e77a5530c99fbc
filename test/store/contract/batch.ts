import { expect, test } from 'bun:test'
import { account, mailTest, newMessage, ROOMY } from '../../support/builders.ts'
import type { TheStore } from '../contract.ts'

export function batchContract(store: TheStore): void {
  test('one that fails among others undoes only itself', async () => {
    const owner = account()
    await store().accounts.create(owner)
    const taken = mailTest({ accountId: owner.id })
    await store().mailTests.allocate({ test: taken })
    const allowance = { month: '2026-11', units: 3 }
    const neighbours = Array.from({ length: 4 }, () => mailTest({ accountId: owner.id }))
    const allocate = (test: ReturnType<typeof mailTest>) => store().mailTests.allocate({ test, allowance })
    const settled = await Promise.allSettled([
      allocate(neighbours[0]!),
      // The unit is spent first, then the token turns out to be taken.
      allocate({ ...neighbours[1]!, token: taken.token }),
      allocate(neighbours[1]!),
      store().messages.accept([newMessage(neighbours[0]!.token), newMessage('nowhere')], ROOMY),
      allocate(neighbours[2]!),
      allocate(neighbours[3]!),
    ])
    const answers = settled.map((one) => (one.status === 'fulfilled' ? one.value : 'rejected'))
    const [first, again, second, accepted, third, fourth] = answers
    expect(again).not.toBe('allocated')
    expect(accepted).toBe('unknown_test')
    // Who comes last is the engine's to say: three units are three tests.
    const own = [first, second, third, fourth]
    expect(own.toSorted()).toEqual(['allocated', 'allocated', 'allocated', 'allowance_exhausted'])
    for (const [at, each] of neighbours.entries()) {
      const kept = own[at] === 'allocated' ? each : undefined
      expect(await store().mailTests.byToken(each.token)).toEqual(kept)
    }
    expect(await store().messages.ofTest(neighbours[0]!.token)).toEqual([])
  })

  test('every write is seen by the read that follows it', async () => {
    await Promise.all(
      Array.from({ length: 100 }, async () => {
        const one = mailTest()
        await store().mailTests.allocate({ test: one })
        expect((await store().mailTests.mailbox(one.localPart))?.token).toBe(one.token)
        const message = newMessage(one.token)
        await store().messages.accept([message], ROOMY)
        expect(await store().messages.raw(message.id)).toBeDefined()
      }),
    )
  })
}
