import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { answering } from '../../support/answering.ts'
import { onFreePort } from '../../support/free-port.ts'
import { connectSmtp, greetedClient, type SmtpAddress } from '../../support/smtp-client.ts'
import { until } from '../../support/until.ts'
import { type Door, onlyMessage, openDoor } from '../door.ts'
import { adapted, doorOf, recipe } from './recipe.ts'

const haproxyIsHere = Bun.which('haproxy') !== null
if (!haproxyIsHere) console.warn('skipped: HAProxy is not installed')

const CLIENT = '127.0.0.9'
const folder = mkdtempSync(join(tmpdir(), 'mailgauge-haproxy-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A HAProxy that answers on a port; `changes` are made to the recipe. */
function startHaproxy(door: Door, changes: Readonly<Record<string, string>> = {}) {
  return onFreePort(async (port) => {
    const file = join(folder, `${port}.cfg`)
    const log = join(folder, `${port}.log`)
    writeFileSync(
      file,
      adapted(recipe('haproxy: haproxy.cfg'), {
        'bind :25': `bind 127.0.0.1:${port}`,
        '127.0.0.1:2525': `127.0.0.1:${door.at.port}`,
        'inter 10s': 'inter 100ms',
        ...changes,
      }),
    )
    const child = Bun.spawn(['haproxy', '-db', '-f', file], {
      stdin: 'ignore',
      stdout: Bun.file(log),
      stderr: Bun.file(log),
    })
    const said = () => Bun.file(log).text()
    const stop = async () => {
      child.kill()
      await child.exited
    }
    await answering(port, child)
    return { port, server: { said, stop } }
  })
}

describe.skipIf(!haproxyIsHere).each([
  ['version 2, as in the recipe', {}],
  ['version 1', { 'send-proxy-v2': 'send-proxy' }],
] as const)('behind HAProxy by the recipe: %s', (_, changes) => {
  let door: Door
  let at: SmtpAddress
  let haproxy: Awaited<ReturnType<typeof startHaproxy>>['server']

  beforeAll(async () => {
    door = await openDoor(doorOf('haproxy'))
    const { server, port } = await startHaproxy(door, changes)
    haproxy = server
    at = { host: '127.0.0.1', port, localAddress: CLIENT }
  }, 60_000)
  afterAll(async () => {
    await haproxy?.stop()
    await door?.close()
  })

  /** HAProxy serves nobody before the first health check. */
  const answered = () => until(() => greetedClient(at, 'mail.example.org').catch(() => undefined))

  test('address, HELO, TLS and dialogue are the sender’s own', async () => {
    const { token, address } = await door.allocate()
    const client = await answered()
    expect((await client.command('STARTTLS')).code).toBe(220)
    await client.secure()
    await client.command('EHLO mail.example.org')
    expect((await client.deliver({ to: [address], data: 'a\r\n' })).code).toBe(250)
    const { clientAddress, helo, tls, conduct, through } = (await onlyMessage(door, token)).envelope
    expect({ clientAddress, helo, through }).toEqual({
      clientAddress: CLIENT,
      helo: 'mail.example.org',
      through: { kind: 'proxy', peer: '127.0.0.1', told: 'PROXY' },
    })
    expect(tls).toMatchObject({ version: 'TLSv1.3' })
    expect(conduct).toMatchObject({ hello: 'EHLO', beforeGreeting: 0 })
    client.reset()
  }, 60_000)

  test('the health check passes', async () => {
    // It never says that a server is up that was so from the beginning.
    const lines = () => door.logged.filter(({ sentence }) => sentence === 'An SMTP connection broke')
    const client = await answered()
    client.reset()
    expect(await haproxy.said()).not.toContain('is DOWN')
    expect(lines()).toEqual([])
  }, 60_000)
})

describe.skipIf(!haproxyIsHere)('behind a HAProxy that sends no header', () => {
  test('nobody is served, and the reason is told', async () => {
    const door = await openDoor({ ...doorOf('haproxy'), limits: { headerTimeout: 50 } })
    const { server, port } = await startHaproxy(door, {
      'send-proxy-v2 check check-send-proxy inter 100ms': '',
    })
    const client = await connectSmtp({ host: '127.0.0.1', port })
    const reply = await client.reply()
    expect(reply).toMatchObject({ code: 421, status: '4.7.0' })
    expect(reply.lines.join()).toContain('PROXY protocol header')
    await until(() => door.logged.some(({ facts }) => String(facts['reason']).includes('PROXY header')))
    await server.stop()
    await door.close()
  }, 60_000)
})
