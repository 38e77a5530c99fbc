import { afterEach, describe, expect, test } from 'bun:test'
import { greetedClient, type SmtpClient } from '../support/smtp-client.ts'
import { type Door, openDoor } from './door.ts'

let door: Door
afterEach(() => door.close())

const told = (reply: { code: number; status: string }) => `${reply.code} ${reply.status}`

/** Every reply until the server closes the connection, counted. */
async function tallyUntilClosed(client: SmtpClient): Promise<Record<string, number>> {
  const tally: Record<string, number> = {}
  for (;;) {
    const reply = await client.reply().catch(() => undefined)
    if (!reply) return tally
    tally[told(reply)] = (tally[told(reply)] ?? 0) + 1
  }
}

describe('recipients', () => {
  test('those within the limit get the message when a few are too many', async () => {
    door = await openDoor()
    const { token, localPart, address } = await door.allocate()
    const client = await greetedClient(door.at)
    await client.command('MAIL FROM:<>')
    const codes: Record<string, number> = {}
    for (let i = 0; i < 110; i++) {
      const code = told(await client.command(`RCPT TO:<${localPart}+${i}@in.example.com>`))
      codes[code] = (codes[code] ?? 0) + 1
    }
    expect(codes).toEqual({ '250 2.1.5': 100, '452 4.5.3': 10 })
    await client.command('DATA')
    client.send('a\r\n.\r\n')
    expect((await client.reply()).code).toBe(250)
    expect(await door.received(token)).toHaveLength(1)
    expect((await client.deliver({ to: [address], data: 'b\r\n' })).code).toBe(250)
    client.reset()
  })

  test('refused ones take no place of those that are accepted', async () => {
    door = await openDoor({ limits: { maxRecipients: 5 } })
    const { address } = await door.allocate()
    const client = await greetedClient(door.at)
    await client.command('MAIL FROM:<>')
    for (let i = 0; i < 10; i++) {
      expect(told(await client.command(`RCPT TO:<nobody${i}@in.example.com>`))).toBe('550 5.1.1')
    }
    expect(told(await client.command(`RCPT TO:<${address}>`))).toBe('250 2.1.5')
    client.reset()
  })

  test.each(['postmaster', 'abuse@in.example.com', 'POSTMASTER+a@in.example.com'])(
    '%s again and again: told that it is too many, then let go',
    async (recipient) => {
      door = await openDoor()
      const client = await greetedClient(door.at)
      await client.command('MAIL FROM:<>')
      client.send(`RCPT TO:<${recipient}>\r\n`.repeat(10_000))
      expect(await tallyUntilClosed(client)).toEqual({ '250 2.1.5': 100, '452 4.5.3': 10, '421 4.5.3': 1 })
    },
  )

  test.each([
    ['RSET', 'RSET\r\nMAIL FROM:<>\r\n'],
    ['EHLO', 'EHLO a.example\r\nMAIL FROM:<>\r\n'],
  ])('many transactions, each given up with %s, do not help', async (_how, between) => {
    door = await openDoor({ limits: { maxCommands: 1000 } })
    const client = await greetedClient(door.at)
    client.send(`MAIL FROM:<>\r\n${`${'RCPT TO:<postmaster>\r\n'.repeat(10)}${between}`.repeat(400)}`)
    const tally = await tallyUntilClosed(client)
    expect(tally['250 2.1.5']).toBe(220)
    expect(tally['421 4.5.3']).toBe(1)
  })

  test('a thousand messages in one session, each with recipients that are refused or repeated', async () => {
    door = await openDoor({
      limits: { maxRecipients: 5, maxRejections: 5000 },
      bounds: { messagesPerTest: 1000 },
    })
    const { address, token } = await door.allocate()
    const client = await greetedClient(door.at)
    for (let i = 0; i < 1000; i++) {
      const to = [address, address, `nobody${i}@in.example.com`, address]
      expect((await client.deliver({ to, data: 'a\r\n' })).code).toBe(250)
    }
    expect(await door.store.messages.ofTest(token)).not.toBeEmpty()
    expect((await client.command('QUIT')).code).toBe(221)
  })
})
