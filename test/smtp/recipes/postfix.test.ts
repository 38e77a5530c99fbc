import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onFreePort } from '../../support/free-port.ts'
import { greetedClient, type SmtpAddress } from '../../support/smtp-client.ts'
import { until } from '../../support/until.ts'
import { type Door, onlyMessage, openDoor } from '../door.ts'
import { type Postfix, postfixIsHere, startPostfixWith } from '../postfix.ts'
import { adapted, doorOf, recipe } from './recipe.ts'

if (!postfixIsHere) console.warn('skipped: Postfix is not installed, or the tests do not run as root')

/** The client's address; it is none of those that Postfix takes for its own. */
const CLIENT = '127.0.0.9'
const LETTER = 'From: Ann <ann@example.org>\r\nSubject: x\r\n\r\nx\r\n'

/** What a Postfix that takes mail from the world has beside the recipe. */
const SERVER = (port: number) => `
127.0.0.1:${port} inet n - n - - smtpd
verify unix - - n - 1 verify
anvil unix - - n - 1 anvil
lmtp unix - - n - - lmtp
`
/** There is no DNS here, and nobody of ours relays. */
const WORLD = 'smtpd_peername_lookup = no\nmynetworks = 127.0.0.1/32\n'

interface Way {
  name: 'postfix' | 'postfix lmtp'
  protocol: 'SMTP' | 'LMTP'
  /** What the recipe's transport map leads to. */
  leadsTo: string
}

const WAYS: Way[] = [
  { name: 'postfix', protocol: 'SMTP', leadsTo: '2525' },
  { name: 'postfix lmtp', protocol: 'LMTP', leadsTo: '2424' },
]

describe.skipIf(!postfixIsHere).each(WAYS)('behind Postfix by the recipe: $name', (way) => {
  let door: Door
  let postfix: Postfix
  let at: SmtpAddress

  beforeAll(async () => {
    door = await openDoor(doorOf(way.name))
    const [lmtp] = door.server.lmtpAddresses()
    const leadsTo = lmtp && 'port' in lmtp ? lmtp.port : door.at.port
    const started = await onFreePort(async (port) => ({
      port,
      server: await startPostfixWith({
        port,
        main: WORLD + recipe('postfix: main.cf'),
        master: SERVER(port) + recipe(`${way.name}: master.cf`),
        files: {
          mailgauge_transport: adapted(recipe(`${way.name}: mailgauge_transport`), {
            [way.leadsTo]: `${leadsTo}`,
          }),
          mailgauge_recipients: recipe('postfix: mailgauge_recipients'),
        },
      }),
    }))
    postfix = started.server
    at = { host: '127.0.0.1', port: started.port, localAddress: CLIENT }
  }, 60_000)
  afterAll(async () => {
    await postfix?.stop()
    await door?.close()
  })

  /** Once it answers. */
  const greeted = () => until(() => greetedClient(at, 'mail.example.org').catch(() => undefined))

  test('client and HELO name are the sender’s, and what is hidden is not known', async () => {
    const { token, address } = await door.allocate()
    const client = await greeted()
    expect((await client.deliver({ from: 'ann@example.org', to: [address], data: LETTER })).code).toBe(250)
    await client.command('QUIT')
    await until(async () => (await door.received(token)).length > 0)
    const { envelope, raw } = await onlyMessage(door, token)
    const { clientAddress, helo, mailFrom, rcptTo, tls, conduct, through } = envelope
    expect({ clientAddress, helo, mailFrom, rcptTo, tls, conduct, through }).toEqual({
      clientAddress: CLIENT,
      helo: 'mail.example.org',
      mailFrom: 'ann@example.org',
      rcptTo: address,
      tls: 'unknown',
      conduct: undefined,
      through: {
        kind: 'relay',
        peer: '127.0.0.1',
        told: 'XFORWARD',
        protocol: way.protocol,
        helo: 'relay.example.org',
        tls: 'none',
      },
    })
    expect(raw).toMatch(/^Received: from mail\.example\.org \(unknown \[127\.0\.0\.9\]\)/)
  }, 60_000)

  test('an unknown address is refused in the session', async () => {
    const client = await greeted()
    await client.command('MAIL FROM:<ann@example.org>')
    const refused = await client.command('RCPT TO:<nobody@in.example.com>')
    expect(refused).toMatchObject({ code: 550 })
    expect(refused.lines.join()).toContain('No such address')
    expect([454, 554]).toContain((await client.command('RCPT TO:<x@elsewhere.example>')).code)
    client.reset()
  }, 60_000)

  test('mail that is made on the mail server itself says so', async () => {
    const { token, address } = await door.allocate()
    await postfix.sendmail('root@relay.example.org', [address], 'Subject: x\n\nx\n')
    await until(async () => (await door.received(token)).length > 0)
    const { clientAddress, helo, through } = (await onlyMessage(door, token)).envelope
    expect({ clientAddress, helo }).toEqual({ clientAddress: undefined, helo: undefined })
    expect(through).toMatchObject({ told: 'XFORWARD', local: true })
  }, 60_000)

  test('each message has its own client, whoever’s connection it comes over', async () => {
    const tests = await Promise.all(
      [10, 11, 12, 13].map(async (last) => ({ last, ...(await door.allocate()) })),
    )
    await Promise.all(
      tests.map(async ({ last, address }) => {
        const client = await greetedClient({ ...at, localAddress: `127.0.0.${last}` }, `host${last}.example`)
        await client.deliver({ to: [address], data: LETTER })
        client.reset()
      }),
    )
    for (const { last, token } of tests) {
      await until(async () => (await door.received(token)).length > 0)
      expect((await onlyMessage(door, token)).envelope).toMatchObject({
        clientAddress: `127.0.0.${last}`,
        helo: `host${last}.example`,
      })
    }
  }, 60_000)
})

describe.skipIf(!postfixIsHere)('behind Postfix by LMTP over a socket', () => {
  test('as the document says beside the recipe', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mailgauge-lmtp-'))
    chmodSync(folder, 0o755)
    const path = join(folder, 'lmtp')
    const door = await openDoor({
      ...doorOf('postfix lmtp'),
      lmtp: { listen: [{ path }], socketMode: 0o666 },
    })
    const postfix = await startPostfixWith({
      main: WORLD + recipe('postfix: main.cf'),
      master: recipe('postfix lmtp: master.cf'),
      files: {
        mailgauge_transport: adapted(recipe('postfix lmtp: mailgauge_transport'), {
          'inet:[127.0.0.1]:2424': `unix:${path}`,
        }),
        mailgauge_recipients: recipe('postfix: mailgauge_recipients'),
      },
    })
    const { token, address } = await door.allocate()
    await postfix.sendmail('ann@example.org', [address], 'Subject: x\n\nx\n')
    await until(async () => (await door.received(token)).length > 0)
    expect((await onlyMessage(door, token)).envelope.through).toMatchObject({
      kind: 'relay',
      protocol: 'LMTP',
      told: 'XFORWARD',
      local: true,
    })
    await postfix.stop()
    await door.close()
    rmSync(folder, { recursive: true })
  }, 60_000)
})

describe.skipIf(!postfixIsHere)('a Postfix that does not forward', () => {
  test('keeps the mail, and says in its log what is missing', async () => {
    const door = await openDoor(doorOf('postfix'))
    const postfix = await startPostfixWith({
      main: WORLD + recipe('postfix: main.cf'),
      master: adapted(recipe('postfix: master.cf'), {
        'smtp_send_xforward_command=yes': 'smtp_send_xforward_command=no',
      }),
      files: {
        mailgauge_transport: adapted(recipe('postfix: mailgauge_transport'), { '2525': `${door.at.port}` }),
        mailgauge_recipients: recipe('postfix: mailgauge_recipients'),
      },
    })
    const { token, address } = await door.allocate()
    await postfix.sendmail('ann@example.org', [address], 'Subject: x\n\nx\n')
    await until(() => postfix.log().includes('status=deferred'))
    expect(postfix.log()).toContain('Name the client of this message by XFORWARD or XCLIENT first')
    expect(await door.received(token)).toEqual([])
    await postfix.stop()
    await door.close()
  }, 60_000)
})
