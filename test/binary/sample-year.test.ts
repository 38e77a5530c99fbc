import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Running, serve, temporaryFolder } from '../support/binary.ts'
import { until } from '../support/until.ts'

const FLAGS = [
  '--http.listen=127.0.0.1:0',
  '--smtp.listen=127.0.0.1:0',
  '--dns.servers=127.0.0.1:1',
  '--dns.timeout=200ms',
  '--log.format=json',
]
const { folder, remove } = temporaryFolder()
let running: Running
let cookie = ''
let domain = ''

beforeAll(async () => {
  running = await serve(folder, FLAGS)
})
afterAll(async () => {
  await running.kill()
  remove()
})

const ask = (path: string, fields?: Record<string, string>) =>
  fetch(`http://${running.http}${path}`, {
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin', ...(cookie !== '' && { cookie }) },
    ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
  })

function database(): Database {
  const [file = ''] = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.db'),
  )
  return new Database(join(folder, file), { readonly: true })
}

function counted(): Record<string, number> {
  const db = database()
  const tables = db.query<{ name: string }, []>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND (name LIKE 'dmarc%' OR name LIKE 'tls%' OR name = 'source_marks')",
  )
  const found = tables.all().map(({ name }) => {
    const [row] = db.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${name}`).all()
    return [name, row?.n ?? 0] as const
  })
  db.close()
  return Object.fromEntries(found)
}

test('a domain of the evaluation is verified', async () => {
  const code = await until(() => /\/setup#t=(st_[\w-]{43})/.exec(running.output())?.[1])
  const claim = {
    name: 'Ann',
    email: 'ann@example.org',
    password: 'correct horse battery',
    account: 'Example',
  }
  const claimed = await ask('/setup', { code, ...claim })
  cookie = (claimed.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  domain = (await ask('/domains', { domains: 'mailgauge-sample.example' })).headers.get('location') ?? ''
  expect((await ask(`${domain}/verify`, {})).status).toBe(303)
})

test('a load that is killed is made whole by the next one, and adds nothing twice', async () => {
  const killed = ask(`${domain}/dmarc/sample-year`, {}).catch(() => undefined)
  await until(() => (counted()['dmarc_reports'] ?? 0) > 300, 20_000)
  await running.kill('SIGKILL')
  await killed
  const { dmarc_reports: some = 0 } = counted()
  running = await serve(folder, FLAGS)
  expect((await ask(`${domain}/dmarc/sample-year`, {})).status).toBe(303)
  const whole = counted()
  expect(whole['dmarc_reports']).toBeGreaterThan(some)
  expect(whole['tls_reports']).toBe(730)
  const told = await (await ask(`${domain}/dmarc/sources-with-advice.csv?days=366`)).text()
  await ask(`${domain}/dmarc/sample-year`, {})
  expect(counted()).toMatchObject({ dmarc_reports: whole['dmarc_reports'], tls_reports: 730 })
  expect(await (await ask(`${domain}/dmarc/sources-with-advice.csv?days=366`)).text()).toBe(told)
}, 180_000)

test('what is no source is neither shown nor marked, and no other site marks one', async () => {
  const keys = [
    'x',
    '__proto__',
    'ip:__proto__',
    'sender:constructor',
    'ip:1 2',
    'domain:<script>',
    'domain:a/others/others',
  ]
  const source = (key: string) => `${domain}/dmarc/source?key=${encodeURIComponent(key)}`
  for (const key of keys) {
    const [page, post] = [await ask(source(key)), await ask(source(key), { mark: 'mine' })]
    expect([key, page.status, post.status]).toEqual([key, 404, 404])
    expect(await page.text()).not.toContain('<script>')
  }
  for (const site of ['cross-site', 'same-site']) {
    for (const path of [source('sender:sendgrid'), `${domain}/dmarc/sample-year`]) {
      const body = new URLSearchParams({ mark: 'mine' })
      const headers = { 'sec-fetch-site': site, cookie }
      const sent = await fetch(`http://${running.http}${path}`, {
        method: 'POST',
        redirect: 'manual',
        headers,
        body,
      })
      expect(sent.status).toBe(403)
    }
  }
  expect(counted()['source_marks']).toBe(0)
  expect((await ask(source('sender:sendgrid'), { mark: 'mine' })).status).toBe(303)
  expect(counted()['source_marks']).toBe(1)
})

test('what people said goes with a domain that is deleted', async () => {
  expect((await ask(`${domain}/delete`, {})).status).toBe(303)
  expect(counted()['source_marks']).toBe(0)
  expect((await ask(`${domain}/dmarc/sources`)).status).toBe(404)
})
