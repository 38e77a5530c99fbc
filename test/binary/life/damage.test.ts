import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { apiClient } from '../../support/api-client.ts'
import { mailgauge, type Running, serve, temporaryFolder, writeConfig } from '../../support/binary.ts'
import { greetedClient } from '../../support/smtp-client.ts'
import { until } from '../../support/until.ts'

let folder: string
let remove: () => void
let running: Running

beforeEach(() => {
  const made = temporaryFolder()
  folder = made.folder
  remove = made.remove
  writeConfig(folder)
})
afterEach(async () => {
  await running.kill('SIGKILL')
  remove()
})

const data = 'From: a@example.org\r\nSubject: x\r\n\r\nHello.\r\n'

/** Writes over pages of a database, as a failing disk does: those of these tables, or all but the first. */
function spoil(tables?: readonly string[]): void {
  const file = join(folder, 'data', 'mailgauge.db')
  const database = new Database(file, { readonly: true })
  const size = Number(database.query('PRAGMA page_size').values()[0]?.[0])
  const roots = database
    .query<{ rootpage: number; tbl_name: string }, []>(
      'SELECT rootpage, tbl_name FROM sqlite_schema WHERE rootpage > 0',
    )
    .all()
    .filter(({ tbl_name: name }) => tables === undefined || tables.includes(name))
  database.close()
  const handle = openSync(file, 'r+')
  for (const { rootpage } of roots)
    writeSync(handle, Buffer.alloc(size, 0x5a), 0, size, (rootpage - 1) * size)
  closeSync(handle)
}

test('a database that is damaged all over keeps the service from starting, for good', async () => {
  running = await serve(folder)
  await running.kill()
  spoil()
  const { code, stderr } = await mailgauge(['serve'], { cwd: folder, env: { TMPDIR: join(folder, 'tmp') } })
  expect(code).toBe(78)
  expect(stderr).toContain('is damaged')
  expect(stderr).toContain('mailgauge restore')
  expect(stderr).not.toMatch(/SQLITE_| at .*:\d+:\d+/)
}, 60_000)

test('a database that is damaged under a service: nothing more is acknowledged, it is said once, and it goes on answering', async () => {
  running = await serve(folder)
  const api = await apiClient(running)
  const { address, token } = await api.createTest()
  await running.kill()
  spoil(['mail_tests'])
  running = await serve(folder)
  const client = await greetedClient(running.smtp)
  const reply = await client.deliver({ from: 'a@example.org', to: [address], data }).catch(() => undefined)
  expect(reply?.code ?? 451).toBeGreaterThanOrEqual(400)
  const ready = await until(async () => {
    const answer = await fetch(`http://${running.http}/readyz`)
    return answer.status === 503 && (await answer.text())
  })
  expect(ready).toContain('the database is damaged')
  for (let at = 0; at < 3; at += 1) {
    const answer = await fetch(`http://${running.http}/v1/tests`, {
      headers: { authorization: `Bearer ${api.secret}` },
    })
    expect(answer.status).toBe(503)
    expect(await answer.text()).toContain('The database of this service is damaged.')
  }
  expect(running.output().match(/"level":"error"[^\n]*the database is damaged/g)).toHaveLength(1)
  expect(await running.kill()).toBe(0)
  const exported = await mailgauge(['rescore', token], {
    cwd: folder,
    env: { TMPDIR: join(folder, 'tmp') },
  })
  expect(exported.stderr).toContain('mailgauge restore')
  expect(exported.stderr).not.toMatch(/SQLITE_| at .*:\d+:\d+/)
}, 120_000)
