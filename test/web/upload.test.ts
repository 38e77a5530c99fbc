import { describe, expect, test } from 'bun:test'
import { refused } from '../../src/core/refusal.ts'
import type { UploadBounds, WebDeps } from '../../src/web/deps.ts'
import { until } from '../support/until.ts'
import { siteUnderTest } from './site-under-test.ts'

const MB = 1024 * 1024
const PATIENT = { bytes: 0, everyMs: 60_000 }
const ROOMY: UploadBounds = { all: 100 * MB, one: 50 * MB, pace: PATIENT }
const HEAD = '--b\r\nContent-Disposition: form-data; name="message"; filename="a"\r\n\r\nFrom: a\r\n\r\n'
const TAIL = '\r\n--b--\r\n'

/** A site that takes files of up to 2 MB, and requests whose bodies are handed over piece by piece. */
function scene(bounds: UploadBounds = ROOMY, changes: Partial<WebDeps> = {}) {
  const taken: string[] = []
  const clients = new WeakMap<Request, string>()
  const site = siteUnderTest({
    clientOf: (request) => clients.get(request) ?? 'nobody',
    uploadBounds: bounds,
    uploads: {
      maxBytes: 2 * MB,
      upload: async (client, file) => {
        taken.push(`${client} ${file.byteLength}`)
        return site.fake.mailTests.allocateAnonymous(client, 'upload')
      },
    },
    ...changes,
  })

  const begin = (client: string, ...first: (string | Uint8Array)[]) => declare({}, client, ...first)

  function declare(headers: Record<string, string>, client: string, ...first: (string | Uint8Array)[]) {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const writer = writable.getWriter()
    const hangUp = new AbortController()
    const request = new Request('http://mailgauge.example/upload', {
      method: 'POST',
      headers: {
        'sec-fetch-site': 'same-origin',
        'content-type': 'multipart/form-data; boundary=b',
        ...headers,
      },
      signal: hangUp.signal,
      body: readable,
    })
    clients.set(request, client)
    const answer = Promise.resolve(site.app.handle(request))
    const send = async (...pieces: (string | Uint8Array)[]) => {
      for (const piece of pieces)
        await writer.write(typeof piece === 'string' ? new TextEncoder().encode(piece) : piece)
    }
    const began = send(...first)
    return {
      answer,
      began,
      send,
      async finish() {
        await send(TAIL)
        await writer.close()
        return answer
      },
      leave: () => hangUp.abort(),
      async hangUp() {
        hangUp.abort()
        await writer.abort(new DOMException('The connection was closed.', 'AbortError'))
        return answer
      },
    }
  }
  return { ...site, taken, begin, declare }
}

describe('a message file on its way', () => {
  test('holds no place while it comes slowly', async () => {
    const { begin, taken } = scene()
    const slow = Array.from({ length: 40 }, () => begin('slow', HEAD))
    await Promise.all(slow.map(({ began }) => began))
    for (const client of ['slow', 'quick']) expect((await begin(client, HEAD).finish()).status).toBe(303)
    expect(taken).toHaveLength(2)
    for (const one of slow) expect((await one.finish()).status).toBe(303)
  })

  test('that comes too slowly is 408, and the connection is closed', async () => {
    const { begin } = scene({ ...ROOMY, pace: { bytes: 1000, everyMs: 30 } })
    const late = begin('a', HEAD)
    const answer = await late.answer
    expect(answer.status).toBe(408)
    expect(answer.headers.get('connection')).toBe('close')
    expect(await answer.text()).toContain('took too long')
  })

  test('that keeps the pace may take as long as it needs', async () => {
    const { begin } = scene({ ...ROOMY, pace: { bytes: 50, everyMs: 20 } })
    const steady = begin('a', HEAD)
    for (let i = 0; i < 20; i += 1) {
      await steady.send('x'.repeat(500))
      await Bun.sleep(5)
    }
    expect((await steady.finish()).status).toBe(303)
  })

  test('shares memory with all others, and gives it back', async () => {
    const { begin } = scene({ all: 2.6 * MB, one: 2.6 * MB, pace: PATIENT })
    const first = begin('a', HEAD, new Uint8Array(2 * MB - 1000))
    await first.began
    const second = begin('b', HEAD, new Uint8Array(MB))
    const answer = await second.answer
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('60')
    expect(answer.headers.get('connection')).toBe('close')
    expect(await answer.text()).toContain('Too many files at once')
    // A small one still fits in.
    expect((await begin('b', HEAD).finish()).status).toBe(303)
    expect((await first.hangUp()).status).toBe(400)
    expect((await begin('b', HEAD, new Uint8Array(MB)).finish()).status).toBe(303)
  })

  test('of one network leaves room to others', async () => {
    const { begin } = scene({ all: 8 * MB, one: 3 * MB, pace: PATIENT })
    const big = (client: string) => begin(client, HEAD, new Uint8Array(1.9 * MB))
    const first = big('a')
    await first.began
    expect((await big('a').answer).status).toBe(503)
    expect((await big('b').finish()).status).toBe(303)
    expect((await first.finish()).status).toBe(303)
    expect((await big('a').finish()).status).toBe(303)
  })

  test('that is larger than it may be is told at once', async () => {
    const { begin, taken } = scene()
    const answer = await begin('a', HEAD, new Uint8Array(3 * MB)).answer
    expect(answer.status).toBe(413)
    expect(answer.headers.get('connection')).toBe('close')
    expect(taken).toEqual([])
  })

  test('that says it is larger is read to its end, so that a proxy hands the answer on', async () => {
    const { declare, taken } = scene()
    const over = declare({ 'content-length': String(3 * MB) }, 'a', HEAD, new Uint8Array(2.5 * MB))
    // A stream takes what somebody reads: nothing would be waited for otherwise.
    await over.began
    await over.send(new Uint8Array(MB / 2))
    const answer = await over.finish()
    expect([answer.status, answer.headers.get('connection')]).toEqual([413, 'close'])
    // What is larger by far is not.
    const huge = declare({ 'content-length': String(20 * MB) }, 'a', HEAD, new Uint8Array(2 * MB))
    expect((await huge.answer).status).toBe(413)
    expect(taken).toEqual([])
  })

  test('whose sender hangs up makes no test, and is no bug', async () => {
    const { begin, taken, faults } = scene()
    const gone = begin('a', HEAD)
    await gone.began
    expect((await gone.hangUp()).status).toBe(400)
    // The whole file is there, and nobody waits for the answer.
    const whole = begin('a', HEAD)
    await whole.began
    whole.leave()
    expect((await whole.finish()).status).toBe(400)
    expect(taken).toEqual([])
    expect(faults).toEqual([])
  })

  test('two are unpacked at once, and the others wait their turn', async () => {
    const gate = Promise.withResolvers<void>()
    let now = 0
    let most = 0
    let begun = 0
    const { begin } = scene(ROOMY, {
      uploads: {
        maxBytes: 2 * MB,
        upload: async () => {
          begun += 1
          now += 1
          most = Math.max(most, now)
          await gate.promise
          now -= 1
          return refused({ kind: 'out_of_space' })
        },
      },
    })
    const answers = ['a', 'a', 'a', 'b', 'c', 'd'].map((client) => begin(client, HEAD).finish())
    await until(() => begun === 2)
    gate.resolve()
    for (const answer of await Promise.all(answers)) expect(answer.status).toBe(503)
    expect({ begun, most }).toEqual({ begun: 6, most: 2 })
  })
})
