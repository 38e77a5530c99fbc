import { afterEach, describe, expect, test } from 'bun:test'
import type { MailLogLine } from '../../src/core/mail-log.ts'
import { createProbe } from '../../src/net/probe/probe.ts'
import { account, later } from '../support/builders.ts'
import { connectSmtp, greetedClient } from '../support/smtp-client.ts'
import { until } from '../support/until.ts'
import { type Door, type DoorOptions, openDoor } from './door.ts'

let door: Door

async function openWith(options: DoorOptions = {}) {
  door = await openDoor(options)
  const owner = account()
  await door.store.accounts.create(owner)
  const own = await door.allocate({ accountId: owner.id, source: 'dashboard' })
  return { owner, ...own }
}

afterEach(() => door.close())

const lines = (accountId?: string) =>
  door.store.mailLog.list({ limit: 100, ...(accountId !== undefined && { accountId }) })

/** The lines, newest first, once there are so many. */
async function logged(count: number, accountId?: string): Promise<MailLogLine[]> {
  await until(async () => (await lines(accountId)).length >= count)
  const all = await lines(accountId)
  expect(all).toHaveLength(count)
  return all
}

const replied = ({ reply }: MailLogLine) => reply && `${reply.code} ${reply.text.split(' ')[0]}`
const kilobytes = (count: number) => `${'x'.repeat(998)}\r\n`.repeat(count)

describe('mail that was taken', () => {
  test('is a line for each recipient, with what the session told', async () => {
    const { owner, address, token } = await openWith()
    const other = await door.allocate()
    const client = await greetedClient(door.at, 'mail.sender.example')
    await client.command('STARTTLS')
    await client.secure()
    await client.command('EHLO mail.sender.example')
    await client.deliver({
      from: 'ann@sender.example',
      to: [address, other.address],
      data: 'Subject: secret\r\n\r\nx\r\n',
    })
    const [message] = await door.received(token)
    const all = await logged(2)
    expect(all.every(({ outcome }) => outcome === 'accepted')).toBe(true)
    expect(await logged(1, owner.id)).toMatchObject([
      {
        outcome: 'accepted',
        client: '127.0.0.1',
        helo: 'mail.sender.example',
        tls: 'TLSv1.3',
        mailFrom: 'ann@sender.example',
        rcptTo: address,
        size: 22,
        messageId: message?.id,
        reply: { code: 250, text: expect.stringMatching(/^2\.6\.0 Received as msg_/) },
        token,
      },
    ])
    expect(all.find(({ rcptTo }) => rcptTo === other.address)).toMatchObject({ mailFrom: '@sender.example' })
    expect(JSON.stringify(all)).not.toContain('secret')
    client.reset()
  })
})

describe('mail that was refused', () => {
  test('before the greeting: too many connections', async () => {
    await openWith({ limits: { maxConnectionsPerAddress: 1 } })
    const first = await greetedClient(door.at)
    for (let i = 0; i < 3; i++) {
      const second = await connectSmtp(door.at)
      expect((await second.reply()).code).toBe(421)
    }
    await until(async () => (await lines())[0]?.count === 3)
    expect(await logged(1)).toMatchObject([
      { outcome: 'too_many_from_address', client: '127.0.0.1', count: 3 },
    ])
    first.reset()
  })

  test('at RCPT: an unknown address, one that expired, and one elsewhere', async () => {
    const { owner } = await openWith()
    const expired = await door.allocate({ accountId: owner.id, expiresAt: later(-1) })
    const client = await greetedClient(door.at)
    await client.command('MAIL FROM:<ann@example.org> SIZE=1234')
    for (const to of ['nobodyhere22@in.example.com', expired.address, 'bob@elsewhere.example', '@@@']) {
      await client.command(`RCPT TO:<${to}>`)
    }
    const all = await logged(4)
    expect(all.map(({ outcome }) => outcome).toSorted()).toEqual([
      'bad_recipient',
      'expired_recipient',
      'no_relay',
      'unknown_recipient',
    ])
    expect(all.find(({ outcome }) => outcome === 'no_relay')).toMatchObject({ rcptTo: '@elsewhere.example' })
    expect(all.every(({ size }) => size === 1234)).toBe(true)
    expect(all.map(replied).toSorted()).toEqual(['501 5.1.3', '550 5.1.1', '550 5.1.1', '550 5.7.1'])
    expect(await lines(owner.id)).toMatchObject([{ rcptTo: expired.address, outcome: 'expired_recipient' }])
    client.reset()
  })

  test('at RCPT: what the address, the share or the hour has no room for', async () => {
    const { owner, address } = await openWith({
      bounds: { messagesPerTest: 1, anonymous: { bytes: 1, bytesPerClient: 1 }, roleMessagesPerHour: 0 },
    })
    const anonymous = await door.allocate()
    const client = await greetedClient(door.at)
    await client.deliver({ to: [address], data: 'a\r\n' })
    await client.command('MAIL FROM:<ann@example.org>')
    for (const to of [address, anonymous.address, 'postmaster@in.example.com']) {
      await client.command(`RCPT TO:<${to}>`)
    }
    const all = await logged(4)
    expect(all.map(({ outcome }) => outcome).toSorted()).toEqual([
      'accepted',
      'anonymous_share_full',
      'mailbox_full',
      'rate_limited',
    ])
    expect((await lines(owner.id)).map(({ outcome }) => outcome).toSorted()).toEqual([
      'accepted',
      'mailbox_full',
    ])
    client.reset()
  })

  test('at MAIL, for the recipients that follow it too', async () => {
    const { owner, address } = await openWith({ limits: { maxMessage: 100_000 } })
    const client = await greetedClient(door.at)
    client.send(`MAIL FROM:<ann@example.org> SIZE=200000\r\nRCPT TO:<${address}>\r\n`)
    expect([(await client.reply()).code, (await client.reply()).code]).toEqual([552, 503])
    const refused = { outcome: 'message_too_big', size: 200_000 }
    expect(await logged(2)).toMatchObject([refused, refused])
    expect(await lines(owner.id)).toMatchObject([
      { ...refused, mailFrom: 'ann@example.org', rcptTo: address },
    ])
    client.reset()
  })

  test('at HELO and MAIL: what cannot be read or is not offered', async () => {
    await openWith()
    const client = await greetedClient(door.at)
    await client.command('EHLO a b\u0007c')
    await client.command('MAIL FROM:<not an address>')
    await client.command('MAIL FROM:<ann@example.org> RET=FULL')
    await client.command('MAIL FROM:<ü@example.org>')
    const outcomes = (await logged(4)).map(({ outcome }) => outcome)
    expect(outcomes.toSorted()).toEqual(['bad_hello', 'bad_sender', 'bad_sender', 'unknown_parameter'])
    client.reset()
  })

  test('for want of space', async () => {
    await openWith({ bounds: { minFree: 2_000_000_000 } })
    const client = await greetedClient(door.at)
    await client.command('MAIL FROM:<>')
    expect(await logged(1)).toMatchObject([{ outcome: 'out_of_space', mailFrom: '' }])
    client.reset()
  })

  test('at the end of DATA: too large', async () => {
    const { owner, address } = await openWith({ limits: { maxMessage: 100_000 } })
    const client = await greetedClient(door.at)
    await client.deliver({ to: [address], data: kilobytes(200) })
    expect(await logged(1, owner.id)).toMatchObject([
      { outcome: 'message_too_big', size: 200_000, reply: { code: 552 } },
    ])
    client.reset()
  })

  test('at the end of DATA: a test that went away meanwhile, and a store that fails', async () => {
    const { owner, address, token } = await openWith({
      wrap: (store) => ({
        ...store,
        messages: {
          ...store.messages,
          accept: async (messages, bounds) => {
            if (messages[0]?.envelope.mailFrom === 'fire@example.org') throw new Error('the disk is on fire')
            return store.messages.accept(messages, bounds)
          },
        },
      }),
    })
    const client = await greetedClient(door.at)
    await client.deliver({ from: 'fire@example.org', to: [address], data: 'a\r\n' })
    expect(await logged(1, owner.id)).toMatchObject([{ outcome: 'internal_error', reply: { code: 451 } }])
    await client.command('MAIL FROM:<ann@example.org>')
    await client.command(`RCPT TO:<${address}>`)
    await client.command('DATA')
    await door.store.mailTests.delete(token)
    client.send('a\r\n.\r\n')
    expect((await client.reply()).code).toBe(550)
    expect((await logged(2, owner.id))[0]).toMatchObject({
      outcome: 'deleted_recipient',
      reply: { code: 550 },
    })
    client.reset()
  })

  async function inData(address: string) {
    const client = await greetedClient(door.at)
    await client.command('MAIL FROM:<ann@example.org>')
    await client.command(`RCPT TO:<${address}>`)
    await client.command('DATA')
    client.send(kilobytes(2))
    return client
  }

  test('amid DATA: broken off', async () => {
    const { owner, address } = await openWith()
    const client = await inData(address)
    await Bun.sleep(20)
    client.halfClose()
    await client.closed
    const [line] = await logged(1, owner.id)
    expect(line).toMatchObject({ outcome: 'broken_off', size: 2000, rcptTo: address })
    expect(line).not.toHaveProperty('reply')
  })

  test('amid DATA: too slow', async () => {
    const { owner, address } = await openWith({ limits: { idleTimeout: 100 } })
    const client = await inData(address)
    expect((await client.reply()).code).toBe(421)
    expect(await logged(1, owner.id)).toMatchObject([
      { outcome: 'too_slow', size: 2000, reply: { code: 421, text: expect.stringContaining('4.4.2') } },
    ])
    client.reset()
  })

  test('amid DATA: the service stops', async () => {
    const { owner, address } = await openWith()
    const client = await inData(address)
    await Bun.sleep(20)
    await door.server.stop(10)
    expect((await client.reply()).code).toBe(421)
    expect(await logged(1, owner.id)).toMatchObject([{ outcome: 'stopping', reply: { code: 421 } }])
    client.reset()
  })

  test('a message without end', async () => {
    const { owner, address } = await openWith({ limits: { maxMessage: 50_000 } })
    const client = await inData(address)
    client.send(kilobytes(400))
    await client.closed
    expect(await logged(1, owner.id)).toMatchObject([{ outcome: 'message_too_big' }])
  })

  test('a client that does too much without a message', async () => {
    await openWith({ limits: { maxRejections: 3 } })
    const client = await greetedClient(door.at)
    for (let i = 0; i < 4; i++) await client.command('MAIL FROM:<not an address>')
    const all = await logged(2)
    expect(all.find(({ outcome }) => outcome === 'bad_sender')).toMatchObject({ count: 3 })
    expect(all.find(({ outcome }) => outcome === 'too_many_errors')).toMatchObject({ reply: { code: 421 } })
  })

  test('a handshake that fails', async () => {
    await openWith()
    const client = await greetedClient(door.at)
    await client.command('STARTTLS')
    client.send('this is no handshake at all\r\n')
    await client.closed
    expect(await logged(1)).toMatchObject([{ outcome: 'tls_failed', helo: 'mail.example.org' }])
  })
})

describe('what is no refused mail', () => {
  test('questions, unknown commands, and sessions that are idle behind their mail', async () => {
    const { address } = await openWith({ limits: { idleTimeout: 100 } })
    const client = await greetedClient(door.at)
    await client.command('VRFY ann')
    await client.command('NONSENSE')
    await client.command('RSET')
    await client.deliver({ to: [address], data: 'a\r\n' })
    expect((await client.reply()).code).toBe(421)
    await client.closed
    expect(await logged(1)).toMatchObject([{ outcome: 'accepted' }])
  })

  test('the look of the doctor at the certificate', async () => {
    const { address } = await openWith()
    const { port } = door.at
    const looks = Array.from({ length: 5 }, () =>
      createProbe().smtp({ address: '127.0.0.1', port, helo: 'doctor.example', waitAtMost: 20_000 }),
    )
    for (const seen of await Promise.all(looks))
      expect(seen).toMatchObject({ startTls: true, certificate: {} })
    const client = await greetedClient(door.at)
    await client.deliver({ to: [address], data: 'a\r\n' })
    expect(await logged(1)).toMatchObject([{ outcome: 'accepted' }])
    client.reset()
  })
})

describe('hostile words', () => {
  test('are bounded, printable, and no more than text', async () => {
    await openWith()
    const client = await greetedClient(door.at, `<script>\u0007\u00e2\u0080\u00ae${'x'.repeat(2000)}`)
    await client.command('MAIL FROM:<"><img/onerror=1>"@example.org>')
    await client.command(`RCPT TO:<${'n'.repeat(300)}@in.example.com>`)
    await until(async () => (await lines()).length >= 2)
    const all = await lines()
    expect(all.some(({ helo }) => helo?.startsWith('<script>\uFFFD'))).toBe(true)
    for (const text of all.flatMap(({ helo, rcptTo, mailFrom, reply }) => [
      helo,
      rcptTo,
      mailFrom,
      reply?.text,
    ])) {
      expect((text ?? '').length).toBeLessThanOrEqual(255)
      expect(text ?? '').not.toMatch(/[\p{Cc}\p{Cf}]/u)
    }
    client.reset()
  })
})

test('a log that cannot be written refuses nobody, says so once, and is written when it can be', async () => {
  let broken = true
  door = await openDoor({})
  const add = door.store.mailLog.add
  door.store.mailLog.add = (...args) => (broken ? Promise.reject(new Error('no space')) : add(...args))
  const { address, token } = await door.allocate()
  const client = await greetedClient(door.at)
  expect((await client.deliver({ to: [address], data: 'a\r\n' })).code).toBe(250)
  await until(() => door.logged.some(({ level }) => level === 'error'))
  expect((await client.deliver({ to: [address], data: 'a\r\n' })).code).toBe(250)
  expect(await door.received(token)).toHaveLength(2)
  broken = false
  await logged(2)
  expect(door.logged.filter(({ level }) => level === 'error')).toHaveLength(1)
  client.reset()
})

test('a flood that comes faster than it is written is counted, and leaves room for mail of others', async () => {
  const { owner, address } = await openWith()
  let open: () => void = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const add = door.store.mailLog.add
  door.store.mailLog.add = async (...args) => {
    await gate
    return add(...args)
  }
  const stranger = await greetedClient({ ...door.at, localAddress: '127.0.0.2' })
  await stranger.command('MAIL FROM:<a@example.net>')
  for (let i = 0; i < 99; i++) await stranger.command(`RCPT TO:<guess${i}@in.example.com>`)
  for (let i = 0; i < 400; i++) {
    door.deps.mailLog.record({
      at: new Date(),
      outcome: 'unknown_recipient',
      client: '127.0.0.2',
      network: '127.0.0.2/32',
      rcptTo: `more${i}@in.example.com`,
    })
  }
  const client = await greetedClient(door.at)
  await client.deliver({ to: [address], data: 'a\r\n' })
  open()
  expect(await logged(1, owner.id)).toMatchObject([{ outcome: 'accepted' }])
  const { mailLog } = door.store
  const kept = async () => (await mailLog.list({ client: '127.0.0.2', limit: 1000 })).length
  await until(async () => (await kept()) + (await mailLog.leftOut(new Date(0))) === 499)
  expect(await mailLog.leftOut(new Date(0))).toBeGreaterThan(200)
  stranger.reset()
  client.reset()
})
