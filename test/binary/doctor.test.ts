import { afterAll, beforeAll, expect, test } from 'bun:test'
import { chmodSync } from 'node:fs'
import http from 'node:http'
import { join } from 'node:path'
import { certificate, type Listening, secureWeb } from '../net/safe-fetch/web-server.ts'
import { mailgauge, type Running, serve, temporaryFolder, writeConfig } from '../support/binary.ts'
import { type DnsServer, dnsServer } from '../support/dns-server.ts'
import { onFreePort } from '../support/free-port.ts'

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
