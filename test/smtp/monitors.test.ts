import { afterEach, expect, test } from 'bun:test'
import { MESSAGES_PER_HOUR, type Monitor } from '../../src/core/watching/monitor.ts'
import { account } from '../support/builders.ts'
import { monitor } from '../support/monitors.ts'
import { entry as said } from '../support/people.ts'
import { greetedClient } from '../support/smtp-client.ts'
import { until } from '../support/until.ts'
import { type Door, MAIL_DOMAIN, openDoor } from './door.ts'

let door: Door
afterEach(() => door.close())

const DAY = 86_400_000
const told = (reply: { code: number; status: string }) => `${reply.code} ${reply.status}`

async function made(accountId?: string): Promise<Monitor & { local: string; address: string }> {
  const owner = account()
  if (accountId === undefined) await door.store.accounts.create(owner)
  const one = monitor(accountId ?? owner.id)
  await door.store.monitors.add(one, 10, said('monitor.created'))
  const local = one.subject.kind === 'mail' ? one.subject.localPart : ''
  return { ...one, local, address: `${local}@${MAIL_DOMAIN}` }
}

const messagesOf = async ({ id }: Monitor) => (await door.store.monitors.messages(id, { limit: 200 })).items

test('each message makes a test of its own, by the address with any suffix', async () => {
  door = await openDoor()
  const one = await made()
  const client = await greetedClient(door.at)
  for (const [index, to] of [
    one.address,
    `${one.local.toUpperCase()}+nightly@${MAIL_DOMAIN}`,
    `"${one.local}"@${MAIL_DOMAIN}`,
  ].entries())
    expect((await client.deliver({ to: [to], data: `Subject: ${index}\r\n\r\nx\r\n` })).code).toBe(250)
  client.reset()
  const messages = await messagesOf(one)
  expect(messages).toHaveLength(3)
  expect(new Set(messages.map(({ token }) => token)).size).toBe(3)
  for (const { token, messageId } of messages) {
    const test = await door.store.mailTests.byToken(token)
    expect(test).toMatchObject({ localPart: one.local, source: 'monitor', accountId: one.accountId })
    const lasts = (test?.expiresAt.getTime() ?? 0) - (test?.createdAt.getTime() ?? 0)
    expect(lasts).toBe(3 * DAY)
    expect((await door.received(token)).map(({ id }) => id)).toEqual([messageId])
    expect(door.announced).toContainEqual({ token, change: 'received' })
  }
  const raws = await Promise.all(messages.map(async ({ token }) => (await door.received(token))[0]?.raw))
  expect(raws).toEqual([2, 1, 0].map((index) => `Subject: ${index}\r\n\r\nx\r\n`))
  const lines = door.logged.filter(({ sentence }) => sentence === 'Mail received')
  expect(lines).toHaveLength(3)
  expect(lines[0]?.facts).toMatchObject({ recipient: 'monitor', monitor: one.id })
  expect(JSON.stringify(lines)).not.toContain(one.local)
})

test('one message for several: monitors, a test and the operator', async () => {
  door = await openDoor()
  const one = await made()
  const other = await made(one.accountId)
  const { token, address } = await door.allocate()
  const client = await greetedClient(door.at)
  const to = [one.address, address, 'postmaster', other.address, `${one.local}+again@${MAIL_DOMAIN}`]
  expect((await client.deliver({ to, data: 'Subject: all\r\n\r\nx\r\n' })).code).toBe(250)
  client.reset()
  for (const each of [one, other]) {
    const messages = await messagesOf(each)
    expect(messages).toHaveLength(1)
    const [received] = await door.received(messages[0]?.token ?? '')
    expect(received).toMatchObject({ raw: 'Subject: all\r\n\r\nx\r\n', envelope: { rcptTo: each.address } })
    expect(JSON.stringify(received?.envelope.transcript)).not.toContain(address)
  }
  expect(await door.received(token)).toHaveLength(1)
  expect(await door.store.roleMail.list()).toHaveLength(1)
})

test('no more than may come in an hour, at RCPT or behind the message, and its account is told', async () => {
  door = await openDoor()
  const [one, other] = [await made(), await made()]
  const [client, late] = [await greetedClient(door.at), await greetedClient(door.at)]
  const send = (to = [one.address]) => client.deliver({ to, data: 'x\r\n' })
  for (let sent = 1; sent < MESSAGES_PER_HOUR; sent += 1) expect((await send()).code).toBe(250)
  await late.command('MAIL FROM:<>')
  expect(told(await late.command(`RCPT TO:<${one.address}>`))).toBe('250 2.1.5')
  expect(told(await late.command(`RCPT TO:<${other.address}>`))).toBe('250 2.1.5')
  expect((await send()).code).toBe(250)
  await client.command('MAIL FROM:<>')
  const refused = await client.command(`RCPT TO:<${one.address}>`)
  expect(told(refused)).toBe('452 4.2.2')
  expect(refused.lines.join()).toContain(`${MESSAGES_PER_HOUR} messages and 100 MB an hour`)
  await late.command('DATA')
  late.send('x\r\n.\r\n')
  expect(told(await late.reply())).toBe('452 4.2.2')
  client.reset()
  late.reset()
  expect(await messagesOf(one)).toHaveLength(MESSAGES_PER_HOUR)
  expect(await messagesOf(other)).toEqual([])
  await until(async () => {
    const lines = await door.store.mailLog.list({ accountId: one.accountId, limit: 200 })
    return lines.some(({ outcome }) => outcome === 'monitor_full')
  })
})

test('a monitor that is deleted, or of another name, is nobody', async () => {
  door = await openDoor()
  const one = await made()
  await door.store.monitors.delete(one.accountId, one.id, said('monitor.deleted', { at: new Date() }))
  const client = await greetedClient(door.at)
  await client.command('MAIL FROM:<>')
  for (const address of [one.address, `abcdefghijklmnop@${MAIL_DOMAIN}`])
    expect(told(await client.command(`RCPT TO:<${address}>`))).toBe('550 5.1.1')
  client.reset()
  await until(async () => {
    const lines = await door.store.mailLog.list({ accountId: one.accountId, limit: 10 })
    return lines.some(({ outcome }) => outcome === 'deleted_recipient')
  })
})
