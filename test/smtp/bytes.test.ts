import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { greetedClient, type SmtpClient } from '../support/smtp-client.ts'
import { type Door, onlyMessage, openDoor } from './door.ts'

let door: Door

beforeAll(async () => {
  door = await openDoor({ limits: { maxMessage: 1_000_000 } })
})
afterAll(() => door.close())

async function ready(): Promise<{ client: SmtpClient; token: string }> {
  const { token, address } = await door.allocate()
  const client = await greetedClient(door.at)
  await client.command('MAIL FROM:<a@example.org>')
  await client.command(`RCPT TO:<${address}>`)
  expect((await client.command('DATA')).code).toBe(354)
  return { client, token }
}

const everyByte = String.fromCharCode(...Array.from({ length: 256 }, (_, byte) => byte))

/** Messages that must be kept octet for octet. */
const messages: [string, string][] = [
  ['no byte at all', ''],
  ['only NULs', '\0'.repeat(1000)],
  ['bare LF throughout', 'Subject: a\n\n.b\n..c\n.\nd\n'],
  ['bare CR', 'Subject: a\r\rb\r.\rc'],
  ['CR CR LF', 'Subject: a\r\r\n\r\r\n.b\r\r\n'],
  ['eight bits and every octet', `Subject: a\r\n\r\n${everyByte.repeat(40)}`],
  ['UTF-8 in the header', 'Subject: \xc3\xa4\r\n\r\n\xe2\x82\xac\r\n'],
  ['dots', '.\r\n..\r\n...\r\n\r\n.a\r\n'],
  ['no line end at the end', 'Subject: a\r\n\r\nb'],
  ['a line of 300,000 octets', `a${'b'.repeat(300_000)}\r\n`],
]

describe('the bytes of a message', () => {
  test.each(messages)('%s', async (_name, data) => {
    const { token, address } = await door.allocate()
    const client = await greetedClient(door.at)
    expect((await client.deliver({ to: [address], data })).code).toBe(250)
    // SMTP itself ends the last line (RFC 5321 4.1.1.4).
    const sent = data === '' || data.endsWith('\r\n') ? data : `${data}\r\n`
    expect((await onlyMessage(door, token)).raw).toBe(sent)
    client.reset()
  })

  test('a dot after a bare LF stays, as the signature covers it', async () => {
    const { client, token } = await ready()
    client.send('a\n..b\n.c\r\n..d\r\n.e\r\n.\r\n')
    await client.reply()
    expect((await onlyMessage(door, token)).raw).toBe('a\n..b\n.c\r\n.d\r\ne\r\n')
    client.reset()
  })

  test('sent byte by byte', async () => {
    const { client, token } = await ready()
    await client.drip('..a\r\n.\r\r\n..\r\n.\r\n', 1)
    expect((await client.reply()).code).toBe(250)
    expect((await onlyMessage(door, token)).raw).toBe('.a\r\n\r\r\n.\r\n')
    client.reset()
  })
})

/** Ends of a message that only careless receivers see (SMTP smuggling). */
const falseEnds: [string, string][] = [
  ['LF dot LF', '\n.\n'],
  ['LF dot CRLF', '\n.\r\n'],
  ['CRLF dot LF', '\r\n.\n'],
  ['CRLF dot CR', '\r\n.\r'],
  ['CR dot CR', '\r.\r'],
  ['CR dot CRLF', '\r.\r\n'],
  ['CR dot LF', '\r.\n'],
  ['CRLF NUL dot CRLF', '\r\n\0.\r\n'],
  ['CRLF dot NUL CRLF', '\r\n.\0\r\n'],
  ['CRLF dot CR CRLF', '\r\n.\r\r\n'],
]

describe('SMTP smuggling', () => {
  for (const how of ['at once', 'in two packets'] as const) {
    test.each(falseEnds)(`%s is content, ${how}`, async (_name, end) => {
      const victim = await door.allocate()
      const { client, token } = await ready()
      const first = `Subject: a\r\n\r\nb${end}`
      const second = `MAIL FROM:<evil@example.org>\r\nRCPT TO:<${victim.address}>\r\nDATA\r\nsmuggled\r\n.\r\n`
      if (how === 'at once') client.send(first + second)
      else {
        client.send(first)
        await Bun.sleep(5)
        client.send(second)
      }
      expect((await client.reply()).code).toBe(250)
      expect((await client.command('NOOP')).code).toBe(250)
      expect((await onlyMessage(door, token)).raw).toContain('smuggled')
      expect(await door.received(victim.token)).toEqual([])
      client.reset()
    })
  }
})

describe('a message that is too large', () => {
  test('is refused after its end, whatever size was declared', async () => {
    const { token, address } = await door.allocate()
    const client = await greetedClient(door.at)
    await client.command('MAIL FROM:<a@example.org> SIZE=10')
    await client.command(`RCPT TO:<${address}>`)
    await client.command('DATA')
    client.send(`${'x'.repeat(98)}\r\n`.repeat(10_001))
    client.send('.\r\n')
    expect(await client.reply()).toMatchObject({ code: 552, status: '5.3.4' })
    expect(
      await client.deliver({ to: [address], data: `${'x'.repeat(98)}\r\n`.repeat(10_000) }),
    ).toMatchObject({
      code: 250,
    })
    expect((await onlyMessage(door, token)).raw).toHaveLength(1_000_000)
    client.reset()
  })
})

describe('a client that goes away amid a message', () => {
  test.each(['reset', 'halfClose'] as const)('%s: nothing is stored', async (how) => {
    const { client, token } = await ready()
    client.send('Subject: a\r\n\r\nb\r\n')
    await Bun.sleep(10)
    client[how]()
    await client.closed
    await Bun.sleep(50)
    expect(await door.received(token)).toEqual([])
  })

  test('a dot without its line end is no end', async () => {
    const { client, token } = await ready()
    client.send('a\r\n.')
    client.halfClose()
    await client.closed
    await Bun.sleep(50)
    expect(await door.received(token)).toEqual([])
  })

  test('a client that closes its side after the dot is answered', async () => {
    const { client, token } = await ready()
    client.send('a\r\n.\r\n')
    client.halfClose()
    expect((await client.reply()).code).toBe(250)
    await client.closed
    expect((await onlyMessage(door, token)).raw).toBe('a\r\n')
  })
})
