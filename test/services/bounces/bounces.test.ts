import { describe, expect, test } from 'bun:test'
import { createBounces, ExplanationStopped } from '../../../src/services/bounces/bounces.ts'
import { bounce } from '../../support/bounces.ts'
import { testClock } from '../../support/clock.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const REPLY = bytes('550 5.1.1 no such user')

function scene(changes: Partial<Parameters<typeof createBounces>[0]> = {}) {
  const read: string[] = []
  const bounces = createBounces({
    runner: {
      explain: async (raw) => {
        read.push(new TextDecoder().decode(raw))
        return bounce()
      },
    },
    clock: testClock(),
    enabled: true,
    perHour: 3,
    maxBytes: 100,
    ...changes,
  })
  return { ...bounces, read }
}

describe('explaining a bounce', () => {
  test('gives what it means', async () => {
    const { explain, read } = scene()
    expect(await explain(REPLY, 'a')).toEqual({ ok: true, value: bounce() })
    expect(read).toEqual(['550 5.1.1 no such user'])
  })

  test.each([
    ['nothing', {}, '', { kind: 'bad_request', reason: 'Paste a bounce, or choose its file.' }],
    ['blanks', {}, ' \r\n\t ', { kind: 'bad_request', reason: 'Paste a bounce, or choose its file.' }],
    ['too much', {}, 'x'.repeat(101), { kind: 'message_too_big', limit: 100 }],
    ['where it is turned off', { enabled: false }, '550 no', { kind: 'anonymous_tests_off' }],
  ] as const)('%s is refused before it is read', async (_name, changes, text, refusal) => {
    const { explain, read } = scene(changes)
    expect(await explain(bytes(text), 'a')).toEqual({ ok: false, refusal })
    expect(read).toEqual([])
  })

  test('what holds no answer is told so', async () => {
    const { explain } = scene({ runner: { explain: async () => bounce({ failures: [] }) } })
    expect(await explain(bytes('Dear Ann'), 'a')).toMatchObject({
      refusal: { kind: 'bad_request', reason: expect.stringContaining('Neither a bounce') },
    })
  })

  test('each network has so many in an hour', async () => {
    const { explain } = scene()
    for (let i = 0; i < 3; i += 1) expect((await explain(REPLY, 'a')).ok).toBe(true)
    expect(await explain(REPLY, 'a')).toMatchObject({ refusal: { kind: 'rate_limited' } })
    expect((await explain(REPLY, 'b')).ok).toBe(true)
  })

  test('one of a network and two of all at a time', async () => {
    const gate = Promise.withResolvers<void>()
    const { explain } = scene({ runner: { explain: () => gate.promise.then(() => bounce()) } })
    const first = explain(REPLY, 'a')
    expect(await explain(REPLY, 'a')).toEqual({ ok: false, refusal: { kind: 'under_way' } })
    const second = explain(REPLY, 'b')
    expect(await explain(REPLY, 'c')).toMatchObject({
      refusal: { kind: 'rate_limited', retryAfterSeconds: 10 },
    })
    gate.resolve()
    expect((await first).ok && (await second).ok).toBe(true)
    // Who was turned away for others was not counted.
    for (let i = 0; i < 3; i += 1) expect((await explain(REPLY, 'c')).ok).toBe(true)
  })

  test('a process that was stopped is a fault, and holds no place afterwards', async () => {
    const stopped = { stopped: 'it took more than 20 s of processor time' }
    let answer: object = stopped
    const { explain } = scene({ runner: { explain: async () => answer as never } })
    expect(explain(REPLY, 'a')).rejects.toBeInstanceOf(ExplanationStopped)
    expect(explain(REPLY, 'b')).rejects.toBeInstanceOf(ExplanationStopped)
    await Bun.sleep(0)
    answer = bounce()
    expect((await explain(REPLY, 'a')).ok).toBe(true)
  })
})
