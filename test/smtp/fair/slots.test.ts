import { afterEach, describe, expect, test } from 'bun:test'
import { restAfter } from '../../../src/smtp/fair/rest.ts'
import { createSlots } from '../../../src/smtp/fair/slots.ts'
import { connectSmtp, greetedClient, type SmtpClient } from '../../support/smtp-client.ts'
import { until } from '../../support/until.ts'
import { type Door, type DoorOptions, openDoor } from '../door.ts'

describe('slots', () => {
  test('of one network, whoever else is there', () => {
    const slots = createSlots({ maxConnections: 100, maxConnectionsPerAddress: 2 })
    expect(['a', 'a', 'a', 'b'].map((network) => slots.enter(network))).toEqual([
      'admitted',
      'admitted',
      'full_for_network',
      'admitted',
    ])
    slots.leave('a')
    expect(slots.enter('a')).toBe('admitted')
  })

  test('in all', () => {
    const slots = createSlots({ maxConnections: 2, maxConnectionsPerAddress: 2 })
    expect(['a', 'b', 'c'].map((network) => slots.enter(network))).toEqual(['admitted', 'admitted', 'short'])
    slots.leave('a')
    expect(slots.enter('c')).toBe('admitted')
  })

  test('one network leaves a quarter to others, and several leave the last ones to newcomers', () => {
    const slots = createSlots({ maxConnections: 100, maxConnectionsPerAddress: 100 })
    const takeAll = (network: string) => {
      let taken = 0
      while (slots.enter(network) === 'admitted') taken += 1
      return taken
    }
    expect(takeAll('a')).toBe(75)
    expect(takeAll('b')).toBe(18)
    expect(takeAll('c')).toBe(5)
    expect(takeAll('d')).toBe(1)
    expect(takeAll('e')).toBe(1)
    expect(slots.enter('f')).toBe('short')
  })

  test('a slot that another gave up is had whatever the share', () => {
    const slots = createSlots({ maxConnections: 4, maxConnectionsPerAddress: 4 })
    for (const network of ['a', 'a', 'a', 'b']) slots.enter(network)
    slots.leave('a')
    expect(slots.enter('b')).toBe('short')
    expect(slots.enter('b', true)).toBe('admitted')
  })

  test('a slot that rests is free for others, and for its network later', async () => {
    const slots = createSlots({ maxConnections: 2, maxConnectionsPerAddress: 1 })
    slots.enter('a')
    slots.leave('a', 20)
    expect(slots.enter('a')).toBe('full_for_network')
    expect([slots.enter('b'), slots.enter('c')]).toEqual(['admitted', 'admitted'])
    slots.leave('b')
    await until(() => slots.enter('a') === 'admitted')
  })

  test('rest is for what came faster than it may', () => {
    expect(restAfter(12, 600)).toBe(0)
    expect(restAfter(260, 0)).toBe(13_000)
    expect(restAfter(260, 12_000)).toBe(1000)
    expect(restAfter(260, 60_000)).toBe(0)
  })
})

describe('a server whose slots run short', () => {
  let door: Door
  afterEach(() => door.close())

  async function open(limits: DoorOptions['limits'] = {}): Promise<void> {
    door = await openDoor({ limits: { maxConnections: 8, maxConnectionsPerAddress: 8, ...limits } })
  }

  test('a network that drips into messages holds some of the slots, never all', async () => {
    await open()
    const { address } = await door.allocate()
    const dripping: SmtpClient[] = []
    for (let i = 0; i < 6; i++) {
      const client = await greetedClient(door.at)
      await client.command('MAIL FROM:<>')
      await client.command(`RCPT TO:<${address}>`)
      expect((await client.command('DATA')).code).toBe(354)
      client.send('slow')
      dripping.push(client)
    }
    const refused = await connectSmtp(door.at)
    expect((await refused.reply()).lines[0]).toStartWith('421 4.7.0')
    const stranger = await greetedClient({ ...door.at, localAddress: '127.0.0.2' })
    expect((await stranger.deliver({ to: [address], data: 'a\r\n' })).code).toBe(250)
    for (const client of dripping) {
      client.send('ly\r\n.\r\n')
      expect((await client.reply()).code).toBe(250)
    }
    for (const client of [...dripping, stranger, refused]) client.reset()
  })

  test('who brings a message in every session is never made to wait, however fast they come', async () => {
    await open({ maxConnectionsPerAddress: 3 })
    const { address } = await door.allocate()
    for (let i = 0; i < 20; i++) {
      const client = await greetedClient(door.at)
      expect((await client.deliver({ to: [address], data: 'a\r\n' })).code).toBe(250)
      expect((await client.command('QUIT')).code).toBe(221)
      await client.closed
    }
  })

  test('who was let go for commands without end waits before it is greeted again, others do not', async () => {
    await open({ maxConnectionsPerAddress: 1, maxCommands: 60 })
    const flooder = await greetedClient(door.at)
    flooder.send('NOOP\r\n'.repeat(100))
    await flooder.closed
    const again = await connectSmtp(door.at)
    expect((await again.reply()).lines[0]).toStartWith('421 4.7.0')
    const stranger = await connectSmtp({ ...door.at, localAddress: '127.0.0.2' })
    expect((await stranger.reply()).code).toBe(220)
    await until(async () => {
      const client = await connectSmtp(door.at)
      const reply = await client.reply().catch(() => undefined)
      client.reset()
      return reply?.code === 220
    })
    stranger.reset()
  })
})
