import { Database } from 'bun:sqlite'
import { afterEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { apiClient } from '../support/api-client.ts'
import { mailgauge, type Running, serve, temporaryFolder, writeConfig } from '../support/binary.ts'
import { type SlowDns, slowDns } from '../support/slow-dns.ts'
import { greetedClient } from '../support/smtp-client.ts'
import { takeBackTo } from '../support/stored-rows.ts'
import { until } from '../support/until.ts'

/** The long forms: KILLS=200, KILLED_CHILDREN=100. */
const KILLS = Number(process.env['KILLS'] ?? 4)
const KILLED_CHILDREN = Number(process.env['KILLED_CHILDREN'] ?? 3)
const MESSAGES = Math.max(20, KILLS)
const UNTIL_ALL_END_MS = 120_000 + Math.max(KILLS, KILLED_CHILDREN) * 12_000

const mail = (number: string, domain = 'example.org') =>
  `From: a@${domain}\r\nSubject: ${number}\r\nMessage-ID: <${number}@${domain}>\r\n\r\nMessage ${number}\r\n`

interface Row {
  status: 'scored' | 'failed' | null
  reason: string | null
  count: number
}

let folder: string
let remove: () => void
let running: Running
let dns: SlowDns | undefined

afterEach(async () => {
  await running?.kill()
  dns?.close()
  remove?.()
})

async function start(dnsWaitMs: (name: string) => number, analysis = ''): Promise<void> {
  const made = temporaryFolder()
  folder = made.folder
  remove = made.remove
  dns = await slowDns(dnsWaitMs)
  writeConfig(
    folder,
    { tests: 'messages_per_test = 10000', analysis },
    { dns: `servers = ["${dns.address}"]\ntimeout = "2s"\ntries = 1` },
  )
  running = await serve(folder)
}

function ends(): Row[] {
  const database = new Database(join(folder, 'data', 'mailgauge.db'), { readonly: true })
  try {
    return database
      .query('SELECT status, reason, count(*) AS count FROM messages GROUP BY status, reason')
      .all() as Row[]
  } finally {
    database.close()
  }
}

const count = (status: Row['status']) =>
  ends().reduce((sum, row) => sum + (row.status === status ? row.count : 0), 0)

async function deliver(address: string, messages: number, domain?: string): Promise<void> {
  const client = await greetedClient(running.smtp)
  for (let at = 0; at < messages; at += 1) {
    const reply = await client.deliver({
      from: `a@${domain ?? 'example.org'}`,
      to: [address],
      data: mail(`m${at}`, domain),
    })
    expect(reply.code).toBe(250)
  }
  client.reset()
}

/** Every message has one report and one event of it, and none failed. */
function expectAllScored(messages: number): void {
  expect(ends()).toEqual([{ status: 'scored', reason: null, count: messages }])
  const database = new Database(join(folder, 'data', 'mailgauge.db'), { readonly: true })
  expect(database.query('SELECT count(*) AS n FROM reports').get()).toEqual({ n: messages })
  database.close()
}

describe('a good message never ends as failed', () => {
  test(
    `${MESSAGES} messages, ${KILLS} times kill -9`,
    async () => {
      await start(() => 200)
      const { address } = await (await apiClient(running)).createTest()
      await deliver(address, MESSAGES)
      for (let kill = 0; kill < KILLS; kill += 1) {
        await Bun.sleep(100 + 150 * (kill % 5))
        await running.kill('SIGKILL')
        running = await serve(folder)
      }
      await until(() => count(null) === 0, UNTIL_ALL_END_MS)
      expectAllScored(MESSAGES)
    },
    600_000 + UNTIL_ALL_END_MS,
  )

  test(
    `${KILLED_CHILDREN} analysis processes killed from outside`,
    async () => {
      await start(() => 200)
      const { address } = await (await apiClient(running)).createTest()
      await deliver(address, 20)
      // One that has nothing in hand loses nothing when it is killed: it goes on until a message was lost.
      const wasLost = () => running.output().includes('it is tried again later')
      for (let killed = 0; killed < KILLED_CHILDREN || !wasLost(); ) {
        const children = running.children()
        const child = children[killed % Math.max(1, children.length)]
        if (child !== undefined) {
          try {
            process.kill(child, 'SIGKILL')
            killed += 1
          } catch {
            // It had ended by itself.
          }
        }
        await Bun.sleep(400)
        if (count(null) === 0) await deliver(address, 20)
      }
      await until(() => count(null) === 0, UNTIL_ALL_END_MS)
      expect(count('failed')).toBe(0)
    },
    600_000 + UNTIL_ALL_END_MS,
  )

  test('what an earlier version gave up for an untrue reason is analysed once more after the upgrade', async () => {
    await start(() => 0)
    const { address } = await (await apiClient(running)).createTest()
    await deliver(address, 6)
    await until(() => count('scored') === 6)
    await running.kill()
    const file = join(folder, 'data', 'mailgauge.db')
    const database = new Database(file)
    const reasons = [
      'The analysis was begun 5 times and never came to its end.',
      'The analysis was interrupted 5 times by a stop of the service.',
      'Two analyses of the message were stopped at their limits (start, report).',
      'Reading the message took more time or memory than a message may.',
      'The message holds nothing but NUL octets.',
    ]
    for (const [index, reason] of reasons.entries()) {
      database.run(
        "UPDATE messages SET status = 'failed', score = NULL, reason = ?, blamed = '[\"parse\"]' WHERE seq = ?",
        [reason, index + 1],
      )
    }
    database.run('PRAGMA wal_checkpoint(TRUNCATE)')
    database.close()
    // The version before the claims.
    takeBackTo(6, file)
    running = await serve(folder)
    await until(() => count('scored') === 5)
    expect(ends().filter(({ status }) => status === 'failed')).toEqual([
      { status: 'failed', reason: reasons[4] ?? '', count: 1 },
    ])
  }, 300_000)
})

describe('one stranger slows nobody', () => {
  test('beside 20 slow messages to one test three strangers have their reports first', async () => {
    await start((name) => (name.includes('slow') ? 1_900 : 20), 'processes = 4')
    const made = await mailgauge(['account', 'create', 'attacker'], { cwd: folder })
    expect(made.stderr).toContain('attacker')
    const key = await mailgauge(
      ['key', 'create', '--account', 'attacker', '--name', 'x', '--scopes', 'tests:write,tests:read'],
      { cwd: folder },
    )
    const attacker = /mg_[0-9A-Za-z]{39}/.exec(key.stdout)?.[0] ?? ''
    const api = await apiClient(running)
    const flood = await fetch(`http://${running.http}/v1/tests`, {
      method: 'POST',
      headers: { authorization: `Bearer ${attacker}` },
    })
    await deliver(((await flood.json()) as { address: string }).address, 20, 'slow.example')
    for (let stranger = 0; stranger < 3; stranger += 1) {
      const { token, address } = await api.createTest()
      await deliver(address, 1)
      expect((await api.ended(token)).status).toBe('scored')
    }
    // Each slow message waits for many answers, two of them at a time.
    expect(count(null)).toBeGreaterThan(10)
  }, 300_000)
})
