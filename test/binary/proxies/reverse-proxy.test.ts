import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mailgauge, type Running, serve, temporaryFolder, writeConfig } from '../../support/binary.ts'
import { type DnsServer, dnsServer } from '../../support/dns-server.ts'
import { greetedClient } from '../../support/smtp-client.ts'
import { until } from '../../support/until.ts'
import { installed, PROXIES, type ProxyName, type RunningProxy, SITE, startProxy } from './proxies.ts'
import { FORM, type Visitor, visitor } from './visitor.ts'

const MB = 1024 * 1024
const EMAIL = 'ann@example.org'
const PASSWORD = 'correct horse battery'
const MAIL =
  'From: a@example.org\r\nTo: b@example.org\r\nSubject: soup\r\nDate: Fri, 20 Nov 2026 12:00:00 +0000\r\n'

/** The service as docs/reverse-proxy.md has it configured, with ports of its own, behind a proxy. */
function scene(name: ProxyName, trusted: string) {
  const { folder, remove } = temporaryFolder()
  let dns: DnsServer
  let running: Running
  let proxy: RunningProxy
  const visitors: Visitor[] = []

  async function start(https: number) {
    writeConfig(
      folder,
      { http: trusted, anonymous: 'tests_per_hour = 2', dns: 'timeout = "1s"' },
      {
        site: `base_url = "https://${SITE}:${https}"`,
        people: `admin_email = "${EMAIL}"\nadmin_password = "${PASSWORD}"`,
        dns: `servers = ["${dns.address}"]\ntries = 1`,
      },
    )
    running = await serve(folder)
    return { address: running.http, stop: () => running.kill() }
  }

  return {
    async begin() {
      dns = await dnsServer({ [SITE]: { A: ['127.0.0.1'] } })
      ;({ proxy } = await startProxy(name, start))
    },
    async end() {
      for (const one of visitors) one.leave()
      await proxy?.stop()
      await running?.kill()
      dns?.close()
      remove()
    },
    folder,
    proxy: () => proxy,
    running: () => running,
    /** Somebody at 127.0.0.<number>. */
    from(number: number): Visitor {
      const made = visitor(proxy, `127.0.0.${number}`)
      visitors.push(made)
      return made
    },
    /** The clients that the log names for a path. */
    clients: (path: string) =>
      running
        .output()
        .split('\n')
        .filter((line) => line.includes('Answered a request'))
        .map((line) => JSON.parse(line) as { path: string; client: string })
        .filter((line) => line.path === path)
        .map(({ client }) => client),
    async doctor() {
      const { stdout } = await mailgauge(['doctor', '--json'], { cwd: folder })
      const { findings } = JSON.parse(stdout) as { findings: { id: string; state: string; seen: string }[] }
      return findings.find(({ id }) => id === 'proxy-headers')
    },
  }
}

const madeTest = async (who: Visitor) => {
  const made = await who.ask('/', [...FORM, '-X', 'POST', '-d', ''])
  return { status: made.status, path: made.to === '' ? '' : new URL(made.to).pathname, body: made.body }
}

const usable = PROXIES.filter((name) => installed(name) && installed('curl'))
for (const name of PROXIES) {
  if (!usable.includes(name)) test.skip(`${name} or curl is not installed`, () => {})
}

describe.each(usable)('behind %s with the block of docs/reverse-proxy.md', (name) => {
  const here = scene(name, 'trusted_proxies = ["127.0.0.1"]')
  beforeAll(here.begin)
  afterAll(here.end)

  test('a page comes by HTTP/2 with TLS, and plain HTTP is led there', async () => {
    const page = await here.from(7).ask('/docs?x=1')
    expect([page.status, page.version]).toEqual([200, '2'])
    const plain = await here.from(7).ask('/docs?x=1', [], 'http')
    expect([301, 308]).toContain(plain.status)
    expect(plain.to).toBe(`https://${SITE}/docs?x=1`)
    expect(await here.from(7).ask('/healthz')).toMatchObject({ status: 200, body: 'ok\n' })
  })

  test('metrics are not there for visitors', async () => {
    expect((await here.from(7).ask('/metrics')).status).toBe(404)
  })

  if (name === 'nginx') {
    test("certbot's proof is served by plain HTTP", async () => {
      const { html } = here.proxy()
      mkdirSync(join(html, '.well-known', 'acme-challenge'), { recursive: true })
      writeFileSync(join(html, '.well-known', 'acme-challenge', 'token'), 'proof')
      const proof = await here.from(7).ask('/.well-known/acme-challenge/token', [], 'http')
      expect(proof).toMatchObject({ status: 200, body: 'proof' })
    })
  }

  test('the client is the visitor, whatever X-Forwarded-For they send, and each has limits of their own', async () => {
    for (const forged of ['192.0.2.99', '127.0.0.1', '192.0.2.99, 127.0.0.1', 'nonsense', '']) {
      await here.from(11).ask('/openapi.json', ['-H', `X-Forwarded-For: ${forged}`])
    }
    await until(() => here.clients('/openapi.json').length === 5)
    expect(new Set(here.clients('/openapi.json'))).toEqual(new Set(['127.0.0.11']))
    const statuses = []
    for (const number of [21, 21, 21, 22]) statuses.push((await madeTest(here.from(number))).status)
    expect(statuses).toEqual([303, 303, 429, 303])
    expect(await here.doctor()).toMatchObject({ state: 'ok' })
  })

  test.each(['--http1.1', '--http2'])(
    'a file of 25 MB is taken and a larger one told its bound, with %s',
    async (version) => {
      const file = join(here.folder, 'message.eml')
      const hand = (from: number) =>
        here.from(from).ask('/upload', [version, ...FORM, '-F', `message=@${file}`])
      writeFileSync(file, `${MAIL}\r\n`.padEnd(25 * MB, 'A line of a message.\r\n'))
      const taken = await hand(31)
      expect(taken.status).toBe(303)
      expect(new URL(taken.to).pathname).toStartWith('/t/')
      await here.from(31).ask(`${new URL(taken.to).pathname}/delete`, [...FORM, '-X', 'POST', '-d', ''])
      writeFileSync(file, `${MAIL}\r\n`.padEnd(26 * MB, 'A line of a message.\r\n'))
      const refused = await hand(32)
      expect(refused.status).toBe(413)
      expect(refused.body).toContain('A message may have 25 MB at most.')
    },
    300_000,
  )

  test('the live page hears of a message while its stream is open', async () => {
    const who = here.from(41)
    const { path } = await madeTest(who)
    const address = /[a-z0-9]+@test\.example/.exec((await who.ask(path)).body)?.[0] ?? ''
    let sent = false
    const heard = await who.listen(`${path}/events`, async (text) => {
      if (!sent && text.includes('event: state')) {
        sent = true
        const client = await greetedClient(here.running().smtp)
        expect(await client.deliver({ to: [address], data: `${MAIL}\r\nhello\r\n` })).toMatchObject({
          code: 250,
        })
        client.send('QUIT\r\n')
      }
      return text.includes('"newest":"scored"')
    })
    expect(heard).toContain('event: change')
  })

  test('people sign in: from pages of the site alone, with a cookie that https alone carries', async () => {
    const form = [
      '-d',
      `email=${encodeURIComponent(EMAIL)}`,
      '-d',
      `password=${encodeURIComponent(PASSWORD)}`,
    ]
    const ours = `Origin: https://${SITE}:${here.proxy().https}`
    const other = await here.from(51).ask('/sign-in', [...form, '-H', 'Origin: https://elsewhere.example'])
    expect(other.status).toBe(403)
    for (const header of ['Sec-Fetch-Site: same-origin', ours]) {
      const who = here.from(51)
      const signed = await who.ask('/sign-in', [...form, '-H', header])
      expect(signed.status).toBe(303)
      expect((await who.ask('/me')).status).toBe(200)
      expect((await who.ask('/me', [], 'http')).to).toBe(`https://${SITE}/me`)
    }
  })
})

describe.each(usable)('behind %s without trusted_proxies', (name) => {
  const here = scene(name, '')
  beforeAll(here.begin)
  afterAll(here.end)

  test('all visitors count as one, whatever they claim, and the doctor says so', async () => {
    const statuses = []
    for (const number of [21, 22, 23]) statuses.push(await madeTest(here.from(number)))
    expect(statuses.map(({ status }) => status)).toEqual([303, 303, 429])
    expect(statuses[2]?.body).toContain('Your network has made as many as it may.')
    await here.from(24).ask('/openapi.json', ['-H', 'X-Forwarded-For: 192.0.2.99'])
    await until(() => here.clients('/openapi.json').length > 0)
    expect(here.clients('/openapi.json')).toEqual(['127.0.0.1'])
    expect(await here.doctor()).toMatchObject({
      state: 'problem',
      seen: expect.stringContaining('127.0.0.1, which http.trusted_proxies does not name'),
    })
  })
})

describe.each(usable)('what %s is told bit by bit', (name) => {
  test('goes on to the visitor bit by bit', async () => {
    const first = Promise.withResolvers<void>()
    const server = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      async fetch(request) {
        if (new URL(request.url).pathname !== '/file') return new Response('ok')
        async function* parts() {
          yield Buffer.from('the beginning\n')
          await first.promise
          yield Buffer.from('the end\n')
        }
        return new Response(parts as never, { headers: { 'content-type': 'application/gzip' } })
      },
    })
    const { proxy, behind } = await startProxy(name, async () => ({
      address: `127.0.0.1:${server.port}`,
      stop: async () => {},
    }))
    const who = visitor(proxy, '127.0.0.7')
    try {
      const text = await who.listen('/file', (received) => {
        if (received.includes('the beginning')) first.resolve()
        return received.includes('the end')
      })
      expect(text).toBe('the beginning\nthe end\n')
    } finally {
      who.leave()
      await proxy.stop()
      await behind.stop()
      await server.stop(true)
    }
  })
})
