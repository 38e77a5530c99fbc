import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { chmodSync, chownSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BINARY, serve, temporaryFolder, writeConfig } from '../../support/binary.ts'
import { until } from '../../support/until.ts'

const NOBODY = 65_534
const taken = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('') })
const isRoot = process.geteuid?.() === 0

let folder: string
let remove: () => void

beforeEach(() => {
  const made = temporaryFolder()
  folder = made.folder
  remove = made.remove
})
afterEach(() => remove())

const at = (...parts: string[]) => join(folder, ...parts)

/** What belongs to nobody in particular, so that whoever runs it is bound by permissions. */
function giveAway(path = folder): void {
  if (!isRoot) return
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) giveAway(join(path, entry.name))
    chownSync(join(path, entry.name), NOBODY, NOBODY)
  }
  chownSync(path, NOBODY, NOBODY)
}

function run(...args: string[]) {
  const as = isRoot ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] : []
  return Bun.spawn([...as, BINARY, ...args], {
    cwd: folder,
    env: { PATH: '/usr/bin:/bin', HOME: '/nonexistent', TMPDIR: at('tmp') },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
}

async function check() {
  const child = run('config', 'check')
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  return { code: await child.exited, says: stdout + stderr }
}

/** Whether it serves, or its exit code and what it says. */
async function start(): Promise<{ serves: boolean; code: number; says: string }> {
  const child = run('serve')
  let says = ''
  const follow = async (stream: ReadableStream<Uint8Array>) => {
    for await (const chunk of stream) says += new TextDecoder().decode(chunk)
  }
  const read = Promise.all([follow(child.stdout), follow(child.stderr)])
  const serves = () => says.includes('"msg":"Listening"')
  await until(() => serves() || child.exitCode !== null || child.signalCode !== null)
  const did = serves()
  child.kill('SIGTERM')
  const code = await child.exited
  await read
  return { serves: did, code, says }
}

/** A message of the system as it is, or a place in the program. */
const RAW = /\bE[A-Z]{3,}\b(?!RS)|SQLITE_| at .*:\d+:\d+/

const made = async () => {
  const running = await serve(folder)
  await running.kill()
}
const other = (sql: string) => {
  mkdirSync(at('data'))
  const database = new Database(at('data', 'mailgauge.db'))
  database.run(sql)
  database.close()
}
const inData = (name: string, bytes: string | Uint8Array) => {
  mkdirSync(at('data'), { recursive: true })
  writeFileSync(at('data', name), bytes)
}

type Kind = readonly [name: string, prepare: () => unknown]

const BROKEN: readonly Kind[] = [
  ['an unknown option', () => writeConfig(folder, { log: 'levle = "debug"' })],
  ['no TOML', () => writeFileSync(at('mailgauge.toml'), 'this is no [toml')],
  ['no mail domain', () => writeConfig(folder, {}, { smtp: 'listen = ["127.0.0.1:0"]' })],
  ['a value of another kind', () => writeConfig(folder, { dns: 'retries = 1' })],
  ['an unknown plan', () => writeConfig(folder, { accounts: 'default_plan = "gold"' })],
  ['an unknown list', () => writeConfig(folder, { blocklists: 'enable = ["no-such-list"]' })],
  ['no certificate', () => writeConfig(folder, { smtp: 'tls_cert = "a.pem"\ntls_key = "b.pem"' })],
  [
    'a certificate that is a folder',
    () => writeConfig(folder, { smtp: 'tls_cert = "tmp"\ntls_key = "tmp"' }),
  ],
  [
    'a signing key that is not there',
    () =>
      writeConfig(folder, {
        relay: 'host = "127.0.0.1"\nfrom = "a@b.example"\ndkim_key = "k.pem"\ndkim_selector = "s"',
      }),
  ],
  [
    'a data directory that is a file',
    () => {
      writeConfig(folder)
      writeFileSync(at('data'), '')
    },
  ],
  [
    'a data directory below a file',
    () => {
      writeConfig(folder, {}, { store: 'directory = "file/data"\nmin_free = "0B"' })
      writeFileSync(at('file'), '')
    },
  ],
  [
    'a data directory that may not be written in',
    () => {
      writeConfig(folder)
      mkdirSync(at('data'), { mode: 0o500 })
    },
  ],
  [
    'a data directory that may not be made',
    () => {
      writeConfig(folder, {}, { store: 'directory = "closed/data"\nmin_free = "0B"' })
      mkdirSync(at('closed'), { mode: 0o500 })
    },
  ],
  ['an empty database', () => [writeConfig(folder), inData('mailgauge.db', '')]],
  ['a database that is none', () => [writeConfig(folder), inData('mailgauge.db', 'x'.repeat(8192))]],
  [
    'a folder in its place',
    () => [writeConfig(folder), mkdirSync(at('data', 'mailgauge.db'), { recursive: true })],
  ],
  ['a database of another program', () => [writeConfig(folder), other('CREATE TABLE bookmarks (url TEXT)')]],
  ['a newer database', () => [writeConfig(folder), other('PRAGMA user_version = 9999')]],
  ['changes without their database', () => [writeConfig(folder), inData('mailgauge.db-wal', 'x'.repeat(64))]],
  [
    'a database that is cut short',
    async () => {
      writeConfig(folder)
      await made()
      const whole = await Bun.file(at('data', 'mailgauge.db')).bytes()
      writeFileSync(at('data', 'mailgauge.db'), whole.subarray(0, whole.length / 2))
    },
  ],
  [
    'a damaged log',
    async () => {
      writeConfig(folder)
      await made()
      inData('mailgauge.db-wal', 'x'.repeat(8192))
    },
  ],
  [
    'a key file that is open to others',
    async () => {
      writeConfig(folder)
      await made()
      chmodSync(at('data', 'secrets.key'), 0o644)
    },
  ],
  [
    'a key file that is none',
    () => [writeConfig(folder), inData('secrets.key', ''), chmodSync(at('data', 'secrets.key'), 0o600)],
  ],
  [
    'a key file that is a folder',
    () => [writeConfig(folder), mkdirSync(at('data', 'secrets.key'), { recursive: true })],
  ],
  [
    'a certificate of our own that is a folder',
    () => [writeConfig(folder), mkdirSync(at('data', 'tls', 'self-signed.pem'), { recursive: true })],
  ],
  [
    'a web port that is taken',
    () => writeConfig(folder, {}, { http: `listen = ["127.0.0.1:${taken.port}"]` }),
  ],
  [
    'a mail port that is taken',
    () => writeConfig(folder, {}, { smtp: `listen = ["127.0.0.1:${taken.port}"]\ndomain = "test.example"` }),
  ],
  [
    'an address of another machine',
    () => writeConfig(folder, {}, { smtp: 'listen = ["192.0.2.1:0"]\ndomain = "test.example"' }),
  ],
  ['a web address of another machine', () => writeConfig(folder, {}, { http: 'listen = ["192.0.2.1:0"]' })],
]

const SOUND: readonly Kind[] = [
  ['nothing there yet', () => writeConfig(folder)],
  ['a data directory of an earlier start', async () => [writeConfig(folder), await made()]],
  [
    'what a killed service leaves',
    async () => {
      writeConfig(folder)
      const running = await serve(folder)
      await running.kill('SIGKILL')
    },
  ],
  [
    'a database and no key',
    async () => {
      writeConfig(folder)
      await made()
      rmSync(at('data', 'secrets.key'))
    },
  ],
]

test.each(BROKEN)(
  '%s: config check and serve refuse it, in words',
  async (_name, prepare) => {
    await prepare()
    giveAway()
    const checked = await check()
    expect(checked.code, checked.says).toBe(2)
    const started = await start()
    expect(started.serves).toBe(false)
    expect([1, 78]).toContain(started.code)
    expect(checked.says).not.toMatch(RAW)
    expect(started.says).not.toMatch(RAW)
  },
  60_000,
)

test.each(SOUND)(
  '%s: config check finds nothing, and serve serves',
  async (_name, prepare) => {
    await prepare()
    giveAway()
    const checked = await check()
    expect(checked.says).not.toMatch(RAW)
    expect(checked.code, checked.says).toBe(0)
    const started = await start()
    expect(started.serves, started.says).toBe(true)
    expect(started.code).toBe(0)
  },
  60_000,
)

test('a start that a restart does not help ends with 78, one that it may with 1', async () => {
  writeConfig(folder, { log: 'levle = "debug"' })
  giveAway()
  expect((await start()).code).toBe(78)
  writeConfig(folder, {}, { http: `listen = ["127.0.0.1:${taken.port}"]` })
  giveAway()
  expect((await start()).code).toBe(1)
}, 60_000)

test('every mistake is named at once, and the ports of a service that runs are its own', async () => {
  writeConfig(
    folder,
    { log: 'levle = "debug"', smtp: 'tls_cert = "a.pem"\ntls_key = "b.pem"' },
    { http: `listen = ["127.0.0.1:${taken.port}"]` },
  )
  inData('mailgauge.db', '')
  giveAway()
  const { says } = await check()
  for (const part of [
    'log.levle (mailgauge.toml, line',
    'smtp.tls_cert: ',
    'HTTP cannot listen on',
    'mailgauge.db is empty',
  ])
    expect(says).toContain(part)
  rmSync(at('data'), { recursive: true })
  writeConfig(folder)
  const child = run('serve')
  await until(async () => (await check()).says.includes('The service runs: its ports were not tried.'))
  child.kill('SIGTERM')
  await child.exited
}, 60_000)
