import { afterAll, afterEach, expect, spyOn, test } from 'bun:test'
import { createByteBudget } from '../../src/smtp/limits.ts'
import { createMessageBytes } from '../../src/smtp/message-bytes.ts'

const BYTES = 3_000_000
const transfer = spyOn(ArrayBuffer.prototype, 'transfer')
let givenBack = 0
transfer.mockImplementation(function (this: ArrayBuffer, length?: number) {
  givenBack += this.byteLength
  return new ArrayBuffer(length ?? 0)
})
afterEach(() => {
  givenBack = 0
})
afterAll(() => transfer.mockRestore())

function received() {
  const budget = createByteBudget(10_000_000)
  const bytes = createMessageBytes(budget)
  for (let at = 0; at < BYTES; at += 1000) bytes.add(new Uint8Array(1000).fill(at / 1000))
  return { bytes, budget }
}

test('the memory of a message that was let go is given back at once, not when the collector comes by', () => {
  const { bytes, budget } = received()
  bytes.release()
  expect(givenBack).toBeGreaterThanOrEqual(BYTES)
  expect(budget.left()).toBe(10_000_000)
})

test('a message is held once when it is whole, and stays counted until it is let go', () => {
  const { bytes, budget } = received()
  const whole = bytes.whole()
  expect([whole.length, whole[5000], whole[BYTES - 1]]).toEqual([BYTES, 5, (BYTES / 1000 - 1) % 256])
  expect(givenBack).toBeGreaterThanOrEqual(BYTES)
  expect(budget.left()).toBeLessThan(10_000_000 - BYTES + 1)
  bytes.release()
  expect(whole[5000]).toBe(5)
  expect(budget.left()).toBe(10_000_000)
})

test('a short message is read where it lies, and its memory is used again once it was let go', () => {
  const budget = createByteBudget(10_000_000)
  const first = createMessageBytes(budget)
  first.add(new Uint8Array(1000).fill(7))
  const view = first.view()
  expect([view.length, view[0], view[999]]).toEqual([1000, 7, 7])
  first.release()
  const next = createMessageBytes(budget)
  next.add(new Uint8Array(10).fill(8))
  expect(next.view().buffer).toBe(view.buffer)
  expect(next.view()).toEqual(new Uint8Array(10).fill(8))
  next.release()
  expect(createMessageBytes(budget).view()).toEqual(new Uint8Array(0))
})

test('a message of several blocks is read as it came, too', () => {
  const { bytes } = received()
  const view = bytes.view()
  expect([view.length, view[5000], view[BYTES - 1]]).toEqual([BYTES, 5, (BYTES / 1000 - 1) % 256])
})
