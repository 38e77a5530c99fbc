import { Database } from 'bun:sqlite'
import { afterEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { factsOf } from '../../src/jobs/process-facts.ts'
import { apiClient } from '../support/api-client.ts'
import { mailgauge, type Running, serve, temporaryFolder, writeConfig } from '../support/binary.ts'
import { type SlowDns, slowDns } from '../support/slow-dns.ts'
import { greetedClient } from '../support/smtp-client.ts'

const MB = 1024 ** 2

let remove: () => void
let folder: string
let running: Running
let dns: SlowDns

afterEach(async () => {
  await running?.kill('SIGKILL')
  dns?.close()
  remove?.()
})

async function start(totalMemory: string): Promise<void> {
  const made = temporaryFolder()
  folder = made.folder
  remove = made.remove
  dns = await slowDns((name) => (name.includes('slow') ? 1_900 : 20))
  writeConfig(
    folder,
    { tests: 'messages_per_test = 1000\nbytes_per_test = "1GB"' },
    {
      dns: `servers = ["${dns.address}"]\ntimeout = "2s"\ntries = 1`,
      analysis: `total_memory = "${totalMemory}"`,
    },
  )
  running = await serve(folder)
}

/** Another account's client. */
async function attacker() {
  await mailgauge(['account', 'create', 'attacker'], { cwd: folder })
  const scopes = ['--scopes', 'tests:write,tests:read']
  const made = await mailgauge(['key', 'create', '--account', 'attacker', '--name', 'x', ...scopes], {
    cwd: folder,
  })
  const secret = /mg_[0-9A-Za-z]{39}/.exec(made.stdout)?.[0]
  const response = await fetch(`http://${running.http}/v1/tests`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}` },
  })
  return (await response.json()) as { address: string }
}

async function deliver(address: string, domain: string, html = '<p>Hello.</p>'): Promise<void> {
  const client = await greetedClient(running.smtp)
  const data = `From: a@${domain}\r\nTo: b@example.net\r\nSubject: x\r\nMIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n${html}\r\n`
  expect((await client.deliver({ from: `a@${domain}`, to: [address], data })).code).toBe(250)
  client.reset()
}

/** Most that the analysis processes hold together from now on. */
function followMemory() {
  const facts = new Map<number, ReturnType<typeof factsOf>>()
  let most = 0
  const timer = setInterval(() => {
    let held = 0
    for (const pid of running.children()) {
      const look = facts.get(pid) ?? factsOf(pid)
      facts.set(pid, look)
      held += look()?.residentBytes ?? 0
    }
    most = Math.max(most, held)
  }, 50)
  return () => {
    clearInterval(timer)
    return most
  }
}

/** How many messages have a report. */
function reports(): number {
  const database = new Database(join(folder, 'data', 'mailgauge.db'), { readonly: true })
  try {
    return database.query<{ count: number }, []>('SELECT count(*) AS count FROM reports').get()?.count ?? 0
  } finally {
    database.close()
  }
}

const STRANGERS = 4

/** Strangers come behind the messages of one attacker: how many of those were still to be analysed when the first stranger had
 * its report, and what the processes held at most. */
async function beside(messages: number, html: string) {
  const api = await apiClient(running)
  async function strangerScored(): Promise<void> {
    const { token, address } = await api.createTest()
    await deliver(address, 'quick.example')
    await api.ended(token)
  }
  await strangerScored()
  const most = followMemory()
  const { address } = await attacker()
  for (let at = 0; at < messages; at += 1) await deliver(address, `slow${at}.example`, html)
  await strangerScored()
  const waiting = messages + 2 - reports()
  for (let at = 1; at < STRANGERS; at += 1) await strangerScored()
  return { waiting, most: most() }
}

// How long they wait is measured by bench/stranger.ts.
describe('one party with slow messages, where the memory is small', () => {
  test('large ones wait for room, stay within the bound, and let strangers pass', async () => {
    await start('512MB')
    const seen = await beside(8, '<i><b><a>\r\n'.repeat(MB / 11))
    console.log(`At most ${Math.round(seen.most / MB)} MB were held beside messages of 1 MB.`)
    expect(seen.most).toBeLessThan(512 * MB)
    expect(seen.waiting).toBeGreaterThan(0)
    expect(running.output()).not.toContain('took more memory together')
  }, 300_000)

  test('where there is hardly any, two places are there, and a stranger has one of them', async () => {
    await start('128MB')
    const seen = await beside(8, '<p>Hello.</p>')
    expect(seen.most).toBeLessThan(360 * MB)
    expect(seen.waiting).toBeGreaterThan(0)
  }, 300_000)
})
