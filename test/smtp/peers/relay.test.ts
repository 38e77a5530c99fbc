import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { connectSmtp, greetedClient, type SmtpClient } from '../../support/smtp-client.ts'
import { until } from '../../support/until.ts'
import { type Door, type DoorOptions, onlyMessage, openDoor } from '../door.ts'

const STRANGER = '127.0.0.2'
const RELAYS = { relays: ['127.0.0.1/32'] }

let door: Door
const clients: SmtpClient[] = []

beforeAll(async () => {
  door = await openDoor({ peers: RELAYS })
})
afterAll(() => door.close())
afterEach(() => {
  for (const client of clients.splice(0)) client.reset()
})

async function greeted(localAddress = '127.0.0.1', at = door.at): Promise<SmtpClient> {
  const client = await greetedClient({ ...at, localAddress }, 'relay.example.net')
  clients.push(client)
  return client
}

/** The envelope of a message that a relay hands on after these commands, and their replies. */
async function handedOn(...commands: string[]) {
  const { token, address } = await door.allocate()
  const client = await greeted()
  const codes: number[] = []
  for (const command of commands) codes.push((await client.command(command)).code)
  expect((await client.deliver({ to: [address], data: 'a\r\n' })).code).toBe(250)
  const { envelope } = await onlyMessage(door, token)
  const { clientAddress, helo, tls, conduct, through } = envelope
  return { codes, known: { clientAddress, helo, tls, conduct, through } }
}

const THROUGH = {
  kind: 'relay',
  peer: '127.0.0.1',
  protocol: 'SMTP',
  helo: 'relay.example.net',
  tls: 'none',
} as const

const UNKNOWN = { clientAddress: undefined, helo: undefined, tls: 'unknown', conduct: undefined } as const

describe('a relay that tells nothing', () => {
  test('leaves everything of the client unknown', async () => {
    const { known } = await handedOn()
    expect(known).toEqual({ ...UNKNOWN, through: THROUGH })
  })

  test('may be refused', async () => {
    const strict = await openDoor({ peers: { ...RELAYS, mustTell: true } })
    const { address } = await strict.allocate()
    const client = await greeted('127.0.0.1', strict.at)
    const refused = await client.command('MAIL FROM:<a@example.org>')
    expect(refused).toMatchObject({ code: 451, status: '4.7.1' })
    expect(refused.lines[0]).toContain('XFORWARD')
    const told = () => client.command('XFORWARD ADDR=[UNAVAILABLE] SOURCE=LOCAL')
    expect((await told()).code).toBe(250)
    expect((await client.deliver({ to: [address], data: 'a\r\n' })).code).toBe(250)
    expect((await client.command('MAIL FROM:<a@example.org>')).code).toBe(451)
    const stranger = await greeted(STRANGER, strict.at)
    expect((await stranger.deliver({ to: [address], data: 'b\r\n' })).code).toBe(250)
    await strict.close()
  })
})

describe('XFORWARD', () => {
  test('names client and HELO, over one command or several', async () => {
    const { codes, known } = await handedOn(
      'XFORWARD NAME=mail.example.org ADDR=192.0.2.7 PORT=4711 PROTO=ESMTP',
      'XFORWARD HELO=mail.example.org IDENT=4Bxyz SOURCE=REMOTE',
    )
    expect(codes).toEqual([250, 250])
    expect(known).toEqual({
      ...UNKNOWN,
      clientAddress: '192.0.2.7',
      helo: 'mail.example.org',
      through: { ...THROUGH, told: 'XFORWARD' },
    })
  })

  test.each([
    ['IPv6', 'XFORWARD ADDR=IPV6:2001:DB8::7 HELO=[UNAVAILABLE]', { clientAddress: '2001:db8::7' }],
    ['a private address', 'XFORWARD ADDR=10.0.0.7 HELO=a', { clientAddress: '10.0.0.7', helo: 'a' }],
    ['mapped IPv4', 'XFORWARD ADDR=IPV6:::ffff:192.0.2.7', { clientAddress: '192.0.2.7' }],
    ['HELO alone says nothing', 'XFORWARD HELO=a.example', {}],
  ])('%s', async (_, command, known) => {
    const { codes, known: seen } = await handedOn(command)
    expect(codes).toEqual([250])
    expect(seen).toEqual({ ...UNKNOWN, ...known, through: { ...THROUGH, told: 'XFORWARD' } })
  })

  test('says that a message was made on the relay', async () => {
    const { known } = await handedOn('XFORWARD NAME=[UNAVAILABLE] ADDR=[UNAVAILABLE] HELO=relay.example.net')
    expect(known).toEqual({ ...UNKNOWN, through: { ...THROUGH, told: 'XFORWARD', local: true } })
  })

  test('holds for one message', async () => {
    const [one, two, three] = [await door.allocate(), await door.allocate(), await door.allocate()]
    const client = await greeted()
    await client.command('XFORWARD ADDR=192.0.2.7 HELO=one.example')
    await client.deliver({ to: [one.address], data: 'a\r\n' })
    await client.deliver({ to: [two.address], data: 'b\r\n' })
    await client.command('XFORWARD ADDR=192.0.2.8')
    await client.command('RSET')
    await client.deliver({ to: [three.address], data: 'c\r\n' })
    const of = async (token: string) => (await onlyMessage(door, token)).envelope.clientAddress
    expect([await of(one.token), await of(two.token), await of(three.token)]).toEqual([
      '192.0.2.7',
      undefined,
      undefined,
    ])
  })

  test('may be pipelined with the message', async () => {
    const { token, address } = await door.allocate()
    const client = await greeted()
    client.send(
      `XFORWARD ADDR=192.0.2.7\r\nXFORWARD HELO=a.example\r\nMAIL FROM:<>\r\nRCPT TO:<${address}>\r\nDATA\r\n`,
    )
    for (const code of [250, 250, 250, 250, 354]) expect((await client.reply()).code).toBe(code)
    client.send('a\r\n.\r\n')
    expect((await client.reply()).code).toBe(250)
    expect((await onlyMessage(door, token)).envelope).toMatchObject({
      clientAddress: '192.0.2.7',
      helo: 'a.example',
    })
  })

  test('is refused in a transaction and with what cannot be read, and then changes nothing', async () => {
    const { token, address } = await door.allocate()
    const client = await greeted()
    await client.command('XFORWARD ADDR=192.0.2.7')
    for (const bad of ['ADDR=192.0.2.8+00', 'ADDR=somewhere', 'HELO=a+0D+0Ab', 'X=1', '='])
      expect((await client.command(`XFORWARD HELO=b.example ${bad}`)).code).toBe(501)
    expect((await client.command('XFORWARD')).code).toBe(501)
    await client.command('MAIL FROM:<>')
    expect((await client.command('XFORWARD ADDR=192.0.2.9')).code).toBe(503)
    await client.command(`RCPT TO:<${address}>`)
    await client.command('DATA')
    client.send('a\r\n.\r\n')
    await client.reply()
    const { clientAddress, helo } = (await onlyMessage(door, token)).envelope
    expect({ clientAddress, helo }).toEqual({ clientAddress: '192.0.2.7', helo: undefined })
  })
})

describe('XCLIENT', () => {
  test('begins the session anew, with the client that it names', async () => {
    const { token, address } = await door.allocate()
    const client = await greeted()
    expect((await client.command('XCLIENT NAME=a.example ADDR=192.0.2.7 PORT=4711 LOGIN=x')).lines).toEqual([
      '220 mx.in.example.com ESMTP',
    ])
    expect((await client.command('MAIL FROM:<>')).code).toBe(503)
    expect((await client.command('EHLO mail.example.org')).lines[0]).toContain('[192.0.2.7]')
    await client.deliver({ to: [address], data: 'a\r\n' })
    const { clientAddress, helo, tls, conduct, through } = (await onlyMessage(door, token)).envelope
    const { helo: _, ...relay } = THROUGH
    expect({ clientAddress, helo, tls, conduct, through }).toEqual({
      ...UNKNOWN,
      clientAddress: '192.0.2.7',
      helo: 'mail.example.org',
      through: { ...relay, told: 'XCLIENT' },
    })
  })

  test('names HELO too, holds for the connection, and may be said again', async () => {
    const [one, two, three] = [await door.allocate(), await door.allocate(), await door.allocate()]
    const client = await greeted()
    await client.command('XCLIENT ADDR=192.0.2.7 HELO=a.example DESTADDR=198.51.100.1 DESTPORT=25')
    await client.command('EHLO relay.example.net')
    await client.deliver({ to: [one.address], data: 'a\r\n' })
    await client.deliver({ to: [two.address], data: 'b\r\n' })
    expect((await client.command('XCLIENT ADDR=IPV6:2001:db8::9')).code).toBe(220)
    await client.command('EHLO relay.example.net')
    await client.deliver({ to: [three.address], data: 'c\r\n' })
    const of = async (token: string) => {
      const { clientAddress, helo } = (await onlyMessage(door, token)).envelope
      return [clientAddress, helo]
    }
    expect(await of(one.token)).toEqual(['192.0.2.7', 'a.example'])
    expect(await of(two.token)).toEqual(['192.0.2.7', 'a.example'])
    expect(await of(three.token)).toEqual(['2001:db8::9', 'a.example'])
  })

  test('is refused in a transaction', async () => {
    const client = await greeted()
    await client.command('MAIL FROM:<>')
    expect((await client.command('XCLIENT ADDR=192.0.2.7')).code).toBe(503)
    expect((await client.command('RSET')).code).toBe(250)
    expect((await client.command('XCLIENT ADDR=192.0.2.7')).code).toBe(220)
  })
})

describe('both commands', () => {
  test('are announced to relays alone, also under TLS', async () => {
    const client = await greeted()
    const offered = async (one: SmtpClient) =>
      (await one.command('EHLO a.example')).lines.filter((line) => /XCLIENT|XFORWARD/.test(line))
    const both = [
      '250-XCLIENT NAME ADDR PORT PROTO HELO LOGIN DESTADDR DESTPORT',
      '250 XFORWARD NAME ADDR PORT PROTO HELO IDENT SOURCE',
    ]
    expect(await offered(client)).toEqual(both)
    await client.command('STARTTLS')
    await client.secure()
    expect(await offered(client)).toEqual(both)
    expect(await offered(await greeted(STRANGER))).toEqual([])
  })

  test('are unknown commands from strangers, and change nothing', async () => {
    const { token, address } = await door.allocate()
    const client = await greeted(STRANGER)
    for (const verb of ['XCLIENT', 'XFORWARD', 'xclient'])
      expect(await client.command(`${verb} ADDR=192.0.2.7`)).toMatchObject({ code: 500, status: '5.5.1' })
    await client.deliver({ to: [address], data: 'a\r\n' })
    const { clientAddress, through } = (await onlyMessage(door, token)).envelope
    expect({ clientAddress, through }).toEqual({ clientAddress: STRANGER, through: undefined })
  })
})

describe('behind a relay', () => {
  test('the log of mail names the client, and its refusals', async () => {
    const client = await greeted()
    await client.command('XFORWARD ADDR=192.0.2.77 HELO=a.example')
    await client.deliver({ to: [`nobody@in.example.com`], data: 'a\r\n' })
    await until(async () => (await logLines()).some(({ client }) => client === '192.0.2.77'))
    expect((await logLines()).find(({ client }) => client === '192.0.2.77')).toMatchObject({
      outcome: 'unknown_recipient',
      helo: 'a.example',
    })
  })

  test('mail to the operator is counted by client where that is told, and never as the relay’s own', async () => {
    const most = 3
    const own = await openDoor({ peers: RELAYS, bounds: { roleMessagesPerNetwork: most } })
    const client = await greeted('127.0.0.1', own.at)
    const send = async () => (await client.deliver({ to: ['abuse@in.example.com'], data: 'a\r\n' })).code
    for (let sent = 0; sent < most + 1; sent += 1) expect(await send()).toBe(250)
    for (let sent = 0; sent < most; sent += 1) {
      await client.command('XFORWARD ADDR=192.0.2.78')
      expect(await send()).toBe(250)
    }
    await client.command('XFORWARD ADDR=192.0.2.78')
    await client.command('MAIL FROM:<ann@example.org>')
    expect((await client.command('RCPT TO:<abuse@in.example.com>')).code).toBe(451)
    client.reset()
    await own.close()
  })

  test('connections of a relay are not those of one client', async () => {
    const options: DoorOptions = { peers: RELAYS, limits: { maxConnectionsPerAddress: 2, maxConnections: 8 } }
    const narrow = await openDoor(options)
    const open = async (localAddress: string) => {
      const client = await connectSmtp({ ...narrow.at, localAddress })
      clients.push(client)
      return (await client.reply()).code
    }
    for (let count = 0; count < 5; count += 1) expect(await open('127.0.0.1')).toBe(220)
    expect([await open(STRANGER), await open(STRANGER), await open(STRANGER)]).toEqual([220, 220, 421])
    await narrow.close()
  })
})

const logLines = () => door.store.mailLog.list({ limit: 100 })
