import { describe, expect, test } from 'bun:test'
import { createByteBudget } from '../../src/smtp/limits.ts'
import { createMessageBytes } from '../../src/smtp/message-bytes.ts'
import { greetedClient } from '../support/smtp-client.ts'
import { onlyMessage, openDoor } from './door.ts'

describe('the bytes of a message', () => {
  test.each([0, 1, 16_383, 16_384, 16_385, 40_000, 5_000_000])('%d come back whole', (size) => {
    const budget = createByteBudget(20_000_000)
    const bytes = createMessageBytes(budget)
    const sent = crypto.getRandomValues(new Uint8Array(Math.min(size, 65_536)))
    const whole = Buffer.concat(Array.from({ length: Math.ceil(size / 65_536) }, () => sent)).subarray(
      0,
      size,
    )
    for (let at = 0; at < size; at += 7777) bytes.add(whole.subarray(at, at + 7777))
    const message = bytes.whole()
    expect(Buffer.from(message).equals(whole)).toBe(true)
    // The store's thread gets the buffer as it is.
    expect(message.buffer.byteLength).toBe(size)
    expect(20_000_000 - budget.left()).toBeLessThanOrEqual(size + 1_050_000)
    bytes.release()
    bytes.release()
    expect(budget.left()).toBe(20_000_000)
  })

  test('over the budget all is given back, and what follows is ignored', () => {
    const budget = createByteBudget(100_000)
    const bytes = createMessageBytes(budget)
    for (let i = 0; i < 20; i++) bytes.add(new Uint8Array(10_000))
    expect(bytes.overflowed).toBe(true)
    expect(budget.left()).toBe(100_000)
  })
})

test('a client over IPv6', async () => {
  const door = await openDoor({ host: '::1' })
  const { token, address } = await door.allocate()
  const client = await greetedClient(door.at)
  await client.deliver({ to: [address], data: 'a\r\n' })
  expect((await onlyMessage(door, token)).envelope.clientAddress).toBe('::1')
  client.reset()
  await door.close()
})

test('IPv4 on a listener for both', async () => {
  const door = await openDoor({ host: '::' })
  const { token, address } = await door.allocate()
  const client = await greetedClient({ host: '127.0.0.1', port: door.at.port })
  await client.deliver({ to: [address], data: 'a\r\n' })
  expect((await onlyMessage(door, token)).envelope.clientAddress).toBe('127.0.0.1')
  client.reset()
  await door.close()
})
