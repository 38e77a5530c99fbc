import { afterEach, describe, expect, test } from 'bun:test'
import { connectSmtp, greetedClient } from '../support/smtp-client.ts'
import { until } from '../support/until.ts'
import { type Door, type DoorOptions, openDoor } from './door.ts'

let door: Door

async function openWith(options: DoorOptions): Promise<Door> {
  door = await openDoor(options)
  return door
}

afterEach(() => door.close())

/** Whether a newcomer is greeted. That somebody left is counted a moment after the connection is gone. */
async function welcomesAgain(): Promise<boolean> {
  const client = await connectSmtp(door.at)
  const reply = await client.reply().catch(() => undefined)
  client.reset()
  return reply?.code === 220
}

const rejected = (reply: { code: number; status: string }) => `${reply.code} ${reply.status}`

describe('time', () => {
  const short = { limits: { idleTimeout: 1_500, dataTimeout: 3_000, sessionTimeout: 60_000 } }

  test('a silent client is told and let go', async () => {
    await openWith(short)
    const client = await connectSmtp(door.at)
    await client.reply()
    expect(rejected(await client.reply())).toBe('421 4.4.2')
    expect(await client.closed).toBeGreaterThanOrEqual(1_400)
  })

  test('a client that is silent amid a message is told and let go, and nothing is stored', async () => {
    const { token, address } = await (await openWith(short)).allocate()
    const client = await greetedClient(door.at)
    await client.command('MAIL FROM:<>')
    await client.command(`RCPT TO:<${address}>`)
    await client.command('DATA')
    client.send('a\r\n')
    expect(rejected(await client.reply())).toBe('421 4.4.2')
    await client.closed
    expect(await door.received(token)).toEqual([])
  })

  test('bytes that make no command are no progress', async () => {
    await openWith(short)
    const client = await greetedClient(door.at)
    const dripping = client.drip('NOOP'.padEnd(400, ' '), 20)
    expect(rejected(await client.reply())).toBe('421 4.4.2')
    await client.closed
    await dripping
  })

  test('a message that trickles in is cut off', async () => {
    const { address } = await (await openWith(short)).allocate()
    const client = await greetedClient(door.at)
    await client.command('MAIL FROM:<>')
    await client.command(`RCPT TO:<${address}>`)
    await client.command('DATA')
    const dripping = client.drip('x'.repeat(300), 20)
    expect(rejected(await client.reply())).toBe('421 4.4.2')
    expect(await client.closed).toBeGreaterThanOrEqual(2_900)
    await dripping
  })

  test('a session that keeps itself alive comes to its end', async () => {
    await openWith({ limits: { idleTimeout: 60_000, sessionTimeout: 1_500 } })
    const client = await greetedClient(door.at)
    let last = await client.command('NOOP')
    while (last.code === 250) {
      await Bun.sleep(20)
      last = await client.command('NOOP')
    }
    expect(rejected(last)).toBe('421 4.4.2')
    expect(await client.closed).toBeGreaterThanOrEqual(1_400)
  })

  test('a half-closed client is not waited for', async () => {
    await openWith({ limits: { idleTimeout: 600_000 } })
    const client = await greetedClient(door.at)
    client.send('NOOP\r\nMAIL FROM:<>\r\nRCP')
    client.halfClose()
    expect((await client.reply()).code).toBe(250)
    expect((await client.reply()).code).toBe(250)
    await client.closed
  })

  test('a TLS handshake that never comes is given up', async () => {
    await openWith(short)
    const client = await greetedClient(door.at)
    await client.command('STARTTLS')
    await client.closed
    expect(client.unread()).toBe('')
  })

  test('the store may take longer than the client may be silent', async () => {
    await openWith({
      ...short,
      wrap: (store) => ({
        ...store,
        messages: {
          ...store.messages,
          accept: async (...args) => {
            await Bun.sleep(2_500)
            return store.messages.accept(...args)
          },
        },
      }),
    })
    const { address } = await door.allocate()
    const client = await greetedClient(door.at)
    expect((await client.deliver({ to: [address], data: 'a\r\n' })).code).toBe(250)
    client.reset()
  })
})

describe('connections', () => {
  test('an early talker is answered behind the greeting', async () => {
    await openWith({ limits: { greetingDelay: 100 } })
    const client = await connectSmtp(door.at)
    client.send('EHLO a.example\r\nMAIL FROM:<>\r\n')
    const codes = [await client.reply(), await client.reply(), await client.reply()].map(({ code }) => code)
    expect(codes).toEqual([220, 250, 250])
    client.reset()
  })

  test('an early talker that leaves, or speaks HTTP, or sends no line end, costs nobody else anything', async () => {
    await openWith({ limits: { greetingDelay: 50 } })
    for (const words of ['EHLO a.example\r\n', 'GET / HTTP/1.1\r\n', 'x'.repeat(100_000)]) {
      const client = await connectSmtp(door.at)
      client.send(words)
      if (words.startsWith('EHLO')) client.reset()
      else await client.closed
    }
    const { address } = await door.allocate()
    const client = await greetedClient(door.at)
    expect((await client.deliver({ to: [address], data: 'a\r\n' })).code).toBe(250)
    client.reset()
  })

  test('over the limit for one address: 421, and room again when one leaves', async () => {
    await openWith({ limits: { maxConnectionsPerAddress: 2 } })
    const [first] = [await greetedClient(door.at), await greetedClient(door.at)]
    const third = await connectSmtp(door.at)
    const reply = await third.reply()
    expect(reply.lines).toEqual(['421 4.7.0 mx.in.example.com Too many connections from your address'])
    await third.closed
    await first.command('QUIT')
    await first.closed
    await until(welcomesAgain)
  })

  test('a thousand connections over the limit are turned away, and the open session goes on', async () => {
    await openWith({ limits: { maxConnections: 3, maxConnectionsPerAddress: 3 } })
    const { address, token } = await door.allocate()
    const other = { ...door.at, localAddress: '127.0.0.2' }
    const clients = [await greetedClient(door.at), await greetedClient(door.at), await greetedClient(other)]
    const codes = await Promise.all(
      Array.from({ length: 1000 }, async () => {
        const client = await connectSmtp(door.at)
        // Beyond the first rejections the connection may be closed before its reply was read.
        const reply = await client.reply().catch(() => ({ code: 0 }))
        await client.closed
        return reply.code
      }),
    )
    expect(codes.filter((code) => code !== 421 && code !== 0)).toEqual([])
    expect(codes.filter((code) => code === 421).length).toBeGreaterThanOrEqual(200)
    expect((await clients[0]?.deliver({ to: [address], data: 'a\r\n' }))?.code).toBe(250)
    expect(await door.received(token)).toHaveLength(1)
    for (const client of clients) client.reset()
    await until(welcomesAgain)
  })
})

describe('what one session may do', () => {
  test('messages', async () => {
    await openWith({ limits: { maxMessages: 2 } })
    const { address } = await door.allocate()
    const client = await greetedClient(door.at)
    expect((await client.deliver({ to: [address], data: 'a\r\n' })).code).toBe(250)
    expect((await client.deliver({ to: [address], data: 'a\r\n' })).code).toBe(250)
    expect(rejected(await client.command('MAIL FROM:<>'))).toBe('421 4.7.0')
    await client.closed
  })

  test('refused commands', async () => {
    await openWith({ limits: { maxRejections: 5 } })
    const client = await greetedClient(door.at)
    await client.command('MAIL FROM:<>')
    for (let i = 0; i < 5; i++) {
      expect((await client.command(`RCPT TO:<guess${i}@in.example.com>`)).code).toBe(550)
    }
    expect(rejected(await client.command('RCPT TO:<guess6@in.example.com>'))).toBe('421 4.7.0')
    await client.closed
  })

  test('commands without a message', async () => {
    await openWith({ limits: { maxCommands: 10 } })
    const { address } = await door.allocate()
    const client = await greetedClient(door.at)
    for (let i = 0; i < 6; i++) await client.command('NOOP')
    expect((await client.deliver({ to: [address], data: 'a\r\n' })).code).toBe(250)
    for (let i = 0; i < 10; i++) expect((await client.command('RSET')).code).toBe(250)
    expect(rejected(await client.command('RSET'))).toBe('421 4.7.0')
    await client.closed
  })

  test('unknown commands', async () => {
    await openWith({})
    const client = await greetedClient(door.at)
    for (let i = 0; i < 9; i++) expect((await client.command('FROB')).code).toBe(500)
    expect(rejected(await client.command('FROB'))).toBe('421 4.7.0')
    await client.closed
  })
})
