import { describe, expect, test } from 'bun:test'
import { createRoom, createTurns, gather, roomFor, stillAsks } from '../../src/services/intake/incoming.ts'

const KB = 1024
const pace = { bytes: 0, everyMs: 60_000 }

/** A body in pieces of one size. */
function body(bytes: Uint8Array, piece: number): ReadableStream<Uint8Array> {
  let from = 0
  return new ReadableStream({
    pull(controller) {
      if (from >= bytes.byteLength) return controller.close()
      controller.enqueue(bytes.slice(from, from + piece))
      from += piece
    },
  })
}

describe('a body that is gathered', () => {
  test.each([0, 1, 4096, 4097, 100_000, 3_000_000])('is what was sent: %d bytes', async (size) => {
    const sent = Uint8Array.from({ length: size }, (_, at) => at * 7)
    for (const piece of size > 10_000 ? [1000, 4096, 1_000_000] : [1, 4096]) {
      const room = createRoom(roomFor(size), roomFor(size))
      const got = await gather(body(sent, piece), { most: size, room, client: 'a', pace })
      if (typeof got === 'string') throw new Error(got)
      expect(room.held()).toBeGreaterThanOrEqual(size)
      expect(Buffer.compare(got.bytes(), sent)).toBe(0)
      got.letGo()
      got.letGo()
      expect(room.held()).toBe(0)
    }
  })

  test('takes room for what came, not for each piece: single bytes cost no more', async () => {
    const room = createRoom(1000 * KB, 1000 * KB)
    const got = await gather(body(new Uint8Array(20 * KB), 1), { most: 20 * KB, room, client: 'a', pace })
    expect(typeof got).toBe('object')
    expect(room.held()).toBeLessThanOrEqual(32 * KB)
  })

  test('gives its room back however it ends', async () => {
    const room = createRoom(64 * KB, 64 * KB)
    const options = { most: 100 * KB, room, client: 'a', pace }
    expect(await gather(body(new Uint8Array(90 * KB), KB), options)).toBe('no_room')
    expect(await gather(body(new Uint8Array(9 * KB), KB), { ...options, most: 8 * KB })).toBe('too_large')
    const broken = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(new Uint8Array(10))
        controller.error(new DOMException('gone', 'AbortError'))
      },
    })
    expect(await gather(broken, options)).toBe('gone')
    const silent = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new Uint8Array(10)),
    })
    expect(await gather(silent, { ...options, pace: { bytes: 100, everyMs: 10 } })).toBe('too_slow')
    expect(room.held()).toBe(0)
  })
})

test('room is of all, and of one', () => {
  const room = createRoom(100, 60)
  expect([room.take('a', 60), room.take('a', 1), room.take('b', 41), room.take('b', 40)]).toEqual([
    true,
    false,
    false,
    true,
  ])
  room.give('a', 60)
  expect([room.held(), room.take('a', 60), room.take('c', 1)]).toEqual([40, true, false])
})

test('turns are taken in order, also after one that failed', async () => {
  const inTurn = createTurns(1)
  const order: number[] = []
  const work = [1, 2, 3, 4].map((number) =>
    inTurn(async () => {
      order.push(number)
      await Bun.sleep(1)
      if (number === 2) throw new Error('two')
      return number
    }).catch(() => 0),
  )
  expect(await Promise.all(work)).toEqual([1, 0, 3, 4])
  expect(order).toEqual([1, 2, 3, 4])
})

test('who went away no longer asks', async () => {
  expect(await stillAsks({ signal: new AbortController().signal })).toBe(true)
  expect(await stillAsks({ signal: AbortSignal.abort() })).toBe(false)
  const leaving = new AbortController()
  setImmediate(() => setImmediate(() => leaving.abort()))
  expect(await stillAsks(leaving)).toBe(false)
})
