import { expect, test } from 'bun:test'
import { createSmtpServer } from '../../src/smtp/server.ts'
import { connectSmtp, greetedClient } from '../support/smtp-client.ts'
import { type Door, openDoor } from './door.ts'

async function inData(door: Door, address: string) {
  const client = await greetedClient(door.at)
  await client.command('MAIL FROM:<>')
  await client.command(`RCPT TO:<${address}>`)
  await client.command('DATA')
  return client
}

test('idle sessions go at once, a message on its way in is finished', async () => {
  const door = await openDoor()
  const { token, address } = await door.allocate()
  const idle = await greetedClient(door.at)
  const sending = await inData(door, address)
  sending.send('Subject: a\r\n')
  await Bun.sleep(10)
  const stopped = door.server.stop(5000).then(() => 'stopped')
  expect(await idle.reply()).toMatchObject({ code: 421, status: '4.3.2' })
  await idle.closed
  expect(await connectSmtp(door.at).catch(() => 'refused')).toBe('refused')
  sending.send('\r\nb\r\n.\r\nMAIL FROM:<>\r\n')
  expect(await sending.reply()).toMatchObject({ code: 250 })
  expect(await sending.reply()).toMatchObject({ code: 421, status: '4.3.2' })
  expect(await stopped).toBe('stopped')
  await sending.closed
  expect(await door.received(token)).toHaveLength(1)
  await door.close()
})

test('a message that does not end within the grace is cut off and not stored', async () => {
  const door = await openDoor()
  const { token, address } = await door.allocate()
  const sending = await inData(door, address)
  sending.send('Subject: a\r\n')
  const from = performance.now()
  await door.server.stop(200)
  expect(performance.now() - from).toBeGreaterThanOrEqual(190)
  expect(await sending.reply()).toMatchObject({ code: 421, status: '4.3.2' })
  await sending.closed
  expect(await door.received(token)).toEqual([])
  await door.close()
})

test('stopping an idle door takes no time', async () => {
  const door = await openDoor()
  const from = performance.now()
  await door.server.stop(600_000)
  expect(performance.now() - from).toBeLessThan(60_000)
  await door.close()
})

test('a port in use is named', async () => {
  const door = await openDoor()
  const second = createSmtpServer({ ...door.deps, listen: [{ host: '127.0.0.1', port: 0 }, door.at] })
  await expect(second.start()).rejects.toThrow(
    `SMTP cannot listen on 127.0.0.1:${door.at.port}: another program listens there already`,
  )
  expect(second.addresses()).toEqual([])
  await door.close()
})
