import { afterEach, beforeEach, expect, test } from 'bun:test'
import { copyFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiClient } from '../support/api-client.ts'
import { mailgauge, type Running, serve, temporaryFolder, writeConfig } from '../support/binary.ts'
import { greetedClient } from '../support/smtp-client.ts'
import { until } from '../support/until.ts'

let folder: string
let remove: () => void
let running: Running | undefined
beforeEach(() => {
  const made = temporaryFolder()
  folder = made.folder
  remove = made.remove
  writeConfig(folder)
})
afterEach(async () => {
  await running?.kill('SIGKILL')
  running = undefined
  remove()
})

const MAIL = 'From: a@example.org\r\nSubject: x\r\n\r\nbody\r\n'
const database = () => join(folder, 'data', 'mailgauge.db')
const readyz = () => fetch(`http://${running?.http}/readyz`)

test.each([
  ['deleted', () => rmSync(database())],
  [
    'replaced',
    () => {
      copyFileSync(database(), `${database()}.copy`)
      renameSync(`${database()}.copy`, database())
    },
  ],
  ['emptied', () => truncateSync(database())],
  ['deleted with its folder', () => rmSync(join(folder, 'data'), { recursive: true })],
])('a database that is %s while the service runs takes no more mail, and it is said', async (_how, lose) => {
  running = await serve(folder)
  const api = await apiClient(running)
  const { address } = await api.createTest()
  const client = await greetedClient(running.smtp)
  expect((await client.deliver({ to: [address], data: MAIL })).code).toBe(250)
  lose()
  const answer = await until(async () => {
    const asked = await readyz()
    return asked.status === 503 && asked
  })
  expect((await answer.json()).error).toContain('the database file was deleted, emptied or replaced')
  expect((await client.deliver({ to: [address], data: MAIL })).lines.join()).toStartWith('451 4.3.0')
  const post = await fetch(`http://${running.http}/`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(post.status).toBe(503)
  await until(() => running?.output().includes('the database file was deleted, emptied or replaced'))
  client.reset()
})

test('an empty file where a database was keeps the service from starting', async () => {
  running = await serve(folder)
  await running.kill()
  writeFileSync(database(), '')
  const { stderr, code } = await mailgauge(['serve'], { cwd: folder, env: { TMPDIR: join(folder, 'tmp') } })
  expect(stderr).toContain('is empty: a database was here')
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(code).toBe(78)
})
