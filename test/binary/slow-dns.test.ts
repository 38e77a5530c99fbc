import { expect, test } from 'bun:test'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { apiClient } from '../support/api-client.ts'
import { serve, temporaryFolder, writeConfig } from '../support/binary.ts'
import { greetedClient } from '../support/smtp-client.ts'
import { until } from '../support/until.ts'

/** An account has half of the places at most. */
const SLOW = 6

/** A DNS server that knows no name, and says nothing at all about those that hold `slow` before it is told to. */
async function silentServer() {
  const socket = createSocket('udp4')
  let unanswered = 0
  let silent = true
  socket.on('message', (query, from) => {
    if (silent && query.includes('slow')) {
      unanswered += 1
      return
    }
    const endOfQuestion = query.indexOf(0, 12) + 5
    const header = Buffer.from([0, 0, 0x81, 0x83, 0, 1, 0, 0, 0, 0, 0, 0])
    query.copy(header, 0, 0, 2)
    socket.send(Buffer.concat([header, query.subarray(12, endOfQuestion)]), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    unanswered: () => unanswered,
    speak() {
      silent = false
    },
    close: () => socket.close(),
  }
}

test('messages that wait for a slow name server keep no other waiting', async () => {
  const { folder, remove } = temporaryFolder()
  const dns = await silentServer()
  writeConfig(
    folder,
    {},
    {
      dns: `servers = ["${dns.address}"]\ntimeout = "30s"\ntries = 1`,
      analysis: `time_limit = "10 minutes"\ntotal_memory = "4GB"\nprocesses = ${2 * SLOW + 2}`,
    },
  )
  const running = await serve(folder)
  const api = await apiClient(running)

  async function send(domain: string): Promise<string> {
    const { token, address } = await api.createTest()
    const client = await greetedClient(running.smtp)
    const data = `From: a@${domain}\r\nDate: Fri, 20 Nov 2026 12:00:00 +0000\r\nSubject: x\r\n\r\nHello.\r\n`
    expect((await client.deliver({ from: `a@${domain}`, to: [address], data })).code).toBe(250)
    await client.command('QUIT')
    return token
  }

  const slow = await Promise.all(Array.from({ length: SLOW }, (_, at) => send(`slow${at}.example`)))
  // All of them are under way, each in a process of its own.
  await until(() => dns.unanswered() >= SLOW && running.children().length >= SLOW)
  const ordinary = await send('quick.example')
  expect((await api.ended(ordinary)).status).toBe('scored')
  expect(await Promise.all(slow.map(async (token) => (await api.report(token)).status))).toEqual(
    slow.map(() => 'pending'),
  )
  dns.speak()
  for (const token of slow) expect((await api.ended(token)).status).toBe('scored')
  await running.kill()
  dns.close()
  remove()
}, 300_000)
