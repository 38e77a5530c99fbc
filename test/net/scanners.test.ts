import { afterEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Scanner } from '../../src/net/ports.ts'
import { createRspamd } from '../../src/net/rspamd.ts'
import { createSpamd } from '../../src/net/spamd.ts'
import { type FakeScanner, fakeScanner, SESSION } from '../support/scanners.ts'

const RAW = Buffer.from('From: a@example.org\r\n\r\nHi \xff\0\r\n', 'latin1')
const TIMEOUT_MS = 30_000
/** For those who are waited for in vain. */
const SHORT_MS = 400
let fake: FakeScanner | undefined

const spamd = (port: number, timeoutMs = TIMEOUT_MS) =>
  createSpamd({ address: { host: '127.0.0.1', port }, timeoutMs, receivedBy: 'mx.test.example' })
const rspamd = (port: number, timeoutMs = TIMEOUT_MS) =>
  createRspamd({ address: { url: `http://127.0.0.1:${port}/` }, timeoutMs })
const BOTH = [
  ['spamd', spamd],
  ['rspamd', rspamd],
] as const

afterEach(() => {
  fake?.close()
  fake = undefined
})

async function against(make: (port: number) => Scanner, says: (socket: Socket) => void, session = SESSION) {
  fake = await fakeScanner(says)
  const reply = await make(fake.port).scan(RAW, session)
  return { reply, received: fake.received() }
}

const http = (status: number, body: string, length = body.length, fields = '') =>
  `HTTP/1.1 ${status} Said\r\n${fields}Content-Length: ${length}\r\n\r\n${body}`

/** Says it again and again until the other side has enough. */
const forever = (first: string, piece: string, everyMs: number) => (socket: Socket) => {
  socket.write(first)
  const timer = setInterval(() => socket.write(piece), everyMs)
  socket.on('close', () => clearInterval(timer))
}

describe.each(BOTH)('%s as it may be', (name, make) => {
  test('down', async () => {
    fake = await fakeScanner(() => {})
    fake.close()
    expect(await make(fake.port).scan(RAW, SESSION)).toEqual({
      kind: 'failure',
      says: 'nothing listens at its address',
    })
  })

  test.each([
    ['silent', () => {}],
    ['slow, a byte at a time', forever('HTTP/1.1 200 OK\r\n\r\n', 'x', 30)],
  ])('%s', async (_name, says) => {
    const { reply } = await against((port) => make(port, SHORT_MS), says)
    expect(reply).toEqual({ kind: 'failure', says: 'it did not answer within 0.4 seconds' })
  })

  test.each([
    ['an endless body', forever('HTTP/1.1 200 OK\r\n\r\n', 'x'.repeat(60_000), 1)],
    ['an endless head', forever('HTTP/1.1 200 OK\r\n', 'X: y\r\n'.repeat(10_000), 1)],
  ])('%s is cut off', async (_name, says) => {
    const { reply } = await against(make, says)
    expect(reply.kind).toBe('failure')
  })

  test('a connection that is reset is no verdict', async () => {
    const { reply } = await against(make, (socket) => socket.resetAndDestroy())
    expect(reply.kind === 'failure' || reply.body === '', name).toBe(true)
  })

  test('what it is told of the session cannot end a line', async () => {
    const evil = 'x\r\nEvil: 1\r\n\r\nGET / \u{1f600}\0<>'
    const session = { ...SESSION, helo: evil, mailFrom: evil, clientName: evil, rcptTo: evil }
    const { received } = await against(make, (socket) => socket.end(http(200, '{}')), session)
    expect(received).not.toContain('\nEvil')
    expect(received).not.toContain('\nGET')
  })
})

describe('spamd', () => {
  test('is sent REPORT with the trace fields of our delivery, and the message byte for byte', async () => {
    const { reply, received } = await against(spamd, (socket) => socket.end('SPAMD/1.1 0 EX_OK\r\n\r\n\xff'))
    expect(reply).toMatchObject({ kind: 'reply', body: expect.stringContaining('SPAMD/1.1 0 EX_OK') })
    const [head = '', ...rest] = received.split('\r\n\r\n')
    const message = rest.join('\r\n\r\n')
    expect(head.split('\r\n')).toEqual(['REPORT SPAMC/1.5', `Content-length: ${message.length}`])
    expect(message).toEndWith(RAW.toString('latin1'))
    expect(message.slice(0, -RAW.length).replace(/\r\n\t/g, ' ')).toMatch(
      /^Return-Path: <ann@example\.org>\r\nReceived: from mail\.example\.org \(mail\.example\.org \[93\.184\.216\.34\]\) by mx\.test\.example \(Postfix\) with ESMTP id \w+ for <bob@example\.net>; \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000\r\n$/,
    )
  })

  test.each([
    [{ mailFrom: '' }, 'Return-Path: <>\r\n'],
    [{ clientAddress: '2001:db8::1' }, '[IPv6:2001:db8::1])'],
    [{ clientName: '' }, '(unknown [93.'],
    [{ helo: '' }, 'from unknown ('],
  ])('a session with %p', async (changes, seen) => {
    const { received } = await against(spamd, (socket) => socket.end(), { ...SESSION, ...changes })
    expect(received).toContain(seen)
  })

  test('of a client that is not known no field is made up', async () => {
    const { rcptTo, receivedAt } = SESSION
    const { received } = await against(spamd, (socket) => socket.end(), { rcptTo, receivedAt })
    expect(received).toEndWith(`\r\n\r\n${RAW.toString('latin1')}`)
  })

  test('every octet of the answer is kept', async () => {
    const { reply } = await against(spamd, (socket) => socket.end(Buffer.from([1, 200, 255])))
    expect(reply).toEqual({ kind: 'reply', body: '\x01\xc8\xff' })
  })

  test('over a socket', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mailgauge-socket-'))
    const path = join(folder, 'spamd.sock')
    const server = createServer((socket) => socket.once('data', () => socket.end('said')))
    await new Promise<void>((resolve) => server.listen(path, resolve))
    const make = (at: string) =>
      createSpamd({ address: { path: at }, timeoutMs: TIMEOUT_MS, receivedBy: 'x' })
    expect(await make(path).scan(RAW, SESSION)).toEqual({ kind: 'reply', body: 'said' })
    expect(await make(join(folder, 'none')).scan(RAW, SESSION)).toEqual({
      kind: 'failure',
      says: 'there is no socket at its path',
    })
    server.close()
    rmSync(folder, { recursive: true })
  })
})

describe('rspamd', () => {
  test('is sent the message byte for byte, with the session and what it need not judge', async () => {
    const { reply, received } = await against(rspamd, (socket) => socket.end(http(200, '{"score":1}')))
    expect(reply).toEqual({ kind: 'reply', body: '{"score":1}' })
    const [head = '', ...rest] = received.split('\r\n\r\n')
    expect(rest.join('\r\n\r\n')).toBe(RAW.toString('latin1'))
    const [request, ...fields] = head.split('\r\n')
    expect(request).toBe('POST /checkv2 HTTP/1.1')
    const sent = Object.fromEntries(fields.map((field) => field.toLowerCase().split(': ')))
    expect(sent).toMatchObject({
      ip: '93.184.216.34',
      hostname: 'mail.example.org',
      helo: 'mail.example.org',
      from: 'ann@example.org',
      rcpt: 'bob@example.net',
      flags: 'groups,no_log',
      'content-length': String(RAW.length),
    })
    expect(head).toContain('"groups_disabled":["rbl","surbl"')
  })

  test('a null sender is told as such; what is not known is not told', async () => {
    const session = { mailFrom: '', rcptTo: '', receivedAt: SESSION.receivedAt }
    const { received } = await against(rspamd, (socket) => socket.end(http(200, '{}')), session)
    expect(received).toMatch(/^From: <>\r$/im)
    expect(received).not.toMatch(/^(?:IP|Helo|Hostname|Rcpt):/im)
  })

  test.each([
    ['an error', http(500, '{"error":"secret"}'), 'HTTP status 500'],
    ['a redirect', http(302, '', 0, 'Location: http://127.0.0.1:1/\r\n'), 'HTTP status 302'],
    ['a body shorter than it says', http(200, '{"score":1}', 500), 'broke'],
    ['no HTTP at all', '\0\x01garbage\r\n\r\n', 'broke'],
    ['nothing', '', 'broke'],
  ])('%s is no verdict', async (_name, text, says) => {
    const { reply } = await against(rspamd, (socket) => socket.end(text))
    expect(reply).toEqual({ kind: 'failure', says: expect.stringContaining(says) })
  })

  test('over a socket', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mailgauge-socket-'))
    const path = join(folder, 'worker.sock')
    const server = createServer((socket) => socket.once('data', () => socket.end(http(200, '{}'))))
    await new Promise<void>((resolve) => server.listen(path, resolve))
    const scanner = createRspamd({ address: { path }, timeoutMs: TIMEOUT_MS })
    expect(await scanner.scan(RAW, SESSION)).toEqual({ kind: 'reply', body: '{}' })
    server.close()
    rmSync(folder, { recursive: true })
  })

  test('a proxy of the environment is not asked', async () => {
    const before = process.env['HTTP_PROXY']
    process.env['HTTP_PROXY'] = 'http://127.0.0.1:1'
    const { reply } = await against(rspamd, (socket) => socket.end(http(200, '{}')))
    expect(reply.kind).toBe('reply')
    if (before === undefined) delete process.env['HTTP_PROXY']
    else process.env['HTTP_PROXY'] = before
  })
})
