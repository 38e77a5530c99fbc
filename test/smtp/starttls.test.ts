import { afterAll, beforeAll, expect, test } from 'bun:test'
import { connect } from 'node:tls'
import { connectSmtp, greetedClient } from '../support/smtp-client.ts'
import { type Door, onlyMessage, openDoor, selfMade } from './door.ts'

let door: Door

beforeAll(async () => {
  door = await openDoor()
})
afterAll(() => door.close())

test('commands smuggled in before the handshake are discarded', async () => {
  const { token, address } = await door.allocate()
  const client = await greetedClient(door.at, 'plain.example')
  client.send('STARTTLS\r\nEHLO injected.example\r\nMAIL FROM:<evil@example.org>\r\n')
  client.send(`RCPT TO:<${address}>\r\nNOOP\r\n`.repeat(200))
  expect((await client.reply()).code).toBe(220)
  await client.secure()
  await Bun.sleep(50)
  expect(client.unread()).toBe('')
  expect((await client.command(`RCPT TO:<${address}>`)).code).toBe(503)
  await client.command('EHLO honest.example')
  expect((await client.deliver({ to: [address], data: 'a\r\n' })).code).toBe(250)
  const { envelope } = await onlyMessage(door, token)
  expect(envelope.helo).toBe('honest.example')
  expect(envelope.transcript.map(({ text }) => text).join()).not.toMatch(/injected|evil/)
  client.reset()
})

test('a transaction begun in plain text does not go on under TLS', async () => {
  const { address } = await door.allocate()
  const client = await greetedClient(door.at)
  await client.command('MAIL FROM:<evil@example.org>')
  await client.command(`RCPT TO:<${address}>`)
  await client.command('STARTTLS')
  await client.secure()
  await client.command('EHLO mail.example.org')
  expect((await client.command('DATA')).code).toBe(503)
  client.reset()
})

test('a client that breaks off the handshake costs nobody else anything', async () => {
  const { address } = await door.allocate()
  for (const nonsense of ['\x16\x03\x01\x00\x05hello', 'EHLO x\r\n', '']) {
    const client = await greetedClient(door.at)
    await client.command('STARTTLS')
    client.send(nonsense)
    await Bun.sleep(10)
    client.reset()
  }
  const client = await greetedClient(door.at)
  expect((await client.deliver({ to: [address], data: 'a\r\n' })).code).toBe(250)
  client.reset()
})

test('a new certificate is shown from the next handshake on', async () => {
  const nameShown = async () => {
    const client = await greetedClient(door.at)
    await client.command('STARTTLS')
    const secured = connect({ socket: client.bare(), rejectUnauthorized: false })
    await new Promise((resolve) => secured.once('secureConnect', resolve))
    const { CN } = secured.getPeerCertificate().subject
    secured.destroy()
    return CN
  }
  expect(await nameShown()).toBe('mx.in.example.com')
  const open = await greetedClient(door.at)
  door.server.updateTls(selfMade('new.example.com'))
  expect(await nameShown()).toBe('new.example.com')
  expect((await open.command('NOOP')).code).toBe(250)
  expect(() => door.server.updateTls({ key: 'x', cert: 'y' })).toThrow('cannot be read')
  const other = { ...selfMade('a.example'), key: selfMade('b.example').key }
  expect(() => door.server.updateTls(other)).toThrow('does not belong')
  expect(await nameShown()).toBe('new.example.com')
  open.reset()
})

test('a bare TLS handshake on the plain port ends', async () => {
  const client = await connectSmtp(door.at)
  await client.reply()
  client.send('\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'.padEnd(5000, '\x01'))
  await client.closed
})
