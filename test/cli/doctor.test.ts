import { Database } from 'bun:sqlite'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lockDirectory } from '../../src/store/sqlite/lock.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import { addDestination } from '../support/destinations.ts'
import { type DnsServer, dnsServer } from '../support/dns-server.ts'
import { workplace } from './running.ts'

let dns: DnsServer
beforeAll(async () => {
  const SOA = [{ primary: 'a.example', mailbox: 'b.example', serial: 1 }]
  dns = await dnsServer({
    com: { SOA },
    org: { SOA },
    'test.mailgauge.dev': { MX: [[10, 'mx.mailgauge.dev']] },
    'mx.mailgauge.dev': { A: ['198.51.100.77'] },
  })
})
afterAll(() => dns.close())

let place: ReturnType<typeof workplace>
beforeEach(() => {
  place = workplace()
})
afterEach(() => place.remove())

function configure(more = ''): void {
  const lists = 'enable = []\ndisable = []\n'
  writeFileSync(
    join(place.folder, 'mailgauge.toml'),
    `[site]\nbase_url = "http://127.0.0.1:1"\n[smtp]\ndomain = "test.mailgauge.dev"\nhostname = "mx.mailgauge.dev"\n[dns]\nservers = ["${dns.address}"]\ntimeout = "500ms"\ntries = 1\n[blocklists]\n${lists}${more}`,
  )
}

interface Told {
  service: string
  findings: { id: string; state: string; seen: string; steps: { lines?: string[] }[]; read: string }[]
}

test('without data it says how to begin, and makes none', async () => {
  configure()
  const { stdout } = await place.run('doctor --json')
  const told = JSON.parse(stdout) as Told
  const of = (id: string) => told.findings.find((finding) => finding.id === id)
  expect(of('database')).toMatchObject({ state: 'attention', seen: expect.stringContaining('There is no') })
  expect(of('data-directory')).toMatchObject({ state: 'attention' })
  expect(of('instance-admin')).toMatchObject({ state: 'unknown' })
  expect(existsSync(join(place.folder, 'data'))).toBe(false)
})

test('a webhook of the instance that takes nothing is told, beside a service or without one', async () => {
  configure()
  const store = await openStore({ directory: join(place.folder, 'data'), migrate: true })
  const failingSince = new Date(Date.now() - 3 * 3_600_000)
  await addDestination(store, { name: 'pager' })
  await addDestination(store, { name: 'chat', disabled: { at: failingSince, reason: 'failing' } })
  await store.close()
  const database = new Database(join(place.folder, 'data', 'mailgauge.db'))
  database.run("UPDATE destinations SET failing_since = ? WHERE name = 'pager'", [failingSince.getTime()])
  database.close()
  const { stdout } = await place.run('doctor --json')
  const { findings } = JSON.parse(stdout) as Told
  const told = findings.find(({ id }) => id === 'alerts')
  expect(told).toMatchObject({ state: 'attention', read: 'docs/operating.md#alerts' })
  const since = `${failingSince.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  expect(told?.seen).toContain(`“pager” has taken nothing since ${since}.`)
  expect(told?.seen).toContain('“chat” is turned off')
})

test.each([
  [
    'a value that is wrong',
    '[smtp]\ndomain = 7\nhostname = "mx.mailgauge.dev"\n',
    'smtp.domain',
    ['mx', 'unknown'],
  ],
  ['no value', '[smtp]\nhostname = "mx.mailgauge.dev"\n', 'must be set', ['mail-domain', 'unknown']],
  ['what is no TOML', 'this is no toml', 'illegal character', ['disk', 'unknown']],
])(
  'with a config that has %s it says so, and looks at what does not rest on it',
  async (_, text, says, [id, state]) => {
    writeFileSync(join(place.folder, 'mailgauge.toml'), text)
    const { stdout, code } = await place.run('doctor --json')
    const told = JSON.parse(stdout) as Told
    const of = (asked = '') => told.findings.find((finding) => finding.id === asked)
    expect(code).toBe(1)
    expect(of('configuration')).toMatchObject({ state: 'problem', seen: expect.stringContaining(says) })
    expect(of(id)).toMatchObject({ state: state ?? '' })
    expect(of('memory')?.state).toBeDefined()
    expect(existsSync(join(place.folder, 'data'))).toBe(false)
  },
)

test.each([
  ['empty', () => ''],
  ['damaged', () => 'x'.repeat(20_000)],
])('with a database that is %s it says what to do', async (_, content) => {
  configure()
  await place.run('account create shop')
  for (const part of ['-wal', '-shm'])
    rmSync(join(place.folder, 'data', `mailgauge.db${part}`), { force: true })
  writeFileSync(join(place.folder, 'data', 'mailgauge.db'), content())
  const before = readdirSync(join(place.folder, 'data')).toSorted()
  const told = JSON.parse((await place.run('doctor --json')).stdout) as Told
  const of = (id: string) => told.findings.find((finding) => finding.id === id)
  expect(of('database')).toMatchObject({ state: 'problem', steps: expect.any(Array) })
  expect(of('mail-domain')).toMatchObject({ state: 'ok' })
  expect(readdirSync(join(place.folder, 'data')).toSorted()).toEqual(before)
})

test('without a service it tells what is seen, the worst first, and what is unknown', async () => {
  configure()
  await place.run('account create shop')
  const { code, stdout } = await place.run('doctor')
  expect(stdout).toStartWith('The service does not run')
  const states = stdout
    .split('\n')
    .flatMap((line) => /^(PROBLEM|attention|unknown|ok) {2,}\S/.exec(line)?.[1] ?? [])
  expect(states).toContain('unknown')
  expect(states).toEqual(
    ['PROBLEM', 'attention', 'unknown', 'ok'].flatMap((state) => states.filter((one) => one === state)),
  )
  expect(code).toBe(states.includes('PROBLEM') ? 1 : 0)
  expect(stdout).toMatch(/\n\d+ problems?, \d+ to look at, \d+ unknown, \d+ in order\.\n$/)
  expect(stdout.split('\n').filter((line) => line.length > 80 && !line.startsWith(' '.repeat(15)))).toEqual(
    [],
  )
})

test('for programs it is JSON', async () => {
  configure()
  await place.run('account create shop')
  const { stdout } = await place.run('doctor --json')
  const told = JSON.parse(stdout) as Told
  expect(told.service).toBe('not running')
  const of = (id: string) => told.findings.find((finding) => finding.id === id)
  expect(of('port-25')).toMatchObject({ state: 'unknown' })
  expect(of('smtp-certificate')).toMatchObject({ state: 'unknown' })
  expect(of('reverse-dns')).toMatchObject({
    state: 'attention',
    steps: [{ lines: ['77.100.51.198.in-addr.arpa. IN PTR mx.mailgauge.dev.'] }],
  })
  expect(of('instance-admin')).toMatchObject({ state: 'attention' })
  expect(of('database')).toMatchObject({ state: 'ok' })
  expect(of('mail-domain')).toMatchObject({ state: 'ok' })
  for (const { read } of told.findings) expect(read).toMatch(/^docs\//)
  await place.run('admin create --email ann@example.org')
  const after = JSON.parse((await place.run('doctor --json')).stdout) as Told
  expect(after.findings.find(({ id }) => id === 'instance-admin')).toMatchObject({ state: 'ok' })
})

test('beside a service it says so', async () => {
  configure()
  await place.run('account create shop')
  const locking = lockDirectory(join(place.folder, 'data'))
  const { stdout } = await place.run('doctor')
  if (locking.kind === 'locked') locking.lock.release()
  expect(stdout).toStartWith('The service runs beside this command.')
})

test('a DNS that does not answer is no verdict on the records', async () => {
  configure()
  await place.run('account create shop')
  const { stdout } = await place.run('doctor --json --dns.servers 127.0.0.1:1')
  const told = JSON.parse(stdout) as Told
  const states = Object.fromEntries(told.findings.map(({ id, state }) => [id, state]))
  expect(states).toMatchObject({
    resolver: 'problem',
    mx: 'unknown',
    'host-address': 'unknown',
    'reverse-dns': 'unknown',
    dnssec: 'unknown',
    blocklists: 'unknown',
  })
})
