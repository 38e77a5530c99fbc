import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { smtpProbe } from '../../../src/net/probe/smtp.ts'
import { connectSmtp, type SmtpClient } from '../../support/smtp-client.ts'
import { until } from '../../support/until.ts'
import { type Door, onlyMessage, openDoor } from '../door.ts'
import { binaryHeader, v4, v6 } from './headers.ts'

/** The load balancer; another machine is 127.0.0.2. */
const PROXY = '127.0.0.1'
const STRANGER = '127.0.0.2'

const LINE = 'PROXY TCP4 192.0.2.7 198.51.100.1 4711 25\r\n'
const HEALTH_CHECK = binaryHeader({ command: 0x20, family: 0, addresses: Buffer.alloc(0) })

let door: Door
const clients: SmtpClient[] = []

beforeAll(async () => {
  door = await openDoor({
    peers: { proxies: ['127.0.0.1/32'], relays: ['127.0.0.3/32'] },
  })
})
afterAll(() => door.close())
afterEach(() => {
  for (const client of clients.splice(0)) client.reset()
})

async function connect(localAddress = PROXY): Promise<SmtpClient> {
  const client = await connectSmtp({ ...door.at, localAddress })
  clients.push(client)
  return client
}

async function behind(header: string | Uint8Array): Promise<SmtpClient> {
  const client = await connect()
  client.send(header)
  expect((await client.reply()).code).toBe(220)
  return client
}

/** The envelope of a message that comes behind the header. */
async function sentBehind(header: string | Uint8Array) {
  const { token, address } = await door.allocate()
  const client = await behind(header)
  await client.command('EHLO mail.example.org')
  expect((await client.deliver({ to: [address], data: 'a\r\n' })).code).toBe(250)
  return (await onlyMessage(door, token)).envelope
}

describe('behind a load balancer', () => {
  test.each([
    ['a PROXY line', LINE, '192.0.2.7'],
    ['a binary header', binaryHeader(), '192.0.2.7'],
    [
      'IPv6',
      binaryHeader({ family: 0x21, addresses: v6('20010db8000000000000000000000007') }),
      '2001:db8::7',
    ],
    ['an address of a private network', binaryHeader({ addresses: v4('10.1.2.3') }), '10.1.2.3'],
    ['a long header', binaryHeader({ fields: [[0x20, Buffer.alloc(8000)]], checksumOffBy: 0 }), '192.0.2.7'],
  ])('the client is the one that it names: %s', async (_, header, address) => {
    const { clientAddress, helo, tls, conduct, through, transcript } = await sentBehind(header)
    expect({ clientAddress, helo, tls, through }).toEqual({
      clientAddress: address,
      helo: 'mail.example.org',
      tls: 'none',
      through: { kind: 'proxy', peer: PROXY, told: 'PROXY' },
    })
    expect(conduct).toMatchObject({ beforeGreeting: 0, commands: 4 })
    expect(transcript.map(({ text }) => text).join()).not.toContain('PROXY')
  })

  test('the header may come octet by octet', async () => {
    for (const header of [LINE, binaryHeader({ checksumOffBy: 0 })]) {
      const client = await connect()
      await client.drip(Buffer.from(header).toString('latin1'), 1)
      expect((await client.reply()).code).toBe(220)
      expect((await client.command('EHLO a.example')).lines[0]).toContain('[192.0.2.7]')
      client.reset()
    }
  })

  test('what comes behind the header in one packet is the client’s, said before the greeting', async () => {
    const { token, address } = await door.allocate()
    const client = await connect()
    const early = 'EHLO early.example\r\n'
    client.send(Buffer.concat([binaryHeader(), Buffer.from(early)]))
    expect((await client.reply()).code).toBe(220)
    expect((await client.reply()).code).toBe(250)
    await client.deliver({ to: [address], data: 'a\r\n' })
    const { conduct, helo } = (await onlyMessage(door, token)).envelope
    expect(conduct?.beforeGreeting).toBe(early.length)
    expect(helo).toBe('early.example')
  })

  test('TLS is the client’s own', async () => {
    const { token, address } = await door.allocate()
    const client = await behind(binaryHeader())
    await client.command('EHLO mail.example.org')
    await client.command('STARTTLS')
    await client.secure()
    await client.command('EHLO mail.example.org')
    await client.deliver({ to: [address], data: 'a\r\n' })
    const { tls, clientAddress } = (await onlyMessage(door, token)).envelope
    expect(tls).toMatchObject({ version: 'TLSv1.3' })
    expect(clientAddress).toBe('192.0.2.7')
  })

  test('a client that it names is no relay, whatever address it has', async () => {
    const client = await behind(binaryHeader({ addresses: v4('127.0.0.3') }))
    expect((await client.command('EHLO a.example')).lines.join()).not.toContain('XFORWARD')
    expect((await client.command('XFORWARD ADDR=192.0.2.1')).code).toBe(500)
    expect((await client.command(LINE.trim())).code).toBe(500)
  })
})

describe('a connection of the load balancer itself', () => {
  test.each([
    ['a health check', HEALTH_CHECK],
    ['PROXY UNKNOWN', 'PROXY UNKNOWN\r\n'],
    ['an unknown client', binaryHeader({ family: 0, addresses: Buffer.alloc(0) })],
    ['a socket', binaryHeader({ family: 0x31, addresses: Buffer.alloc(216) })],
  ])('is answered, and brings no mail: %s', async (_, header) => {
    const { address } = await door.allocate()
    const client = await behind(header)
    expect((await client.command('EHLO haproxy.example')).lines[0]).toContain('[127.0.0.1]')
    expect(await client.command('MAIL FROM:<a@example.org>')).toMatchObject({ code: 451, status: '4.7.1' })
    expect((await client.command(`RCPT TO:<${address}>`)).code).toBe(503)
    expect((await client.command('QUIT')).code).toBe(221)
  })
})

test('the doctor’s own look at the listener begins as a load balancer’s', async () => {
  const at = { address: PROXY, port: door.at.port, helo: 'mx.in.example.com', waitAtMost: 60_000 }
  expect(await smtpProbe({ ...at, asProxy: true }, {})).toMatchObject({
    kind: 'smtp',
    name: 'mx.in.example.com',
    startTls: true,
    certificate: expect.anything(),
  })
})

test('limits count the clients, not the load balancer', async () => {
  const narrow = await openDoor({
    peers: { proxies: ['127.0.0.1/32'] },
    limits: { maxConnectionsPerAddress: 2 },
  })
  const from = async (source: string) => {
    const client = await connectSmtp(narrow.at)
    clients.push(client)
    client.send(binaryHeader({ addresses: v4(source) }))
    return (await client.reply()).code
  }
  for (const source of ['192.0.2.1', '192.0.2.2', '192.0.2.3'])
    expect([await from(source), await from(source)]).toEqual([220, 220])
  expect(await from('192.0.2.3')).toBe(421)
  expect(await from('192.0.2.4')).toBe(220)
  await narrow.close()
})

describe('a named load balancer without a header', () => {
  test.each([
    ['plain SMTP', 'EHLO mail.example.org\r\n'],
    ['a header that is none', 'PROXY TCP4 nowhere\r\n'],
    ['a line without end', `PROXY UNKNOWN ${'x'.repeat(200)}`],
    [
      'a signature and nothing sensible',
      Buffer.concat([HEALTH_CHECK.subarray(0, 12), Buffer.alloc(64, 0xff)]),
    ],
    ['a wrong checksum', binaryHeader({ checksumOffBy: 7 })],
  ])('is refused with a reason, and the log has it: %s', async (_, sent) => {
    const client = await connect()
    client.send(sent)
    const reply = await client.reply()
    expect(reply).toMatchObject({ code: 421, status: '4.7.0' })
    expect(reply.lines[0]).toContain('PROXY protocol header')
    await client.closed
    await until(async () => {
      const { facts } = door.logged.findLast(({ sentence }) => sentence === 'An SMTP connection broke') ?? {}
      return String(facts?.['reason']).includes('PROXY')
    })
  })

  test('is not waited for without end', async () => {
    const slow = await openDoor({ peers: { proxies: ['127.0.0.1/32'] }, limits: { headerTimeout: 30 } })
    const client = await connectSmtp(slow.at)
    client.send('PROXY TCP4 192.0.2.7 ')
    expect((await client.reply()).code).toBe(421)
    await client.closed
    await slow.close()
  })

  test('may go away meanwhile', async () => {
    for (const leave of ['halfClose', 'reset'] as const) {
      const client = await connect()
      client.send('PROXY ')
      client[leave]()
      await client.closed
    }
    await behind(LINE)
  })

  test('does not hold the service up when it stops', async () => {
    const other = await openDoor({ peers: { proxies: ['127.0.0.1/32'] } })
    const client = await connectSmtp(other.at)
    client.send('PROXY ')
    await other.close()
    await client.closed
  })
})

describe('from a stranger', () => {
  test('a PROXY line is an unknown command, and changes nothing', async () => {
    const { token, address } = await door.allocate()
    const client = await connect(STRANGER)
    client.send(LINE)
    expect((await client.reply()).code).toBe(220)
    expect((await client.reply()).code).toBe(500)
    await client.command('EHLO mail.example.org')
    await client.deliver({ to: [address], data: 'a\r\n' })
    const { clientAddress, through } = (await onlyMessage(door, token)).envelope
    expect({ clientAddress, through }).toEqual({ clientAddress: STRANGER, through: undefined })
  })

  test('a binary header is a few unknown commands', async () => {
    const client = await connect(STRANGER)
    client.send(binaryHeader())
    expect((await client.reply()).code).toBe(220)
    for (let line = 0; line < 3; line += 1) expect((await client.reply()).code).toBe(500)
    await client.closed
  })
})
