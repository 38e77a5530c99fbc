import { afterEach, describe, expect, test } from 'bun:test'
import { greetedClient, type SmtpClient } from '../support/smtp-client.ts'
import { type Door, openDoor } from './door.ts'

let door: Door
afterEach(() => door.close())

/** The codes of every reply until the server closes the connection. */
async function codesUntilClosed(client: SmtpClient): Promise<number[]> {
  const codes: number[] = []
  for (;;) {
    const reply = await client.reply().catch(() => undefined)
    if (!reply) return codes
    codes.push(reply.code)
  }
}

const MOST_COMMANDS = 250
const MOST_REJECTIONS = 100

describe('whatever is sent without end, the connection is ended', () => {
  test.each<[name: string, again: string, most: number]>([
    ['NOOP', 'NOOP\r\n', MOST_COMMANDS],
    ['RSET', 'RSET\r\n', MOST_COMMANDS],
    ['HELP', 'HELP\r\n', MOST_COMMANDS],
    ['VRFY', 'VRFY postmaster\r\n', MOST_COMMANDS],
    ['EHLO', 'EHLO a.example\r\n', MOST_COMMANDS],
    ['HELO', 'HELO a.example\r\n', MOST_COMMANDS],
    ['MAIL given up', 'MAIL FROM:<>\r\nRSET\r\n', MOST_COMMANDS],
    ['MAIL within MAIL', 'MAIL FROM:<>\r\n', MOST_REJECTIONS + 1],
    ['MAIL that cannot be read', 'MAIL FROM:x\r\n', MOST_REJECTIONS],
    ['RCPT without MAIL', 'RCPT TO:<postmaster>\r\n', MOST_REJECTIONS],
    ['RCPT that cannot be read', 'RCPT TO:x\r\n', MOST_REJECTIONS],
    [
      'RCPT for other domains',
      'MAIL FROM:<>\r\nRCPT TO:<a@elsewhere.example>\r\nRSET\r\n',
      3 * MOST_REJECTIONS,
    ],
    ['DATA without recipients', 'DATA\r\n', MOST_REJECTIONS],
    ['DATA after MAIL', 'MAIL FROM:<>\r\nDATA\r\nRSET\r\n', MOST_COMMANDS],
    ['AUTH', 'AUTH PLAIN AGEAYg==\r\n', MOST_REJECTIONS],
    ['BDAT of nothing', 'BDAT 0\r\n', MOST_REJECTIONS],
    ['BDAT LAST', 'BDAT 0 LAST\r\n', MOST_REJECTIONS],
    ['ETRN', 'ETRN in.example.com\r\n', MOST_REJECTIONS],
    ['STARTTLS with an argument', 'STARTTLS now\r\n', MOST_REJECTIONS],
    ['empty lines', '\r\n', 10],
    ['unknown commands', 'FROB\r\n', 10],
    ['blanks', ' \r\n', 10],
    ['HTTP', 'GET / HTTP/1.1\r\n', 1],
    ['a line without end', 'x'.repeat(1000), 1],
  ])('%s', async (_name, again, most) => {
    door = await openDoor()
    const client = await greetedClient(door.at)
    client.send(again.repeat(5000))
    const codes = await codesUntilClosed(client)
    expect(codes.length).toBeWithin(1, most + 2)
    expect([421, 500]).toContain(codes.at(-1) ?? 0)
  })

  test('messages that are refused one after the other', async () => {
    door = await openDoor({ bounds: { roleMessageBytes: 10 } })
    const client = await greetedClient(door.at)
    const again = 'MAIL FROM:<>\r\nRCPT TO:<postmaster>\r\nDATA\r\nlarger than it may be\r\n.\r\n'
    client.send(again.repeat(2000))
    const codes = await codesUntilClosed(client)
    expect(codes.filter((code) => code === 552).length).toBeLessThanOrEqual(MOST_REJECTIONS)
    expect(codes.at(-1)).toBe(421)
  })

  test('bytes of messages that are refused', async () => {
    door = await openDoor({ limits: { maxMessage: 100_000 }, bounds: { roleMessageBytes: 10 } })
    const client = await greetedClient(door.at)
    const again = 'MAIL FROM:<>\r\nRCPT TO:<postmaster>\r\nDATA\r\n'
    client.send(`${again}${`${'x'.repeat(998)}\r\n`.repeat(90)}.\r\n`.repeat(10))
    const codes = await codesUntilClosed(client)
    // The fourth makes them more than three messages of the largest size.
    expect(codes.filter((code) => code === 552)).toHaveLength(4)
    expect(codes.at(-1)).toBe(421)
  })

  test('one message without end: told that it is too large, and cut', async () => {
    door = await openDoor({ limits: { maxMessage: 100_000 } })
    const { address, token } = await door.allocate()
    const client = await greetedClient(door.at)
    await client.command('MAIL FROM:<>')
    await client.command(`RCPT TO:<${address}>`)
    await client.command('DATA')
    client.send('x'.repeat(450_000))
    const reply = await client.reply()
    expect(reply.lines).toEqual(['552 5.3.4 The message is larger than 100000 bytes'])
    await client.closed
    expect(await door.received(token)).toEqual([])
    const other = await greetedClient(door.at)
    expect((await other.deliver({ to: [address], data: 'a\r\n' })).code).toBe(250)
    other.reset()
  })

  test('a message three times too large is read to its end and refused, and the next one is taken', async () => {
    door = await openDoor({ limits: { maxMessage: 100_000 } })
    const { address } = await door.allocate()
    const client = await greetedClient(door.at)
    const large = `${'x'.repeat(998)}\r\n`.repeat(290)
    expect((await client.deliver({ to: [address], data: large })).code).toBe(552)
    expect((await client.deliver({ to: [address], data: 'a\r\n' })).code).toBe(250)
    client.reset()
  })

  test('bytes behind the last reply are dropped, and without end they are not', async () => {
    door = await openDoor()
    const client = await greetedClient(door.at)
    client.send('QUIT\r\n')
    for (let i = 0; i < 40; i++) client.send('x'.repeat(100_000))
    expect((await client.reply()).code).toBe(221)
    await client.closed
  })

  test('a message that comes slower than the least rate', async () => {
    door = await openDoor({ limits: { dataGrace: 500, dataRate: 1_000_000, idleTimeout: 2_000 } })
    const { address } = await door.allocate()
    const client = await greetedClient(door.at)
    await client.command('MAIL FROM:<>')
    await client.command(`RCPT TO:<${address}>`)
    await client.command('DATA')
    const dripping = client.drip('x'.repeat(1000), 5)
    const reply = await client.reply()
    expect(`${reply.code} ${reply.status}`).toBe('421 4.4.2')
    await client.closed
    await dripping
  })

  test('a handshake that never ends', async () => {
    door = await openDoor({ limits: { handshakeTimeout: 500, dataTimeout: 1000 } })
    const client = await greetedClient(door.at)
    expect((await client.command('STARTTLS')).code).toBe(220)
    // The header of a record that announces 16 KB, and then an octet at a time.
    const dripping = client.drip('\x16\x03\x01\x40\x00'.padEnd(2000, '\x01'), 10)
    await client.closed
    expect(client.unread()).toBe('')
    await dripping
  })
})

describe('commands that arrive together', () => {
  test('do not hold up a stranger', async () => {
    door = await openDoor({ limits: { maxRecipients: 20_000 } })
    const [flood, stranger] = [await greetedClient(door.at), await greetedClient(door.at)]
    await flood.command('MAIL FROM:<>')
    flood.send('RCPT TO:<postmaster>\r\n'.repeat(16_000))
    expect((await stranger.command('NOOP')).code).toBe(250)
    expect(flood.unread().split('\r\n').length).toBeLessThan(1000)
    flood.reset()
    stranger.reset()
  })
})
