import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { cpSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { MIGRATIONS } from '../../src/store/sqlite/migrations.ts'
import { apiClient } from '../support/api-client.ts'
import { BINARY, mailgauge, type Running, serve, temporaryFolder, writeConfig } from '../support/binary.ts'
import { greetedClient } from '../support/smtp-client.ts'
import { reportsIn } from '../support/stored-rows.ts'
import { until } from '../support/until.ts'

const STREAMS = 4

let place: ReturnType<typeof temporaryFolder>
const at = (...path: string[]) => join(place.folder, ...path)
const run = (...args: string[]) => mailgauge(args, { cwd: place.folder, env: { TMPDIR: at('tmp') } })
beforeEach(() => {
  place = temporaryFolder()
  writeConfig(place.folder, { tests: 'messages_per_test = 10000' })
})
afterEach(() => place.remove())

const numbered = (number: string) =>
  `From: a@example.org\r\nSubject: ${number}\r\nMessage-ID: <${number}@example.org>\r\n\r\nMessage ${number}\r\n`

/** The senders of what a data directory holds, each as often as it is there. */
function held(directory: string): string[] {
  const database = new Database(join(directory, 'mailgauge.db'), { readonly: true })
  const envelopes = database.query('SELECT envelope FROM message_bodies').values() as [string][]
  database.close()
  return envelopes.map(([envelope]) => /n\d+-\d+@example\.org/.exec(envelope)?.[0] ?? '')
}

test('mail comes in while backups are made, and each holds once all that was acknowledged before it', async () => {
  const running = await serve(place.folder)
  const api = await apiClient(running)
  const tests = await Promise.all(Array.from({ length: STREAMS }, () => api.createTest()))
  const answered: string[] = []
  let goesOn = true
  const streams = tests.map(async ({ address }, index) => {
    const client = await greetedClient(running.smtp)
    for (let count = 0; goesOn; count += 1) {
      const number = `n${index}-${count}`
      const from = `${number}@example.org`
      const reply = await client.deliver({ from, to: [address], data: numbered(number) })
      expect(reply.code).toBe(250)
      answered.push(from)
    }
  })
  for (const round of [0, 1, 2]) {
    const wanted = answered.length + 20
    await until(() => answered.length >= wanted)
    const before = [...answered]
    // Two at once: one of them is told so, or came after the other.
    const both = await Promise.all([
      run('backup', `${round}.tar.zst`),
      run('backup', `other-${round}.tar.zst`),
    ])
    const made = both.findIndex(({ code }) => code === 0)
    for (const { code, stderr } of both)
      if (code !== 0) expect(stderr).toContain('Another backup is being made')
    const file = made === 0 ? `${round}.tar.zst` : `other-${round}.tar.zst`
    const restored = await run('restore', file, '--to', `to-${round}`)
    expect(restored).toMatchObject({ code: 0 })
    const found = held(at(`to-${round}`))
    const once = new Set(found)
    expect(before.filter((from) => !once.has(from))).toEqual([])
    expect(once.size).toBe(found.length)
  }
  const refused = await run('restore', '0.tar.zst')
  goesOn = false
  await Promise.all(streams)
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('Stop it first') })
  await running.kill()
}, 300_000)

test('what is restored answers as before, octet for octet, and opens with its key alone', async () => {
  let running: Running = await serve(place.folder)
  const api = await apiClient(running)
  const { token, address } = await api.createTest()
  const client = await greetedClient(running.smtp)
  await client.deliver({ from: 'a@example.org', to: [address], data: numbered('one') })
  await api.ended(token)
  const paths = [`/v1/tests/${token}`, '/v1/tests', '/v1/whoami']
  const answers = async () => {
    const http = `http://${running.http}`
    const headers = { authorization: `Bearer ${api.secret}` }
    return Promise.all(
      paths.map(async (path) => {
        const answer = await fetch(http + path, { headers })
        return `${answer.status} ${Buffer.from(await answer.arrayBuffer()).toString('base64')}`
      }),
    )
  }
  const before = await answers()
  expect(before.every((answer) => answer.startsWith('200 '))).toBe(true)
  expect(await run('backup', 'x.tar.zst')).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('mode 0600'),
  })
  expect(statSync(at('x.tar.zst')).mode & 0o777).toBe(0o600)
  await api.createTest()
  await running.kill()

  expect(await run('restore', 'x.tar.zst', '--check')).toMatchObject({ code: 0 })
  const restored = await run('restore', 'x.tar.zst')
  expect(restored.stderr).toContain('What was there before is in')
  running = await serve(place.folder)
  expect(await answers()).toEqual(before)
  expect(reportsIn(new Database(at('data', 'mailgauge.db'), { readonly: true }))).toHaveLength(1)
  await running.kill()

  // By standard output and input, elsewhere.
  const piped = Bun.spawnSync(
    ['sh', '-c', `"${BINARY}" backup - > piped && "${BINARY}" restore - --to piped-to < piped`],
    { cwd: place.folder, env: { PATH: '/usr/bin:/bin', TMPDIR: at('tmp') } },
  )
  expect(piped.exitCode).toBe(0)
  expect(existsSync(at('piped-to', 'secrets.key'))).toBe(true)
}, 300_000)

test('a backup by schedule is made at the start, and none again at the next', async () => {
  writeConfig(place.folder, { backup: 'directory = "backups"' })
  const made = () =>
    existsSync(at('backups')) ? readdirSync(at('backups')).filter((name) => name.endsWith('.zst')) : []
  let running = await serve(place.folder)
  await until(() => made().length === 1)
  expect(statSync(at('backups')).mode & 0o777).toBe(0o700)
  await until(() => running.output().includes('Made a backup'))
  await running.kill()
  running = await serve(place.folder)
  const { name } = await (await apiClient(running)).createTest().then(() => ({ name: made()[0] ?? '' }))
  await running.kill()
  expect(made()).toEqual([name])
  expect(await run('restore', at('backups', name), '--check')).toMatchObject({ code: 0 })
}, 300_000)

test('an upgrade makes a backup before, and an older program names the way back', async () => {
  await (await serve(place.folder)).kill()
  for (const name of readdirSync(at('data')).filter((one) => one.startsWith('mailgauge.db')))
    rmSync(at('data', name))
  const older = new Database(at('data', 'mailgauge.db'))
  older.run('PRAGMA synchronous = OFF')
  for (const sql of MIGRATIONS.slice(0, 23)) older.run(sql)
  older.run('PRAGMA user_version = 23')
  older.close()
  const running = await serve(place.folder)
  expect(running.output()).toContain('a backup was made before')
  await running.kill()
  const [before = ''] = readdirSync(at('data', 'backups'))
  const newer = new Database(at('data', 'mailgauge.db'))
  newer.run("UPDATE serving SET oldest_program = '99.0.0'")
  newer.close()
  const refused = await run('serve')
  expect(refused.code).not.toBe(0)
  expect(refused.stderr).toContain('needs Mailgauge 99.0.0 or newer')
  expect(refused.stderr).toContain(`mailgauge restore ${at('data', 'backups', before)}`)
  cpSync(at('data', 'backups', before), at('kept'))
  expect(await run('restore', 'kept')).toMatchObject({ code: 0 })
  expect((await run('migrate', 'status')).stdout).toContain('has version 23')
}, 300_000)
