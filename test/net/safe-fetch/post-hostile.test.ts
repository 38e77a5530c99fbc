import { describe, expect, test } from 'bun:test'
import { until } from '../../support/until.ts'
import { ended, poster, posting } from './poster.ts'
import { web, wire } from './web-server.ts'

const head = 'HTTP/1.1 200 OK\r\n'
const address = 'http://example.org/'

/** Says something every ten milliseconds, from when the request came. */
const dripping = (say: (n: number) => string | Buffer) =>
  wire((socket) => {
    socket.once('data', () => {
      let n = 0
      const timer = setInterval(() => socket.write(say(n++)), 10)
      socket.on('close', () => clearInterval(timer))
    })
  })

describe('hostile receivers', () => {
  test.each([
    ['slow header fields', (n: number) => (n === 0 ? head : `X-${n}: a\r\n`)],
    ['a slow status', (n: number) => head[n] ?? ''],
    ['silence', () => ''],
  ])('%s ends with the time', async (_name, say) => {
    await using server = await dripping(say)
    const posted = await poster({ ...server, timeoutMs: 300 }).post(posting(address))
    expect(posted).toMatchObject({ reason: 'timeout', says: 'No answer came within 0.3 seconds.' })
  })

  test.each([
    ['a body that drips', (n: number) => (n === 0 ? `${head}Content-Length: 100000\r\n\r\n` : 'a'), 'a'],
    [
      'chunks that drip',
      (n: number) => (n === 0 ? `${head}Transfer-Encoding: chunked\r\n\r\n` : '1\r\na\r\n'),
      'a',
    ],
    ['a body that never begins', (n: number) => (n === 0 ? `${head}Content-Length: 5\r\n\r\n` : ''), ''],
  ])('%s: the status counts', async (_name, say, begins) => {
    await using server = await dripping(say)
    const posted = await poster({ ...server, timeoutMs: 400 }).post(posting(address))
    expect(posted).toMatchObject({ kind: 'response', status: 200 })
    expect(posted.kind === 'response' && posted.body.slice(0, 1)).toBe(begins)
  })

  test.each(['100 Continue', '103 Early Hints', '199 What'])('a flood of %s is cut', async (status) => {
    await using server = await dripping(() => `HTTP/1.1 ${status}\r\n\r\n`.repeat(200))
    const posted = await poster(server).post(posting(address))
    expect(posted).toMatchObject({ reason: 'network', says: 'Interim answers (1xx) came without end.' })
  })

  test.each([
    ['blank lines', '\r\n', '\r\n'.repeat(30_000), 'network'],
    ['the size of a chunk', `${head}Transfer-Encoding: chunked\r\n\r\n`, '0'.repeat(65_536), 200],
    ['an extension of a chunk', `${head}Transfer-Encoding: chunked\r\n\r\n5;`, 'a'.repeat(65_536), 200],
    ['trailers', `${head}Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n`, 'X: b\r\n'.repeat(9_000), 200],
  ] as const)('%s without end are cut', async (_name, begin, more, expected) => {
    let isClosed = false
    await using server = await wire((socket) => {
      socket.once('data', () => {
        socket.write(begin)
        const timer = setInterval(() => socket.write(more), 5)
        socket.on('close', () => {
          isClosed = true
          clearInterval(timer)
        })
      })
    })
    expect(ended(await poster(server).post(posting(address)))).toBe(expected)
    await until(() => isClosed)
  })

  test('a few interim answers are passed over', async () => {
    await using server = await wire((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(5))
        socket.end(`${head}Content-Length: 2\r\n\r\nok`)
      })
    })
    expect(await poster(server).post(posting(address))).toMatchObject({ status: 200, body: 'ok' })
  })

  test('an endless body is cut', async () => {
    await using server = await dripping((n) => (n === 0 ? `${head}\r\n` : Buffer.alloc(65_536, 'é')))
    const posted = await poster(server).post(posting(address))
    expect(posted).toMatchObject({ kind: 'response', status: 200, body: 'é'.repeat(8_000) })
  })

  test.each([
    ['a reset in the middle of the body', `${head}Content-Length: 10\r\n\r\nabc`, 'abc'],
    ['chunks that break off', `${head}Transfer-Encoding: chunked\r\n\r\n5\r\nabc`, ''],
  ])('%s: the status counts', async (_name, bytes) => {
    await using server = await wire((socket) => {
      socket.once('data', () => {
        socket.write(bytes)
        setTimeout(() => socket.resetAndDestroy(), 50)
      })
    })
    expect(ended(await poster(server).post(posting(address)))).toBe(200)
  })

  test.each([
    ['a header bomb', `${head}${'X-A: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n'.repeat(2_000)}\r\n`],
    ['one endless field', `${head}X-A: ${'a'.repeat(100_000)}`],
    ['no HTTP', '220 mail.example.org ESMTP\r\n'],
    ['a status that is none', 'HTTP/1.1 abc OK\r\n\r\n'],
    ['nothing', ''],
    ['a switch of protocol', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'],
  ])('%s is no answer', async (_name, bytes) => {
    await using server = await wire((socket) => {
      socket.once('data', () => socket.end(bytes))
    })
    expect(ended(await poster(server).post(posting(address)))).toBe('network')
  })

  test('a reset before an answer', async () => {
    await using server = await wire((socket) => socket.once('data', () => socket.resetAndDestroy()))
    expect(ended(await poster(server).post(posting(address)))).toBe('network')
  })

  test('an answer before the request was read', async () => {
    await using server = await wire((socket) =>
      socket.end(`HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n`),
    )
    const posted = await poster(server).post(posting(address, { body: 'a'.repeat(99_000) }))
    expect([413, 'network']).toContain(ended(posted))
  })

  test('what moves the cursor of a terminal, and what is no text, is not kept', async () => {
    await using server = await web((_request, response) => {
      response.writeHead(200, { 'X-A': 'a\u009bb' })
      response.end(
        Buffer.concat([Buffer.from('a\u001b[2Jb\r\n\tc'), Buffer.from([0xff, 0x00]), Buffer.from('d')]),
      )
    })
    const posted = await poster(server).post(posting(address))
    expect(posted).toMatchObject({
      headers: { 'x-a': 'a\ufffdb' },
      body: 'a\ufffd[2Jb\n\tc\ufffd\ufffdd',
    })
  })

  test('a character is not cut in two', async () => {
    await using server = await web((_request, response) => response.end('😀'.repeat(9_000)))
    const posted = await poster(server).post(posting(address))
    expect(posted.kind === 'response' && posted.body).toBe('😀'.repeat(8_000))
  })
})
