import { afterEach, describe, expect, test } from 'bun:test'
import { StoreAway } from '../../src/core/trouble/store-away.ts'
import type { Store } from '../../src/store/store.ts'
import { greetedClient } from '../support/smtp-client.ts'
import { until } from '../support/until.ts'
import { type Door, type DoorOptions, openDoor } from './door.ts'

let door: Door

async function openWith(options: DoorOptions): Promise<Door> {
  door = await openDoor(options)
  return door
}

afterEach(() => door.close())

const told = (reply: { code: number; status: string }) => `${reply.code} ${reply.status}`
/** Whether a new client's message is taken. */
async function takes(address: string, size: number): Promise<boolean> {
  const client = await greetedClient(door.at)
  const reply = told(await client.deliver({ to: [address], data: kilobytes(size) }))
  client.reset()
  return reply === '250 2.6.0'
}

const kilobytes = (count: number) => `${'x'.repeat(998)}\r\n`.repeat(count)

/** The store with another way of accepting messages. */
function accepting(accept: (own: Store['messages']['accept']) => Store['messages']['accept']) {
  return (store: Store): Store => ({
    ...store,
    messages: { ...store.messages, accept: accept(store.messages.accept) },
  })
}

describe('what one test takes', () => {
  test('messages', async () => {
    const { address, token } = await (await openWith({ bounds: { messagesPerTest: 2 } })).allocate()
    const client = await greetedClient(door.at)
    for (let i = 0; i < 2; i++) {
      expect(told(await client.deliver({ to: [address], data: 'a\r\n' }))).toBe('250 2.6.0')
    }
    await client.command('MAIL FROM:<>')
    expect(told(await client.command(`RCPT TO:<${address}>`))).toBe('452 4.2.2')
    expect(await door.received(token)).toHaveLength(2)
    client.reset()
  })

  test('bytes, as declared and as sent', async () => {
    const { address, token } = await (await openWith({ bounds: { bytesPerTest: 10_000 } })).allocate()
    const client = await greetedClient(door.at)
    await client.command('MAIL FROM:<> SIZE=10001')
    expect(told(await client.command(`RCPT TO:<${address}>`))).toBe('452 4.2.2')
    await client.command('RSET')
    expect(told(await client.deliver({ to: [address], data: kilobytes(11) }))).toBe('452 4.2.2')
    expect(told(await client.deliver({ to: [address], data: kilobytes(10) }))).toBe('250 2.6.0')
    expect(await door.received(token)).toHaveLength(1)
    client.reset()
  })

  test('all recipients or none', async () => {
    await openWith({ bounds: { bytesPerTest: 10_000 } })
    const [roomy, full] = [await door.allocate(), await door.allocate()]
    const client = await greetedClient(door.at)
    await client.deliver({ to: [full.address], data: kilobytes(9) })
    const to = [roomy.address, full.address]
    expect(told(await client.deliver({ to, data: kilobytes(5) }))).toBe('452 4.2.2')
    expect(await door.received(roomy.token)).toEqual([])
    client.reset()
  })

  test('a test that goes away amid the transaction', async () => {
    const { address, token } = await (await openWith({})).allocate()
    const client = await greetedClient(door.at)
    await client.command('MAIL FROM:<>')
    await client.command(`RCPT TO:<${address}>`)
    await door.store.mailTests.delete(token)
    await client.command('DATA')
    client.send('a\r\n.\r\n')
    expect(told(await client.reply())).toBe('550 5.1.1')
    client.reset()
  })
})

describe('a database that is away', () => {
  const away = () => Promise.reject(new StoreAway('The connection to db.example.com ended.'))
  const sentence = '451 4.3.0 No mail can be taken at the moment, try again later'

  test('at the recipient, the client is to try again, in words that name no host of ours', async () => {
    const wrap = (store: Store) => ({ ...store, mailTests: { ...store.mailTests, mailbox: away } })
    const { address } = await (await openWith({ wrap })).allocate()
    const client = await greetedClient(door.at)
    await client.command('MAIL FROM:<>')
    expect((await client.command(`RCPT TO:<${address}>`)).lines).toEqual([sentence])
    client.reset()
  })

  test('behind the message, too', async () => {
    const { address, token } = await (await openWith({ wrap: accepting(() => away) })).allocate()
    const client = await greetedClient(door.at)
    expect((await client.deliver({ to: [address], data: 'a\r\n' })).lines).toEqual([sentence])
    expect(await door.received(token)).toEqual([])
    client.reset()
  })
})

describe('what postmaster and abuse take', () => {
  test('messages in an hour, and their size', async () => {
    await openWith({ bounds: { roleMessagesPerHour: 1, roleMessageBytes: 5000 } })
    const to = ['postmaster@in.example.com']
    const client = await greetedClient(door.at)
    expect(told(await client.deliver({ to, data: kilobytes(6) }))).toBe('552 5.3.4')
    expect(told(await client.deliver({ to, data: kilobytes(4) }))).toBe('250 2.6.0')
    await client.command('MAIL FROM:<>')
    expect(told(await client.command(`RCPT TO:<${to[0]}>`))).toBe('451 4.7.1')
    client.reset()
  })

  test('bytes in all', async () => {
    await openWith({ bounds: { roleBytes: 5000 } })
    const client = await greetedClient(door.at)
    const to = ['abuse@in.example.com']
    expect(told(await client.deliver({ to, data: kilobytes(4) }))).toBe('250 2.6.0')
    expect(told(await client.deliver({ to, data: kilobytes(2) }))).toBe('452 4.2.2')
    client.reset()
  })
})

describe('memory of open sessions', () => {
  test('a message past it is refused, and taken when others are done', async () => {
    await openWith({ limits: { sessionMemory: 300_000 } })
    const { address, token } = await door.allocate()
    const [one, two] = [await greetedClient(door.at), await greetedClient(door.at)]
    await one.command('MAIL FROM:<>')
    await one.command(`RCPT TO:<${address}>`)
    await one.command('DATA')
    one.send(kilobytes(200))
    // Until the bytes have been read there is room.
    await until(async () => {
      const reply = told(await two.command('MAIL FROM:<> SIZE=200000'))
      await two.command('RSET')
      return reply === '452 4.3.1'
    })
    expect(told(await two.deliver({ to: [address], data: kilobytes(200) }))).toBe('452 4.3.1')
    one.send('.\r\n')
    expect(told(await one.reply())).toBe('250 2.6.0')
    expect(told(await two.deliver({ to: [address], data: kilobytes(200) }))).toBe('250 2.6.0')
    expect((await door.received(token)).map(({ raw }) => raw.length)).toEqual([200_000, 200_000])
    one.reset()
    two.reset()
  })

  test.each(['reset', 'halfClose'] as const)('a client that goes away gives it back: %s', async (how) => {
    await openWith({ limits: { sessionMemory: 300_000 } })
    const { address } = await door.allocate()
    for (let i = 0; i < 3; i++) {
      const client = await greetedClient(door.at)
      await client.command('MAIL FROM:<>')
      await client.command(`RCPT TO:<${address}>`)
      await client.command('DATA')
      client.send(kilobytes(200))
      await Bun.sleep(20)
      client[how]()
      await client.closed
    }
    await until(() => takes(address, 200))
  })

  test('a message that is too large holds none while it goes on', async () => {
    await openWith({ limits: { maxMessage: 200_000, sessionMemory: 300_000 } })
    const { address } = await door.allocate()
    const [one, two] = [await greetedClient(door.at), await greetedClient(door.at)]
    await one.command('MAIL FROM:<>')
    await one.command(`RCPT TO:<${address}>`)
    await one.command('DATA')
    one.send(kilobytes(1000))
    await until(() => takes(address, 200))
    one.send('.\r\n')
    expect(told(await one.reply())).toBe('552 5.3.4')
    one.reset()
    two.reset()
  })

  test('bytes sent one at a time take no more of it than others', async () => {
    await openWith({ limits: { sessionMemory: 40_000 } })
    const { address, token } = await door.allocate()
    const client = await greetedClient(door.at)
    await client.command('MAIL FROM:<>')
    await client.command(`RCPT TO:<${address}>`)
    await client.command('DATA')
    for (let i = 0; i < 2000; i++) client.send('x')
    await client.drip('y'.repeat(200), 0)
    client.send('\r\n.\r\n')
    expect(told(await client.reply())).toBe('250 2.6.0')
    expect((await door.received(token))[0]?.raw).toHaveLength(2202)
    client.reset()
  })
})

describe('the store', () => {
  test('250 is not said before the message is durable', async () => {
    let release: () => void = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await openWith({
      wrap: accepting((accept) => async (...args) => {
        const answer = await accept(...args)
        await held
        return answer
      }),
    })
    const { address } = await door.allocate()
    const client = await greetedClient(door.at)
    const reply = client.deliver({ to: [address], data: 'a\r\n' })
    expect(await Promise.race([reply, Bun.sleep(100).then(() => 'none yet')])).toBe('none yet')
    expect(door.announced).toEqual([])
    release()
    expect(told(await reply)).toBe('250 2.6.0')
    client.reset()
  })

  test('a failure is 451, logged once, and the session goes on', async () => {
    let failures = 1
    await openWith({
      wrap: accepting((accept) => async (...args) => {
        failures -= 1
        if (failures >= 0) throw new Error('the disk is on fire')
        return accept(...args)
      }),
    })
    const { address, token } = await door.allocate()
    const client = await greetedClient(door.at)
    const failed = await client.deliver({ to: [address], data: 'a\r\n' })
    expect(told(failed)).toBe('451 4.3.0')
    expect(failed.lines.join()).not.toContain('fire')
    expect(door.logged.filter(({ level }) => level === 'error')).toHaveLength(1)
    expect(told(await client.deliver({ to: [address], data: 'a\r\n' }))).toBe('250 2.6.0')
    expect(await door.received(token)).toHaveLength(1)
    client.reset()
  })

  test('a full disk refuses at MAIL', async () => {
    await openWith({ bounds: { minFree: 2_000_000_000 } })
    const client = await greetedClient(door.at)
    expect(told(await client.command('MAIL FROM:<>'))).toBe('452 4.3.1')
    client.reset()
  })

  test('a full share refuses tests without an account at RCPT, with what it is', async () => {
    const shares = { bytes: 100_000, bytesPerClient: 100_000 }
    await openWith({ bounds: { anonymous: shares } })
    const { address } = await door.allocate()
    const client = await greetedClient(door.at)
    expect(told(await client.deliver({ to: [address], data: 'a\r\n' }))).toBe('250 2.6.0')
    await client.command('MAIL FROM:<>')
    expect(told(await client.command(`RCPT TO:<${address}>`))).toBe('452 4.3.1')
    client.reset()
  })

  test('a disk that takes no write is want of space', async () => {
    await openWith({ wrap: accepting(() => async () => 'no_space') })
    const { address } = await door.allocate()
    const client = await greetedClient(door.at)
    expect(told(await client.deliver({ to: [address], data: 'a\r\n' }))).toBe('452 4.3.1')
    expect(door.logged.filter(({ level }) => level === 'error')).toEqual([])
    client.reset()
  })

  test('so does a store that holds what it may', async () => {
    await openWith({ bounds: { storeBytes: 1 } })
    const client = await greetedClient(door.at)
    expect(told(await client.command('MAIL FROM:<>'))).toBe('452 4.3.1')
    client.reset()
  })
})
