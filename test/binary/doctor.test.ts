import { afterAll, beforeAll, expect, test } from 'bun:test'
import { chmodSync, chownSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { join } from 'node:path'
import { certificate, type Listening, secureWeb } from '../net/safe-fetch/web-server.ts'
import { BINARY, mailgauge, type Running, serve, temporaryFolder, writeConfig } from '../support/binary.ts'
import { type DnsServer, dnsServer } from '../support/dns-server.ts'
import { onFreePort } from '../support/free-port.ts'
import { issue } from '../support/mark-certificate.ts'

const { folder, remove } = temporaryFolder()
let dns: DnsServer
let proxy: Listening
let running: Running
/** What the proxy adds, and where it sends requests. */
let headers: Record<string, string> = {}
let target = ''

beforeAll(async () => {
  const SOA = [{ primary: 'a.example', mailbox: 'b.example', serial: 1 }]
  dns = await dnsServer({
    com: { SOA },
    org: { SOA },
    'test.mailgauge.dev': { MX: [[10, 'mx.mailgauge.dev']] },
    'mx.mailgauge.dev': { A: ['127.0.0.1'] },
    'www.mailgauge.dev': { A: ['127.0.0.1'] },
  })
  proxy = await secureWeb(certificate('www.mailgauge.dev', -1, 5), (request, response) => {
    const [host, port] = target.split(':')
    const passed = http.request(
      { host, port, path: request.url, headers: { ...headers, host: 'www.mailgauge.dev' } },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502)
        answer.pipe(response)
      },
    )
    passed.on('error', () => response.writeHead(502).end())
    passed.end()
  })
  running = await onFreePort((smtp) => {
    writeConfig(
      folder,
      {},
      {
        site: `base_url = "https://www.mailgauge.dev:${proxy.port}"`,
        http: 'listen = ["127.0.0.1:0"]\ntrusted_proxies = ["127.0.0.1"]',
        smtp: `listen = ["127.0.0.1:${smtp}"]\ndomain = "test.mailgauge.dev"\nhostname = "mx.mailgauge.dev"`,
        dns: `servers = ["${dns.address}"]\ntimeout = "1s"\ntries = 1`,
      },
    )
    return serve(folder)
  })
  target = running.http
})
afterAll(async () => {
  await running.kill()
  await proxy[Symbol.asyncDispose]()
  dns.close()
  remove()
})

interface Told {
  service: string
  findings: { id: string; state: string; seen: string; steps: { lines?: string[] }[] }[]
}

async function examine() {
  const { stdout, code } = await mailgauge(['doctor', '--json'], { cwd: folder })
  const told = JSON.parse(stdout) as Told
  return { code, of: (id: string) => told.findings.find((finding) => finding.id === id), told }
}

test('beside a service behind a proxy it knows its own front, and its own greeting', async () => {
  headers = { 'x-forwarded-for': '203.0.113.9' }
  const { of, told } = await examine()
  expect(told.service).toBe('running')
  expect(of('base-url')).toMatchObject({ state: 'ok' })
  expect(of('proxy-headers')).toMatchObject({ state: 'ok' })
  expect(of('site-certificate')).toMatchObject({
    state: 'problem',
    seen: expect.stringContaining('self-signed'),
  })
  expect(of('smtp-certificate')).toMatchObject({
    state: 'attention',
    seen: expect.stringContaining('self-made'),
  })
  expect(of('data-directory')).toMatchObject({ state: 'ok' })
  expect(of('database')).toMatchObject({ state: 'ok' })
  expect(of('port-25')?.state).not.toBe('problem')
})

test('it tells a proxy that adds nothing, and one that leads elsewhere', async () => {
  headers = {}
  expect((await examine()).of('proxy-headers')).toMatchObject({ state: 'attention' })
  const other = http.createServer((_, response) => void response.writeHead(404).end('another site'))
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  target = `127.0.0.1:${(other.address() as { port: number }).port}`
  const { of, code } = await examine()
  other.close()
  target = running.http
  expect(of('base-url')).toMatchObject({
    state: 'problem',
    seen: expect.stringContaining('does not lead to this service'),
  })
  expect(code).toBe(1)
})

test('it names what is open to others', async () => {
  chmodSync(join(folder, 'data'), 0o755)
  const { of } = await examine()
  chmodSync(join(folder, 'data'), 0o700)
  expect(of('data-directory')).toMatchObject({
    state: 'attention',
    steps: [{ lines: [`chmod 700 ${join(folder, 'data')}`] }],
  })
})

const ROOT = process.getuid?.() === 0
const NOBODY = 65_534

/** As another user, who may run the binary and read the config. */
async function asUser(uid: number, args: string[]) {
  const child = Bun.spawn(
    ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', BINARY, ...args],
    {
      cwd: folder,
      env: { PATH: '/usr/bin:/bin', HOME: '/nonexistent' },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    },
  )
  const [stdout, stderr] = await Promise.all(
    [child.stdout, child.stderr].map((one) => new Response(one).text()),
  )
  await child.exited
  return { stdout: stdout ?? '', stderr: stderr ?? '' }
}

/** Every file with its owner. */
const files = (directory: string) =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => `${path} ${statSync(path).uid}`)
    .toSorted()

test.skipIf(!ROOT || Bun.which('setpriv') === null)(
  'a user who may not look into the data is told as whom to run, and of nothing that it is clean',
  async () => {
    chmodSync(folder, 0o755)
    const { stdout } = await asUser(NOBODY, ['doctor', '--json'])
    const told = JSON.parse(stdout) as Told
    const of = (id: string) => told.findings.find((finding) => finding.id === id)
    expect(of('user')).toMatchObject({
      state: 'unknown',
      steps: [{ lines: [expect.stringMatching(/^sudo -u \w+ mailgauge doctor$/)] }],
    })
    for (const id of ['database', 'ownership', 'data-directory', 'instance-admin', 'backup'])
      expect([id, of(id)?.state]).toEqual([id, 'unknown'])
    expect(of('mail-domain')).toMatchObject({ state: 'ok' })
  },
)

test.skipIf(!ROOT || Bun.which('setpriv') === null)(
  'as root beside the data of another user it leaves nothing behind, and names what root left',
  async () => {
    const { folder: other, remove: removeOther } = temporaryFolder()
    writeConfig(other)
    expect((await mailgauge(['account', 'create', 'shop'], { cwd: other })).code).toBe(0)
    const data = join(other, 'data')
    for (const path of ['', ...readdirSync(data)].map((name) => join(data, name)))
      chownSync(path, NOBODY, NOBODY)
    const before = files(data)
    const told = JSON.parse((await mailgauge(['doctor', '--json'], { cwd: other })).stdout) as Told
    const of = (id: string) => told.findings.find((finding) => finding.id === id)
    expect(files(data)).toEqual(before)
    expect(told.service).toBe('not running')
    expect(of('database')).toMatchObject({ state: 'ok' })
    expect(of('ownership')).toMatchObject({ state: 'ok' })
    expect(of('user')).toMatchObject({ state: 'attention', seen: expect.stringContaining('runs as root') })
    writeFileSync(join(data, 'mailgauge.db-wal.old'), '')
    const later = JSON.parse((await mailgauge(['doctor', '--json'], { cwd: other })).stdout) as Told
    expect(later.findings.find(({ id }) => id === 'ownership')).toMatchObject({
      state: 'problem',
      seen: expect.stringContaining('mailgauge.db-wal.old belongs to others'),
    })
    removeOther()
  },
)

test('certificate files of every wrong kind are named with what to do', async () => {
  const { folder: place, remove: removePlace } = temporaryFolder()
  const at = (name: string) => join(place, name)
  const day = (inDays: number) => new Date(Date.now() + inDays * 86_400_000).toISOString()
  const NAMES = { name: 'mx.test.example', names: ['mx.test.example'] }
  for (const [name, days] of [
    ['', 90],
    ['soon-', 5],
    ['old-', -30],
  ] as const) {
    const { pem, key } = issue({ ...NAMES, to: day(days) })
    writeFileSync(at(`${name}cert.pem`), pem)
    writeFileSync(at(`${name}key.pem`), key.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
    if (name !== '') continue
    writeFileSync(at('cert.der'), Buffer.from(pem.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64'))
    const locked = key.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' })
    writeFileSync(at('locked.pem'), locked, { mode: 0o600 })
  }
  writeFileSync(at('huge.pem'), Buffer.alloc(3 * 1024 * 1024, 'a'))
  chmodSync(at('key.pem'), 0o644)
  const cases: [cert: string, key: string, state: string, says: string][] = [
    ['cert.pem', 'key.pem', 'unknown', 'is valid until'],
    ['soon-cert.pem', 'soon-key.pem', 'attention', 'expires on'],
    ['old-cert.pem', 'old-key.pem', 'attention', 'expired on'],
    ['key.pem', 'cert.pem', 'problem', 'Are tls_cert and tls_key swapped?'],
    ['cert.der', 'key.pem', 'problem', 'openssl x509 -inform der'],
    ['cert.pem', 'locked.pem', 'problem', 'is encrypted'],
    ['cert.pem', 'soon-key.pem', 'problem', 'does not belong'],
    ['huge.pem', 'key.pem', 'problem', 'too large'],
    ['none.pem', 'key.pem', 'problem', 'there is no file'],
    ['tmp', 'key.pem', 'problem', 'is a folder'],
  ]
  for (const [cert, key, state, says] of cases) {
    writeConfig(place, {
      site: 'base_url = "https://www.mailgauge.dev"',
      smtp: `tls_cert = "${at(cert)}"\ntls_key = "${at(key)}"`,
    })
    const told = JSON.parse((await mailgauge(['doctor', '--json'], { cwd: place })).stdout) as Told
    const of = (id: string) => told.findings.find((finding) => finding.id === id)
    expect([cert, key, of('smtp-certificate')]).toMatchObject([
      cert,
      key,
      { state, seen: expect.stringContaining(says) },
    ])
    if (state === 'problem') expect([cert, of('configuration')?.state]).toEqual([cert, 'problem'])
    if (key === 'key.pem')
      expect(of('config-file')).toMatchObject({
        state: 'attention',
        seen: expect.stringContaining('smtp.tls_key'),
      })
  }
  removePlace()
}, 240_000)
