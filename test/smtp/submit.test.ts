import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createSubmitter, SubmitError } from '../../src/smtp/submit.ts'
import { type Door, onlyMessage, openDoor } from './door.ts'

let door: Door

beforeAll(async () => {
  door = await openDoor()
})
afterAll(() => door.close())

const text = (words: string) => new TextEncoder().encode(words)
const sample = (to: string) => ({
  from: 'news@demo.example',
  to,
  helo: 'mail.demo.example',
  raw: text('From: <news@demo.example>\r\nSubject: ä\r\n\r\n.dot\r\n..dots\r\n'),
  startTls: true,
})

test('a message goes through the door as it is, over TLS', async () => {
  const { token, address } = await door.allocate()
  const reply = await createSubmitter(door.at).submit(sample(address))
  const { envelope, raw, id } = await onlyMessage(door, token)
  expect(reply).toBe(`250 2.6.0 Received as ${id}`)
  expect(Buffer.from(raw, 'latin1').toString()).toBe(new TextDecoder().decode(sample(address).raw))
  expect(envelope).toMatchObject({
    helo: 'mail.demo.example',
    mailFrom: 'news@demo.example',
    rcptTo: address,
    mailParameters: { BODY: '8BITMIME', SIZE: String(sample(address).raw.length) },
    tls: { version: 'TLSv1.3' },
  })
})

test('without TLS, from the null sender', async () => {
  const { token, address } = await door.allocate()
  await createSubmitter(door.at).submit({ ...sample(address), from: '', startTls: false })
  expect((await onlyMessage(door, token)).envelope).toMatchObject({ tls: 'none', mailFrom: '' })
})

test('a refusal is told in the words of the server', async () => {
  const refused = createSubmitter(door.at).submit(sample('nobody@in.example.com'))
  await expect(refused).rejects.toThrow(SubmitError)
  await expect(refused).rejects.toThrow(/550 5\.1\.1 No such address/)
})

test('a port where nobody listens is named', async () => {
  const closed = await openDoor()
  await closed.close()
  const failed = createSubmitter(closed.at).submit(sample('a@in.example.com'))
  await expect(failed).rejects.toThrow(
    `No SMTP session with 127.0.0.1:${closed.at.port}: nothing listens there`,
  )
})

test('a server that hangs up is told', async () => {
  const crowded = await openDoor({ limits: { maxConnections: 0 } })
  const failed = createSubmitter(crowded.at).submit(sample('a@in.example.com'))
  await expect(failed).rejects.toThrow(/Too many connections/)
  await crowded.close()
})
