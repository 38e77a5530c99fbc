import { expect, test } from 'bun:test'
import { type AnonymousShares, AWAITED_BYTES, anonymousShares, ROW_BYTES } from '../../../src/core/space.ts'
import { account, later, mailTest, newMessage, ROOMY, report } from '../../support/builders.ts'
import { finish } from '../../support/claiming.ts'
import type { TheStore } from '../contract.ts'

const bytes = (length: number) => crypto.getRandomValues(new Uint8Array(length))
const client = () => `2001:db8:${Math.floor(Math.random() * 65_536).toString(16)}:${Date.now() % 65_536}::/64`

/** What tests without an account may take. One store serves all tests: the others' bytes are counted in. */
export function shareContract(store: TheStore): void {
  async function anonymousTest(network?: string) {
    const one = mailTest({ expiresAt: later(2_500_000_000) })
    await store().mailTests.allocate({ test: one, ...(network !== undefined && { client: network }) })
    return one
  }
  const accept = (token: string, size: number, anonymous: AnonymousShares) =>
    store().messages.accept([newMessage(token, { raw: bytes(size) })], { ...ROOMY, anonymous })

  test('a test and a message count with their rows, and with what an analysis is expected to leave', async () => {
    const network = client()
    const before = await store().mailTests.anonymousHeld(network)
    expect(before.client).toBe(0)
    const one = await anonymousTest(network)
    expect((await store().mailTests.anonymousHeld(network)).client).toBe(ROW_BYTES)
    const message = newMessage(one.token, { raw: bytes(10_000) })
    await store().messages.accept([message], ROOMY)
    const held = await store().mailTests.anonymousHeld(network)
    expect(held.client).toBeGreaterThan(2 * ROW_BYTES + AWAITED_BYTES + 10_000)
    expect(held.client).toBeLessThan(2 * ROW_BYTES + AWAITED_BYTES + 12_000)
    expect(held.all - before.all).toBe(held.client)
    expect(await store().mailTests.mailbox(one.localPart)).toMatchObject({ anonymous: held })
    await finish(store(), message.id, { status: 'scored', report: report(), evidence: {} })
    const analysed = await store().mailTests.anonymousHeld(network)
    expect(analysed.client).toBeLessThan(held.client - AWAITED_BYTES / 2)
    await store().mailTests.delete(one.token)
    expect(await store().mailTests.anonymousHeld(network)).toEqual({ all: before.all, client: 0 })
  })

  test('no message is taken past the share of all, and the account goes on', async () => {
    const network = client()
    const one = await anonymousTest(network)
    const owner = account()
    await store().accounts.create(owner)
    const own = mailTest({ accountId: owner.id })
    await store().mailTests.allocate({ test: own })
    const { all } = await store().mailTests.anonymousHeld()
    const shares = anonymousShares(all + 2 * AWAITED_BYTES, ROOMY.bytesPerTest)
    expect(await accept(one.token, 1000, shares)).toBe('stored')
    expect(await accept(one.token, 1000, shares)).toBe('anonymous_share_full')
    expect(await accept(own.token, 1000, shares)).toBe('stored')
    expect((await store().mailTests.mailbox(own.localPart))?.anonymous).toBeUndefined()
  })

  test('no client takes more than its own, and others go on', async () => {
    const [network, other] = [client(), client()]
    const [one, two] = [await anonymousTest(network), await anonymousTest(other)]
    const shares = { bytes: 1e12, bytesPerClient: 3 * AWAITED_BYTES }
    expect(await accept(one.token, 1000, shares)).toBe('stored')
    expect(await accept(one.token, 1000, shares)).toBe('stored')
    expect(await accept(one.token, 1000, shares)).toBe('client_share_full')
    expect(await accept(two.token, 1000, shares)).toBe('stored')
  })

  test('a test whose client is not known counts against the share of all alone', async () => {
    const one = await anonymousTest()
    const shares = { bytes: 1e12, bytesPerClient: 2 * AWAITED_BYTES }
    for (let i = 0; i < 3; i += 1) expect(await accept(one.token, 1, shares)).toBe('stored')
  })

  test('of messages that come at once none is one too many', async () => {
    const one = await anonymousTest(client())
    const { all } = await store().mailTests.anonymousHeld()
    const shares = anonymousShares(all + 5 * (AWAITED_BYTES + 3 * ROW_BYTES), ROOMY.bytesPerTest)
    const answers = await Promise.all(Array.from({ length: 12 }, () => accept(one.token, 1, shares)))
    expect(answers.filter((answer) => answer === 'stored')).toHaveLength(5)
  })
}

test('a client has an eighth of the share, at least one mailbox, and never more than all', () => {
  expect(anonymousShares(8000, 10)).toEqual({ bytes: 8000, bytesPerClient: 1000 })
  expect(anonymousShares(8000, 3000)).toEqual({ bytes: 8000, bytesPerClient: 3000 })
  expect(anonymousShares(8000, 30_000)).toEqual({ bytes: 8000, bytesPerClient: 8000 })
})
