import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Conduct } from '../../src/core/message.ts'
import { connectSmtp, greetedClient } from '../support/smtp-client.ts'
import { until } from '../support/until.ts'
import { type Door, onlyMessage, openDoor } from './door.ts'
import { postfixIsHere, startPostfix } from './postfix.ts'

let door: Door

beforeAll(async () => {
  door = await openDoor({ limits: { greetingDelay: 50 } })
})
afterAll(() => door.close())

const CLEAN: Conduct = {
  hello: 'EHLO',
  beforeGreeting: 0,
  behindStartTls: 0,
  unanswered: [],
  pipelined: false,
  commands: 4,
  bareLf: 0,
}

async function conductOf(token: string): Promise<Conduct | undefined> {
  return (await onlyMessage(door, token)).envelope.conduct
}

/** Sends each text when the reply to the one before it came, and gives what became known of the message. */
async function said(
  steps: (address: string) => string[],
  replies: number[] = [],
): Promise<Conduct | undefined> {
  const { token, address } = await door.allocate()
  const client = await connectSmtp(door.at)
  await client.reply()
  for (const [index, step] of steps(address).entries()) {
    client.send(step)
    for (let left = replies[index] ?? 1; left > 0; left -= 1) await client.reply()
  }
  client.reset()
  return conductOf(token)
}

const BODY = 'Subject: x\r\n\r\na\r\n.\r\n'
const HELLO = 'EHLO mail.example.org\r\n'
const MAIL = 'MAIL FROM:<a@example.org>\r\n'
const rcpt = (address: string) => `RCPT TO:<${address}>\r\n`

describe('what is seen of a client', () => {
  test('one that waits for every reply', async () => {
    expect(await said((to) => [HELLO, MAIL, rcpt(to), 'DATA\r\n', BODY])).toEqual(CLEAN)
  })

  test('a group that RFC 2920 allows', async () => {
    const steps = (to: string) => [HELLO, `${MAIL}${rcpt(to)}DATA\r\n`, `${BODY}QUIT\r\n`]
    expect(await said(steps, [1, 3, 2])).toEqual({ ...CLEAN, pipelined: true })
  })

  test('commands behind EHLO', async () => {
    const steps = (to: string) => [`${HELLO}${MAIL}`, rcpt(to), 'DATA\r\n', BODY]
    expect(await said(steps, [2])).toEqual({ ...CLEAN, pipelined: true, unanswered: ['EHLO'] })
  })

  test('the message behind DATA, and a NOOP amid a group', async () => {
    const steps = (to: string) => [HELLO, `${MAIL}NOOP\r\n${rcpt(to)}DATA\r\n${BODY}`]
    expect(await said(steps, [1, 5])).toEqual({
      ...CLEAN,
      commands: 5,
      pipelined: true,
      unanswered: ['NOOP', 'DATA'],
    })
  })

  test('the message behind DATA in a packet of its own, while the group before it is being answered', async () => {
    const { token, address } = await door.allocate()
    const client = await greetedClient(door.at)
    client.send(`${MAIL}${rcpt(address)}DATA\r\n`)
    client.send(BODY)
    for (let left = 4; left > 0; left -= 1) await client.reply()
    client.reset()
    // The packets may have been joined on their way; either way the message did not wait.
    expect((await conductOf(token))?.unanswered).toEqual(['DATA'])
  })

  test('HELO, and a group though PIPELINING was never offered', async () => {
    const steps = (to: string) => ['HELO mail.example.org\r\n', `${MAIL}${rcpt(to)}`, 'DATA\r\n', BODY]
    expect(await said(steps, [1, 2])).toEqual({
      ...CLEAN,
      hello: 'HELO',
      pipelined: true,
      unanswered: ['MAIL'],
    })
    expect(await said((to) => ['HELO a.example\r\n', MAIL, rcpt(to), 'DATA\r\n', BODY])).toEqual({
      ...CLEAN,
      hello: 'HELO',
    })
  })

  test('bare LF, also where the line is cut by packets', async () => {
    const { token, address } = await door.allocate()
    const client = await greetedClient(door.at)
    await client.drip('MAIL FROM:<a@example.org>\r\n', 1)
    await client.reply()
    await client.drip(`RCPT TO:<${address}>\n`, 1)
    await client.reply()
    await client.command('DATA')
    client.send('Subject: x\n\na\n\r\n.\r\n')
    await client.reply()
    expect(await conductOf(token)).toEqual({ ...CLEAN, bareLf: 1 })
    client.reset()
  })

  test('words before the greeting', async () => {
    const { token, address } = await door.allocate()
    const client = await connectSmtp(door.at)
    client.send(HELLO)
    await client.reply()
    await client.reply()
    await client.deliver({ to: [address], data: 'a\r\n' })
    expect(await conductOf(token)).toEqual({ ...CLEAN, beforeGreeting: HELLO.length })
    client.reset()
  })

  test('plain text behind STARTTLS, and bare LF under TLS', async () => {
    const { token, address } = await door.allocate()
    const client = await greetedClient(door.at)
    client.send('STARTTLS\r\nMAIL FROM:<x@example.org>\r\n')
    await client.reply()
    await client.secure()
    client.send('EHLO mail.example.org\n')
    await client.reply()
    await client.deliver({ to: [address], data: 'a\r\n' })
    expect(await conductOf(token)).toEqual({
      ...CLEAN,
      commands: 6,
      pipelined: true,
      behindStartTls: 27,
      bareLf: 1,
    })
    client.reset()
  })
})

describe('each message is told of its own transaction', () => {
  test('faults of the one before it are not its own', async () => {
    const [one, two] = [await door.allocate(), await door.allocate()]
    const client = await greetedClient(door.at)
    client.send(`MAIL FROM:<a@example.org>\nRCPT TO:<${one.address}>\nDATA\n${BODY}`)
    for (let left = 4; left > 0; left -= 1) await client.reply()
    await client.command('NOOP')
    client.send('VRFY somebody\n')
    await client.reply()
    client.send('MAIL FROM:<dropped@example.org>\nRSET\n')
    await client.reply()
    await client.reply()
    await client.deliver({ to: [two.address], data: 'b\r\n' })
    expect(await conductOf(one.token)).toEqual({
      ...CLEAN,
      bareLf: 3,
      pipelined: true,
      unanswered: ['DATA'],
    })
    expect(await conductOf(two.token)).toEqual(CLEAN)
    client.reset()
  })

  test('those of the opening are', async () => {
    const [one, two] = [await door.allocate(), await door.allocate()]
    const client = await connectSmtp(door.at)
    await client.reply()
    client.send('NOOP\nEHLO mail.example.org\r\n')
    await client.reply()
    await client.reply()
    for (const { address } of [one, two]) await client.deliver({ to: [address], data: 'a\r\n' })
    const own = { ...CLEAN, commands: 5, bareLf: 1, pipelined: true, unanswered: ['NOOP'] }
    expect(await conductOf(one.token)).toEqual(own)
    expect(await conductOf(two.token)).toEqual(own)
    client.reset()
  })
})

describe('real clients keep to the rules', () => {
  test.skipIf(Bun.which('swaks') === null).each([
    ['plain', []],
    ['pipelining', ['--pipeline']],
    ['TLS', ['--tls']],
  ])('swaks, %s', async (_name, options) => {
    const { token, address } = await door.allocate()
    const args = [
      '--server',
      door.at.host,
      '--port',
      `${door.at.port}`,
      '--to',
      address,
      '--from',
      'a@b.example',
    ]
    const swaks = Bun.spawn(['swaks', '--silent', '3', ...args, ...options], {
      stdin: 'ignore',
      stdout: 'ignore',
    })
    expect(await swaks.exited).toBe(0)
    expect(await conductOf(token)).toMatchObject({
      beforeGreeting: 0,
      behindStartTls: 0,
      unanswered: [],
      bareLf: 0,
    })
  })

  test.skipIf(!postfixIsHere)(
    'Postfix',
    async () => {
      const { token, address } = await door.allocate()
      const postfix = await startPostfix(door.at, 'none')
      try {
        await postfix.sendmail('a@example.org', [address], 'Subject: x\n\ngr\u00fc\u00dfe\n')
        await until(async () => (await door.received(token)).length > 0)
        const { envelope } = await onlyMessage(door, token)
        expect(envelope.conduct).toMatchObject({ hello: 'EHLO', pipelined: true, unanswered: [], bareLf: 0 })
        expect(envelope.conduct).toMatchObject({ beforeGreeting: 0, behindStartTls: 0 })
      } finally {
        await postfix.stop()
      }
    },
    300_000,
  )
})
