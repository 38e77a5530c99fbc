import { afterEach, describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { whoGivesWay } from '../../../src/smtp/fair/eviction.ts'
import { greetedClient, type SmtpClient } from '../../support/smtp-client.ts'
import { until } from '../../support/until.ts'
import { type Door, type DoorOptions, openDoor } from '../door.ts'

const open = (holder: string, idleSince?: number) => ({ holder, idleSince })
const LONG_IDLE = 100

describe('who gives way to a newcomer', () => {
  test('of the network that holds most, the one that has been idle longest', () => {
    const longest = open('many', 500)
    const all = [open('many', 600), longest, open('many', 700), open('few', 1), open('few', 2)]
    expect(whoGivesWay(all, 'new', LONG_IDLE)).toBe(longest)
  })

  test('never one that sends a message or waits for us', () => {
    const idle = open('few', 600)
    expect(whoGivesWay([open('many'), open('many'), open('many'), idle, open('few')], 'new', LONG_IDLE)).toBe(
      idle,
    )
    expect(whoGivesWay([open('many'), open('many')], 'new', LONG_IDLE)).toBeUndefined()
  })

  test('where everybody holds one, only who has been idle for long', () => {
    const long = open('b', 90)
    expect(whoGivesWay([open('a', 150), long], 'new', LONG_IDLE)).toBe(long)
    expect(whoGivesWay([open('a', 150), open('b', 140)], 'new', LONG_IDLE)).toBeUndefined()
  })

  test('nobody for a network that holds as much', () => {
    expect(whoGivesWay([open('a', 1), open('a', 2)], 'a', LONG_IDLE)).toBeUndefined()
    expect(
      whoGivesWay([open('a', 1), open('a', 2), open('b', 1), open('b', 2)], 'a', LONG_IDLE),
    ).toBeUndefined()
  })
})

describe('a full server', () => {
  let door: Door
  afterEach(() => door.close())

  async function full(options: DoorOptions = {}): Promise<SmtpClient[]> {
    const limits = { maxConnections: 4, maxConnectionsPerAddress: 4, ...options.limits }
    door = await openDoor({ ...options, limits })
    return [
      await greetedClient(door.at),
      await greetedClient(door.at),
      await greetedClient(door.at),
      // The last slot is no longer for a network that holds three.
      await greetedClient({ ...door.at, localAddress: '127.0.0.9' }),
    ]
  }

  /** The first line that a client from another loopback address is sent. */
  function strangersGreeting(localAddress = '127.0.0.2'): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect({ ...door.at, localAddress })
      socket.once('data', (said) => {
        socket.destroy()
        resolve(said.toString('latin1'))
      })
      socket.once('error', reject)
    })
  }

  test('a stranger is greeted, and who was idle longest is told to connect again', async () => {
    const [oldest, ...others] = await full()
    expect(await strangersGreeting()).toStartWith('220 ')
    const reply = await oldest?.reply()
    expect(reply?.lines).toEqual(['421 4.3.2 Idle while others wait for a connection, connect again'])
    await oldest?.closed
    for (const client of others) expect((await client.command('NOOP')).code).toBe(250)
    for (const client of others) client.reset()
  })

  test('a newcomer of the same network is not', async () => {
    const clients = await full({ limits: { maxConnectionsPerAddress: 5 } })
    expect(await strangersGreeting('127.0.0.1')).toStartWith('421 4.7.0')
    for (const client of clients) expect((await client.command('NOOP')).code).toBe(250)
    for (const client of clients) client.reset()
  })

  test('a client that sends a message stays, even where it is the only other', async () => {
    const clients = await full()
    const { address, token } = await door.allocate()
    for (const client of clients) {
      await client.command('MAIL FROM:<>')
      await client.command(`RCPT TO:<${address}>`)
      expect((await client.command('DATA')).code).toBe(354)
    }
    expect(await strangersGreeting()).toStartWith('421 4.7.0')
    for (const client of clients) {
      client.send('a\r\n.\r\n')
      expect((await client.reply()).code).toBe(250)
    }
    expect(await door.received(token)).toHaveLength(4)
    expect(await strangersGreeting()).toStartWith('220 ')
    for (const client of clients) client.reset()
  })

  test('a client that waits for our reply stays', async () => {
    let answer: () => void = () => {}
    let asked = 0
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    const clients = await full({
      wrap: (store) => ({
        ...store,
        mailTests: {
          ...store.mailTests,
          mailbox: async (...args) => {
            asked += 1
            await held
            return store.mailTests.mailbox(...args)
          },
        },
      }),
    })
    const { address } = await door.allocate()
    for (const client of clients) {
      await client.command('MAIL FROM:<>')
      client.send(`RCPT TO:<${address}>\r\n`)
    }
    await until(() => asked === clients.length)
    expect(await strangersGreeting()).toStartWith('421 4.7.0')
    answer()
    for (const client of clients) expect((await client.reply()).code).toBe(250)
    for (const client of clients) client.reset()
  })

  test('a handshake that does not go on gives way, and what is closed holds no slot', async () => {
    const clients = await full()
    for (const client of clients) expect((await client.command('STARTTLS')).code).toBe(220)
    const greetings = await Promise.all(['127.0.0.2', '127.0.0.3'].map(strangersGreeting))
    for (const greeting of greetings) expect(greeting).toStartWith('220 ')
    for (const client of clients) client.reset()
  })

  test('connections that were let go and stay open are cut for a newcomer', async () => {
    const clients = await full()
    for (const client of clients) {
      client.send('GET / HTTP/1.1\r\n')
      expect((await client.reply()).code).toBe(421)
    }
    await until(async () => (await strangersGreeting()).startsWith('220 '))
    for (const client of clients) client.reset()
  })
})
