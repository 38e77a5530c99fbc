import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { apiClient } from '../../support/api-client.ts'
import { BINARY, handles, type Running, serve, temporaryFolder, writeConfig } from '../../support/binary.ts'
import { greetedClient } from '../../support/smtp-client.ts'
import { reportsIn } from '../../support/stored-rows.ts'
import { until } from '../../support/until.ts'

/** TimeoutStopSec of the unit, less what the rest of systemd may take. */
const BOUND_MS = 25_000
const STREAMS = 6

let folder: string
let remove: () => void
let running: Running

beforeEach(() => {
  const made = temporaryFolder()
  folder = made.folder
  remove = made.remove
})
afterEach(async () => {
  await running.kill('SIGKILL')
  remove()
})

const numbered = (number: string) =>
  `From: a@example.org\r\nSubject: ${number}\r\nMessage-ID: <${number}@example.org>\r\n\r\nMessage ${number}\r\n`

/** The last line of a stop, as the log has it. */
function stopLine(of: Running): { took: number; cut?: Record<string, number>; msg: string } {
  const line = of
    .output()
    .split('\n')
    .findLast((text) => /"msg":"Stopped/.test(text))
  if (line === undefined) throw new Error(`it does not say that it stopped: ${of.output().slice(-2000)}`)
  return JSON.parse(line)
}

function inDatabase<T>(read: (database: Database) => T): T {
  const database = new Database(join(folder, 'data', 'mailgauge.db'), { readonly: true })
  try {
    return read(database)
  } finally {
    database.close()
  }
}

const rows = (sql: string) => inDatabase((database) => database.query(sql).values())

/** A name server that is there and never says anything. */
async function muteServer() {
  const socket = createSocket('udp4')
  let asked = 0
  socket.on('message', () => {
    asked += 1
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { address: `127.0.0.1:${socket.address().port}`, asked: () => asked, close: () => socket.close() }
}

test('SIGTERM amid a stream of mail: what was answered 250 is there after the restart, and nothing twice', async () => {
  writeConfig(folder, { tests: 'messages_per_test = 10000' })
  running = await serve(folder)
  const api = await apiClient(running)
  const tests = await Promise.all(Array.from({ length: STREAMS }, () => api.createTest()))
  const answered: string[] = []

  async function stream(address: string, name: string): Promise<never> {
    const client = await greetedClient(running.smtp)
    for (let at = 0; ; at += 1) {
      const reply = await client.deliver({
        from: 'a@example.org',
        to: [address],
        data: numbered(`${name}-${at}`),
      })
      if (reply.code !== 250) throw new Error(`${reply.code}`)
      answered.push(`${name}-${at}`)
    }
  }

  const ended = Promise.allSettled(tests.map(({ address }, index) => stream(address, String(index))))
  await until(() => answered.length > 10 * STREAMS)
  expect(await running.kill('SIGTERM')).toBe(0)
  await ended
  expect(stopLine(running).took).toBeLessThan(BOUND_MS)
  // The log of the database is in it, and nothing is claimed any more.
  expect(existsSync(join(folder, 'data', 'mailgauge.db-wal'))).toBe(false)
  expect(rows('SELECT count(*) FROM messages WHERE claimed_by IS NOT NULL OR lost_tries > 0')).toEqual([[0]])

  running = await serve(folder)
  await until(() => Number(rows('SELECT count(*) FROM messages WHERE status IS NULL')[0]?.[0]) === 0)
  const found = inDatabase(reportsIn).map(({ report }) => report.headline.subject)
  expect(answered.filter((number) => !found.includes(number))).toEqual([])
  expect(new Set(found).size).toBe(found.length)
}, 300_000)

test('a slow message is waited for; idle sessions and streams end at once', async () => {
  writeConfig(folder)
  running = await serve(folder)
  const api = await apiClient(running)
  const { address } = await api.createTest()
  const page = await fetch(`http://${running.http}/`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin' },
    redirect: 'manual',
  })
  const idle = await greetedClient(running.smtp)
  const slow = await greetedClient(running.smtp)
  await slow.command('MAIL FROM:<a@example.org>')
  await slow.command(`RCPT TO:<${address}>`)
  expect((await slow.command('DATA')).code).toBe(354)
  slow.send('Subject: slow\r\n')
  const events = await fetch(`http://${running.http}${page.headers.get('location')}/events`)
  expect(events.headers.get('content-type')).toContain('text/event-stream')
  const streamed = events.text()

  running.process.kill('SIGTERM')
  expect(await idle.reply()).toMatchObject({ code: 421, status: '4.3.2' })
  // It is still there, and says so.
  const ready = await fetch(`http://${running.http}/readyz`)
  expect(ready.status).toBe(503)
  slow.send('\r\nIt took its time.\r\n.\r\n')
  expect((await slow.reply()).code).toBe(250)
  expect((await slow.reply()).code).toBe(421)
  expect(await running.process.exited).toBe(0)
  await streamed
  expect(stopLine(running).cut?.['messages on their way in']).toBeUndefined()
  expect(rows('SELECT count(*) FROM messages')).toEqual([[1]])
}, 120_000)

test('what never ends is cut off within the bound, and the log says what it was', async () => {
  const dns = await muteServer()
  const instead = {
    dns: `servers = ["${dns.address}"]\ntimeout = "30s"\ntries = 1`,
    analysis: 'time_limit = "10 minutes"',
  }
  writeConfig(folder, {}, instead)
  running = await serve(folder)
  const api = await apiClient(running)
  const { address, token } = await api.createTest()
  const sender = await greetedClient(running.smtp)
  const sent = await sender.deliver({ from: 'a@slow.example', to: [address], data: numbered('stuck') })
  expect(sent.code).toBe(250)
  await until(() => rows('SELECT count(*) FROM messages WHERE claimed_by IS NOT NULL')[0]?.[0] === 1)
  await until(() => dns.asked() > 0)
  const endless = await greetedClient(running.smtp)
  await endless.command('MAIL FROM:<a@example.org>')
  await endless.command(`RCPT TO:<${address}>`)
  await endless.command('DATA')
  endless.send('Subject: endless\r\n')

  expect(await running.kill('SIGTERM')).toBe(0)
  const { took, cut, msg } = stopLine(running)
  expect(took).toBeLessThan(BOUND_MS)
  expect(cut).toMatchObject({ analyses: 1, 'messages on their way in': 1 })
  expect(msg).toBe('Stopped; what was still under way was cut off')
  // The try does not count against the mail, and it waits for the next start.
  expect(rows('SELECT status, claimed_by, lost_tries FROM messages')).toEqual([[null, null, 0]])
  dns.close()

  writeConfig(folder)
  running = await serve(folder)
  const again = await apiClient(running)
  expect((await again.ended(token)).status).toBe('scored')
  expect(rows('SELECT count(*) FROM messages')).toEqual([[1]])
}, 180_000)

test('a second signal ends it at once', async () => {
  const dns = await muteServer()
  writeConfig(folder, {}, { dns: `servers = ["${dns.address}"]\ntimeout = "30s"\ntries = 1` })
  running = await serve(folder)
  const api = await apiClient(running)
  const { address } = await api.createTest()
  const endless = await greetedClient(running.smtp)
  await endless.command('MAIL FROM:<a@example.org>')
  await endless.command(`RCPT TO:<${address}>`)
  await endless.command('DATA')
  running.process.kill('SIGTERM')
  await until(() => running.output().includes('"msg":"Stopping"'))
  await Bun.sleep(1100)
  expect(await running.kill('SIGTERM')).toBe(1)
  expect(running.output()).toContain('Ended at once, as asked by a second signal')
  dns.close()
}, 120_000)

test('a stop at any moment of a first start ends it in good order, and the next start works', async () => {
  writeConfig(folder)
  for (const afterMs of [0, 5, 20, 50, 100, 200]) {
    const child = Bun.spawn([BINARY, 'serve'], {
      cwd: folder,
      env: { PATH: '/usr/bin:/bin', HOME: '/nonexistent', TMPDIR: join(folder, 'tmp') },
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'ignore',
    })
    await until(() => handles(child.pid, 'SIGTERM') || child.exitCode !== null)
    await Bun.sleep(afterMs)
    child.kill('SIGTERM')
    expect(await child.exited).toBe(0)
  }
  running = await serve(folder)
  expect((await fetch(`http://${running.http}/readyz`)).status).toBe(200)
}, 120_000)
