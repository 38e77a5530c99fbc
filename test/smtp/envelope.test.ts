import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { X509Certificate } from 'node:crypto'
import type { Envelope } from '../../src/core/message.ts'
import { connectSmtp, greetedClient } from '../support/smtp-client.ts'
import { type Door, onlyMessage, openDoor, selfMade } from './door.ts'

let door: Door

beforeAll(async () => {
  door = await openDoor()
})
afterAll(() => door.close())

/** C and S lines, without the part that is the same in every test. */
function dialogue({ transcript }: Envelope): string[] {
  return transcript
    .map(({ from, text }) => `${from === 'client' ? 'C' : 'S'} ${text}`)
    .filter(
      (line) => !/^S 250[- ](?:PIPELINING|8BITMIME|SMTPUTF8|ENHANCEDSTATUSCODES|STARTTLS|SIZE)/.test(line),
    )
}

const OPENING = [
  'S 220 mx.in.example.com ESMTP',
  'C EHLO mail.example.org',
  'S 250-mx.in.example.com greets you, [127.0.0.1]',
]

describe('the envelope', () => {
  test('holds what the session told of the message', async () => {
    const { token, address } = await door.allocate()
    const before = Date.now()
    const client = await greetedClient(door.at, 'Mail.Example.ORG')
    await client.command('MAIL FROM:<@relay.example:Bounce+1@Example.org> size=10 BODY=8BITMIME SMTPUTF8')
    await client.command(`RCPT TO:<${address.toUpperCase()}>`)
    await client.command('DATA')
    client.send('Subject: x\r\n\r\n.\r\n')
    await client.reply()
    const { envelope, id } = await onlyMessage(door, token)
    const { connectedAt, receivedAt, transcript, ...rest } = envelope
    expect(rest).toEqual({
      transport: 'smtp',
      clientAddress: '127.0.0.1',
      helo: 'Mail.Example.ORG',
      mailFrom: 'Bounce+1@Example.org',
      rcptTo: address.toUpperCase(),
      mailParameters: { SIZE: '10', BODY: '8BITMIME', SMTPUTF8: '' },
      tls: 'none',
      conduct: {
        hello: 'EHLO',
        beforeGreeting: 0,
        behindStartTls: 0,
        unanswered: [],
        pipelined: false,
        commands: 4,
        bareLf: 0,
      },
    })
    expect(connectedAt.getTime()).toBeWithin(before, receivedAt.getTime() + 1)
    expect(receivedAt.getTime()).toBeLessThanOrEqual(Date.now())
    expect(transcript.at(-1)?.text).toBe(`250 2.6.0 Received as ${id}`)
    const times = transcript.map((line) => line.at)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(door.announced).toContainEqual({ token, change: 'received' })
    client.reset()
  })

  test('two recipients get the message each, and never see each other', async () => {
    const [one, two] = [await door.allocate(), await door.allocate()]
    const client = await greetedClient(door.at)
    await client.deliver({ to: [one.address, 'x@elsewhere.example', two.address], data: 'a\r\n' })
    for (const own of [one, two]) {
      const { envelope, raw } = await onlyMessage(door, own.token)
      expect(raw).toBe('a\r\n')
      expect(envelope.rcptTo).toBe(own.address)
      expect(dialogue(envelope)).toEqual([
        ...OPENING,
        'C MAIL FROM:<sender@example.org>',
        'S 250 2.1.0 Sender accepted',
        `C RCPT TO:<${own.address}>`,
        'S 250 2.1.5 Recipient accepted',
        'C DATA',
        'S 354 End data with <CR><LF>.<CR><LF>',
        expect.stringMatching(/^S 250 2\.6\.0 Received as msg_[a-z2-7]{26}$/),
      ])
    }
    client.reset()
  })

  test('two addresses of one test are one message, with the first', async () => {
    const { token, localPart } = await door.allocate()
    const client = await greetedClient(door.at)
    const to = [`${localPart}+1@in.example.com`, `${localPart}+2@in.example.com`]
    expect(await client.deliver({ to, data: 'a\r\n' })).toMatchObject({ code: 250 })
    const { envelope } = await onlyMessage(door, token)
    expect(envelope.rcptTo).toBe(to[0] ?? '')
    expect(dialogue(envelope).join()).not.toContain('+2@')
    client.reset()
  })

  test('a reused connection tells each message its own transaction only', async () => {
    const [one, two] = [await door.allocate(), await door.allocate()]
    const client = await greetedClient(door.at)
    await client.deliver({ from: 'first@example.org', to: [one.address], data: 'a\r\n' })
    await client.command('MAIL FROM:<dropped@example.org>')
    await client.command(`RCPT TO:<${one.address}>`)
    await client.command('RSET')
    await client.command('VRFY somebody@in.example.com')
    await client.command('NOOP secret words')
    await client.command('MAIL FROM:<refused@example.org> SIZE=999999999999')
    await client.deliver({ from: 'second@example.org', to: [two.address], data: 'b\r\n' })
    const { envelope } = await onlyMessage(door, two.token)
    expect(dialogue(envelope)).toEqual([
      ...OPENING,
      'C MAIL FROM:<second@example.org>',
      'S 250 2.1.0 Sender accepted',
      `C RCPT TO:<${two.address}>`,
      'S 250 2.1.5 Recipient accepted',
      'C DATA',
      'S 354 End data with <CR><LF>.<CR><LF>',
      expect.stringMatching(/^S 250 2\.6\.0 Received as msg_/),
    ])
    expect(dialogue((await onlyMessage(door, one.token)).envelope).join()).not.toContain('second@')
    client.reset()
  })

  test('everything in one packet, two messages', async () => {
    const [one, two] = [await door.allocate(), await door.allocate()]
    const client = await connectSmtp(door.at)
    await client.reply()
    const message = (from: string, to: string, body: string) =>
      `MAIL FROM:<${from}>\r\nRCPT TO:<${to}>\r\nRCPT TO:<x@elsewhere.example>\r\nDATA\r\n${body}\r\n.\r\n`
    client.send(
      `EHLO mail.example.org\r\n${message('1@a.example', one.address, 'one')}${message('2@a.example', two.address, '..two')}QUIT\r\n`,
    )
    const codes: number[] = []
    for (let i = 0; i < 12; i++) codes.push((await client.reply()).code)
    expect(codes).toEqual([250, 250, 250, 550, 354, 250, 250, 250, 550, 354, 250, 221])
    await client.closed
    expect((await onlyMessage(door, one.token)).raw).toBe('one\r\n')
    const second = await onlyMessage(door, two.token)
    expect(second.raw).toBe('.two\r\n')
    expect(dialogue(second.envelope).filter((line) => line.startsWith('C'))).toEqual([
      'C EHLO mail.example.org',
      'C MAIL FROM:<2@a.example>',
      `C RCPT TO:<${two.address}>`,
      'C DATA',
    ])
  })

  test('a later EHLO is the one that counts', async () => {
    const { token, address } = await door.allocate()
    const client = await greetedClient(door.at, 'first.example')
    await client.command('HELO second.example')
    await client.deliver({ to: [address], data: 'a\r\n' })
    const { envelope } = await onlyMessage(door, token)
    expect(envelope.helo).toBe('second.example')
    expect(dialogue(envelope).join()).not.toContain('first.example')
    client.reset()
  })

  test('mail to postmaster is kept for the operator', async () => {
    const client = await greetedClient(door.at)
    await client.deliver({ to: ['postmaster@in.example.com', 'abuse@in.example.com'], data: 'help\r\n' })
    const kept = await door.store.roleMail.list()
    expect(kept.map(({ role }) => role).toSorted()).toEqual(['abuse', 'postmaster'])
    expect(kept.find(({ role }) => role === 'abuse')?.envelope.rcptTo).toBe('abuse@in.example.com')
    client.reset()
  })

  test('a line of the transcript is bounded and harmless', async () => {
    const { token, address } = await door.allocate()
    const client = await greetedClient(door.at)
    const long = `${'x'.repeat(300)}\x1b[31m`
    await client.command(`EHLO ${long}`)
    await client.command(`EHLO ${'y'.repeat(299)}`)
    await client.deliver({ to: [address], data: 'a\r\n' })
    const { envelope } = await onlyMessage(door, token)
    expect(envelope.helo).toBe('y'.repeat(299))
    expect(dialogue(envelope).join()).not.toContain('\x1b')
    client.reset()
  })
})

describe('under TLS', () => {
  test('version, cipher and both EHLOs are kept', async () => {
    const { token, address } = await door.allocate()
    const client = await greetedClient(door.at, 'before.example')
    expect(await client.command('STARTTLS')).toMatchObject({ code: 220, status: '2.0.0' })
    await client.secure({ maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256' })
    expect((await client.command('MAIL FROM:<>')).code).toBe(503)
    const hello = await client.command('EHLO after.example')
    expect(hello.lines.join()).not.toContain('STARTTLS')
    expect((await client.command('STARTTLS')).code).toBe(503)
    await client.deliver({ to: [address], data: 'a\r\n' })
    const { envelope } = await onlyMessage(door, token)
    expect(envelope.helo).toBe('after.example')
    expect(envelope.tls).toEqual({ version: 'TLSv1.2', cipher: 'TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256' })
    expect(dialogue(envelope).filter((line) => line.startsWith('C'))).toEqual([
      'C EHLO before.example',
      'C STARTTLS',
      'C EHLO after.example',
      'C MAIL FROM:<sender@example.org>',
      `C RCPT TO:<${address}>`,
      'C DATA',
    ])
    client.reset()
  })

  test.each(['TLSv1', 'TLSv1.1', 'TLSv1.3'] as const)('%s is accepted, to be judged', async (version) => {
    const { token, address } = await door.allocate()
    const client = await greetedClient(door.at)
    await client.command('STARTTLS')
    await client.secure({ minVersion: version, maxVersion: version })
    await client.command('EHLO mail.example.org')
    await client.deliver({ to: [address], data: 'a\r\n' })
    expect((await onlyMessage(door, token)).envelope.tls).toMatchObject({ version })
    client.reset()
  })

  test('a client certificate is shown, whoever signed it', async () => {
    const { token, address } = await door.allocate()
    const own = selfMade('client.example.org')
    const client = await greetedClient(door.at)
    await client.command('STARTTLS')
    await client.secure(own)
    await client.command('EHLO mail.example.org')
    await client.deliver({ to: [address], data: 'a\r\n' })
    const { envelope } = await onlyMessage(door, token)
    expect(envelope.tls).toMatchObject({
      version: 'TLSv1.3',
      clientCertificate: {
        subject: 'CN=client.example.org',
        issuer: 'CN=client.example.org',
        fingerprint256: new X509Certificate(own.cert).fingerprint256,
      },
    })
    client.reset()
  })
})
