import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { completedByReceived } from '../../../src/analysis/client/trusted-received.ts'
import { parseMessage } from '../../../src/mail/reading/parse.ts'
import { greetedClient } from '../../support/smtp-client.ts'
import { until } from '../../support/until.ts'
import { type Door, onlyMessage, openDoor } from '../door.ts'
import { eximIsHere, startExim } from './exim.ts'
import { adapted, doorOf, recipe } from './recipe.ts'

if (!eximIsHere) console.warn('skipped: Exim is not unpacked, or the tests do not run as root')

const CLIENT = '127.0.0.9'
const LETTER = 'From: Ann <ann@example.org>\r\nSubject: x\r\n\r\nx\r\n'

describe.skipIf(!eximIsHere)('behind Exim by the recipe', () => {
  const { smtp, ...options } = doorOf('exim')
  let door: Door
  let exim: Awaited<ReturnType<typeof startExim>>

  beforeAll(async () => {
    door = await openDoor(options)
    const [lmtp] = door.server.lmtpAddresses()
    exim = await startExim({
      main: recipe('exim: main'),
      router: recipe('exim: router'),
      transport: adapted(recipe('exim: transport'), { '2424': `${lmtp && 'port' in lmtp && lmtp.port}` }),
      acl: recipe('exim: acl'),
    })
  }, 60_000)
  afterAll(async () => {
    await exim?.stop()
    await door?.close()
  })

  const greeted = () => greetedClient({ host: '127.0.0.1', port: exim.port, localAddress: CLIENT })

  test('what it hides is in its Received field, which the recipe trusts', async () => {
    const { token, address } = await door.allocate()
    const client = await greeted()
    expect((await client.deliver({ from: 'ann@example.org', to: [address], data: LETTER })).code).toBe(250)
    client.reset()
    await until(async () => (await door.received(token)).length > 0)
    const { envelope, raw } = await onlyMessage(door, token)
    expect(envelope).toMatchObject({
      mailFrom: 'ann@example.org',
      rcptTo: address,
      tls: 'unknown',
      through: { kind: 'relay', peer: '127.0.0.1', protocol: 'LMTP', helo: 'relay.example.org' },
    })
    expect(envelope.clientAddress).toBeUndefined()
    const message = parseMessage(Buffer.from(raw, 'latin1'))
    const { clientAddress, helo, tls, through } = completedByReceived(envelope, message, smtp)
    expect({ clientAddress, helo, tls, told: through?.told }).toEqual({
      clientAddress: CLIENT,
      helo: 'mail.example.org',
      tls: 'none',
      told: 'Received',
    })
  }, 60_000)

  test('a client that names itself by the address of another is known by its own', async () => {
    const { token, address } = await door.allocate()
    const client = await greeted()
    expect((await client.command('EHLO [8.8.8.8]')).code).toBe(250)
    expect((await client.deliver({ from: 'ann@example.org', to: [address], data: LETTER })).code).toBe(250)
    client.reset()
    await until(async () => (await door.received(token)).length > 0)
    const { envelope, raw } = await onlyMessage(door, token)
    const message = parseMessage(Buffer.from(raw, 'latin1'))
    const { clientAddress, helo } = completedByReceived(envelope, message, smtp)
    expect({ clientAddress, helo }).toEqual({ clientAddress: CLIENT, helo: '[8.8.8.8]' })
  }, 60_000)

  test('an unknown address is refused in the session', async () => {
    const client = await greeted()
    await client.command('MAIL FROM:<ann@example.org>')
    expect((await client.command('RCPT TO:<nobody@in.example.com>')).code).toBe(550)
    expect((await client.command('RCPT TO:<x@elsewhere.example>')).code).toBe(550)
    client.reset()
  }, 60_000)
})
