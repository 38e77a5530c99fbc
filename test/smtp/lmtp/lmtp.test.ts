import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ListenAddress } from '../../../src/smtp/listen.ts'
import { connectSmtp, dotStuffed, type SmtpClient } from '../../support/smtp-client.ts'
import { type Door, onlyMessage, openDoor } from '../door.ts'

const folder = mkdtempSync(join(tmpdir(), 'mailgauge-lmtp-'))
const path = join(folder, 'lmtp')
const TCP = { host: '127.0.0.1', port: 0 }

let door: Door
const clients: SmtpClient[] = []

beforeAll(async () => {
  door = await openDoor({
    peers: { relays: ['127.0.0.1/32'] },
    lmtp: { listen: [TCP, { path }], socketMode: 0o660 },
    bounds: { messagesPerTest: 1 },
  })
})
afterAll(async () => {
  await door.close()
  rmSync(folder, { recursive: true })
})
afterEach(() => {
  for (const client of clients.splice(0)) client.reset()
})

const isTcp = (address: object): address is ListenAddress => 'port' in address
const tcp = () => door.server.lmtpAddresses().find(isTcp) ?? { host: '', port: 0 }

async function opened(at: Parameters<typeof connectSmtp>[0] = { path }): Promise<SmtpClient> {
  const client = await connectSmtp(at)
  clients.push(client)
  return client
}

async function greeted(at?: Parameters<typeof connectSmtp>[0]): Promise<SmtpClient> {
  const client = await opened(at)
  await client.reply()
  await client.command('LHLO relay.example.net')
  return client
}

/** The replies to a message for these recipients. */
async function delivered(client: SmtpClient, to: readonly string[], data = 'a\r\n') {
  await client.command('MAIL FROM:<sender@example.org>')
  let accepted = 0
  for (const address of to) if ((await client.command(`RCPT TO:<${address}>`)).code === 250) accepted += 1
  expect((await client.command('DATA')).code).toBe(354)
  client.send(dotStuffed(data))
  const replies = []
  for (let count = 0; count < accepted; count += 1) replies.push(await client.reply())
  // Nothing more is said of it.
  expect((await client.command('NOOP')).code).toBe(250)
  return replies
}

describe('LMTP', () => {
  test('greets, and knows LHLO alone', async () => {
    const client = await opened()
    expect((await client.reply()).lines).toEqual(['220 mx.in.example.com LMTP'])
    for (const verb of ['EHLO', 'HELO']) expect((await client.command(`${verb} a.example`)).code).toBe(500)
    expect((await client.command('MAIL FROM:<>')).code).toBe(503)
    const { lines } = await client.command('LHLO relay.example.net')
    for (const needed of ['PIPELINING', 'ENHANCEDSTATUSCODES', '8BITMIME', 'XFORWARD'])
      expect(lines.join('\n')).toContain(needed)
  })

  test('takes a message over a socket of the file system', async () => {
    const { token, address } = await door.allocate()
    const client = await greeted()
    await client.command('XFORWARD NAME=a.example ADDR=192.0.2.7 HELO=mail.example.org')
    const [reply] = await delivered(client, [address])
    const { envelope, id } = await onlyMessage(door, token)
    expect(reply?.lines).toEqual([`250 2.6.0 Received as ${id}`])
    const { clientAddress, helo, tls, conduct, through, transcript } = envelope
    expect({ clientAddress, helo, tls, conduct, through }).toEqual({
      clientAddress: '192.0.2.7',
      helo: 'mail.example.org',
      tls: 'unknown',
      conduct: undefined,
      through: { kind: 'relay', told: 'XFORWARD', protocol: 'LMTP', helo: 'relay.example.net', tls: 'none' },
    })
    expect(transcript.map(({ text }) => text)).toContain('LHLO relay.example.net')
  })

  test('over TCP serves named relays alone', async () => {
    const { token, address } = await door.allocate()
    await delivered(await greeted(tcp()), [address])
    expect((await onlyMessage(door, token)).envelope.through).toMatchObject({
      peer: '127.0.0.1',
      protocol: 'LMTP',
    })
    const stranger = await opened({ ...tcp(), localAddress: '127.0.0.2' })
    expect(await stranger.reply()).toMatchObject({ code: 421, status: '4.7.1' })
    await stranger.closed
  })

  test('answers for each RCPT that was accepted, in their order', async () => {
    const [one, two] = [await door.allocate(), await door.allocate()]
    const to = [one.address, 'nobody@in.example.com', two.address, one.address]
    const replies = await delivered(await greeted(), to)
    const ids = await Promise.all([one, two].map(async ({ token }) => (await onlyMessage(door, token)).id))
    expect(replies.map(({ lines }) => lines[0])).toEqual(
      [ids[0], ids[1], ids[0]].map((id) => `250 2.6.0 Received as ${id}`),
    )
  })

  test('one recipient that can take no more keeps it from no other', async () => {
    const [full, other] = [await door.allocate(), await door.allocate()]
    const client = await greeted()
    await client.command('MAIL FROM:<>')
    for (const { address } of [full, other]) await client.command(`RCPT TO:<${address}>`)
    // Meanwhile another fills it.
    await delivered(await greeted(), [full.address])
    await client.command('DATA')
    client.send(dotStuffed('b\r\n'))
    expect(await client.reply()).toMatchObject({ code: 452, status: '4.2.2' })
    expect((await client.reply()).code).toBe(250)
    expect((await onlyMessage(door, other.token)).raw).toBe('b\r\n')
  })

  test('what is refused as a whole is refused to each', async () => {
    const small = await openDoor({
      lmtp: { listen: [{ path: `${path}-small` }], socketMode: 0o600 },
      limits: { maxMessage: 1000 },
    })
    const [one, two] = [await small.allocate(), await small.allocate()]
    const client = await greeted({ path: `${path}-small` })
    const replies = await delivered(client, [one.address, two.address], `${'x'.repeat(70)}\r\n`.repeat(20))
    expect(replies.map(({ code, status }) => [code, status])).toEqual([
      [552, '5.3.4'],
      [552, '5.3.4'],
    ])
    await small.close()
  })

  test('DATA without a recipient is 503 (RFC 2033 4.2)', async () => {
    const client = await greeted()
    await client.command('MAIL FROM:<>')
    await client.command('RCPT TO:<nobody@in.example.com>')
    expect((await client.command('DATA')).code).toBe(503)
  })

  test('nothing is answered 250 that is not stored', async () => {
    const failing = await openDoor({
      lmtp: { listen: [{ path: `${path}-failing` }], socketMode: 0o600 },
      wrap: (store) => ({
        ...store,
        messages: { ...store.messages, accept: () => Promise.reject(new Error('no')) },
      }),
    })
    const [one, two] = [await failing.allocate(), await failing.allocate()]
    const replies = await delivered(await greeted({ path: `${path}-failing` }), [one.address, two.address])
    expect(replies.map(({ code }) => code)).toEqual([451, 451])
    expect(failing.logged.filter(({ level }) => level === 'error')).toHaveLength(2)
    await failing.close()
  })
})

describe('its socket', () => {
  test('has the mode that is set, and goes with the service', async () => {
    const own = `${path}-mode`
    const one = await openDoor({ lmtp: { listen: [{ path: own }], socketMode: 0o640 } })
    expect(statSync(own).mode & 0o777).toBe(0o640)
    await one.close()
    expect(statSync(own, { throwIfNoEntry: false })).toBeUndefined()
  })

  test('takes the place of one that a killed process left', async () => {
    const own = `${path}-left`
    const child = Bun.spawn([
      process.execPath,
      '-e',
      `require('node:net').createServer().listen(${JSON.stringify(own)}, () => process.kill(process.pid, 'SIGKILL'))`,
    ])
    await child.exited
    expect(statSync(own).isSocket()).toBe(true)
    const one = await openDoor({ lmtp: { listen: [{ path: own }], socketMode: 0o600 } })
    expect((await (await opened({ path: own })).reply()).code).toBe(220)
    await one.close()
  })

  test('does not take the place of one that is in use, or of a file', async () => {
    const own = `${path}-used`
    const other = createServer()
    await new Promise<void>((resolve) => void other.listen(own, resolve))
    const open = (at: string) => openDoor({ lmtp: { listen: [{ path: at }], socketMode: 0o600 } })
    await expect(open(own)).rejects.toThrow(`LMTP cannot listen on ${own}`)
    other.close()
    writeFileSync(`${path}-file`, '')
    await expect(open(`${path}-file`)).rejects.toThrow(`LMTP cannot listen on ${path}-file`)
    await expect(open(join(folder, 'no/such/folder'))).rejects.toThrow('there is no such folder')
  })
})
