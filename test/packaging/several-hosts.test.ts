import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Server, YAML } from 'bun'
import { ENTRIES, variableOf } from '../../src/config/catalogue.ts'
import { type Door, onlyMessage, openDoor, selfMade } from '../smtp/door.ts'
import { adapted } from '../smtp/recipes/recipe.ts'
import { answering } from '../support/answering.ts'
import { NotThePort, onFreePort } from '../support/free-port.ts'
import { readImage } from '../support/package/image.ts'
import { greetedClient } from '../support/smtp-client.ts'
import { until } from '../support/until.ts'

const FOLDER = join(import.meta.dir, '..', '..', 'packaging', 'several-hosts')
const HAPROXY = readFileSync(join(FOLDER, 'haproxy.cfg'), 'utf8')

interface Service {
  image: string
  environment: Record<string, string>
  volumes: string[]
  ports?: string[]
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  networks: { mail: { ipv4_address: string } }
}
const compose = YAML.parse(readFileSync(join(FOLDER, 'compose.yaml'), 'utf8')) as {
  services: Record<string, Service>
  volumes: Record<string, unknown>
}
const { services } = compose
const HOSTS = ['mailgauge-1', 'mailgauge-2']
const service = (name: string): Service => {
  const found = services[name]
  if (!found) throw new Error(`There is no service ${name}`)
  return found
}
const addressOf = (name: string) => service(name).networks.mail.ipv4_address

describe('the compose file', () => {
  test('sets options that there are', () => {
    const known = ENTRIES.map(({ name }) => variableOf(name))
    for (const name of HOSTS)
      for (const variable of Object.keys(service(name).environment)) expect(known).toContain(variable)
  })

  test('gives every host its own name and folder, and all of them one key and one database', () => {
    const of = (variable: string) => new Set(HOSTS.map((name) => service(name).environment[variable]))
    expect(of('MAILGAUGE_HOST_NAME').size).toBe(HOSTS.length)
    expect(of('MAILGAUGE_STORE_URL').size).toBe(1)
    expect([...of('MAILGAUGE_STORE_URL')][0]).toContain(`@${addressOf('postgres')}/`)
    expect([...of('MAILGAUGE_SECRETS_KEY_PATH')]).toEqual(['/key/secrets.key'])
    const folders = HOSTS.map((name) => service(name).volumes.find((volume) => volume.endsWith(':/data')))
    expect(new Set(folders).size).toBe(HOSTS.length)
    const image = readImage()
    for (const name of HOSTS) {
      expect(service(name).volumes).toContain('key:/key')
      expect(service(name)).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      })
      // A volume begins as the folder of the image, with its owner.
      for (const volume of service(name).volumes)
        expect(image.copied[volume.split(':')[1] ?? '']).toBe(image.user)
    }
  })

  test('has every volume that is used, and no other', () => {
    const used = Object.values(services)
      .flatMap(({ volumes }) => volumes)
      .map((volume) => volume.split(':')[0] ?? '')
      .filter((name) => !name.startsWith('.'))
    expect([...new Set(used)].toSorted()).toEqual(Object.keys(compose.volumes).toSorted())
  })

  test('names HAProxy to the hosts, and the hosts to HAProxy', () => {
    const proxy = addressOf('haproxy')
    for (const name of HOSTS) {
      const { environment } = service(name)
      expect(environment['MAILGAUGE_HTTP_TRUSTED_PROXIES']).toBe(proxy)
      expect(environment['MAILGAUGE_SMTP_PROXY_PROTOCOL_FROM']).toBe(proxy)
      expect(HAPROXY).toContain(`server ${name} ${addressOf(name)}:2525 send-proxy-v2`)
      expect(HAPROXY).toContain(`server ${name} ${addressOf(name)}:8080 check`)
    }
    const bound = [...HAPROXY.matchAll(/bind :(\d+)/g)].map(([, port = '']) => port)
    expect(service('haproxy').ports?.map((port) => port.split(':')[1])).toEqual(bound)
  })
})

const haproxyIsHere = Bun.which('haproxy') !== null
if (!haproxyIsHere) console.warn('skipped: HAProxy is not installed')
const CLIENT = '127.0.0.9'

/** A web server in the place of a host's. */
interface Site {
  server: Server<undefined>
  isReady: boolean
  /** What X-Forwarded-For said of each visit. */
  visits: (string | null)[]
}

function openSite(): Site {
  const site: Site = {
    isReady: true,
    visits: [],
    server: Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch(request) {
        if (new URL(request.url).pathname === '/readyz')
          return new Response('', { status: site.isReady ? 200 : 503 })
        site.visits.push(request.headers.get('x-forwarded-for'))
        return new Response('here')
      },
    }),
  }
  return site
}

describe.skipIf(!haproxyIsHere)('HAProxy with the configuration', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mailgauge-several-'))
  const doors: Door[] = []
  const sites: Site[] = []
  let ports: { smtp: number; http: number; https: number }
  let haproxy: { stop(): Promise<void> }

  function configured(smtp: number, http: number, https: number): Record<string, string> {
    const changes: Record<string, string> = {
      'bind :2525': `bind 127.0.0.1:${smtp}`,
      'bind :8080': `bind 127.0.0.1:${http}`,
      'bind :8443': `bind 127.0.0.1:${https}`,
      '/etc/haproxy/site.pem': join(folder, 'site.pem'),
      'inter 5s': 'inter 100ms',
    }
    for (const [at, name] of HOSTS.entries()) {
      const [mail, web] = [doors[at]?.at.port, sites[at]?.server.port]
      changes[`${addressOf(name)}:2525 send-proxy-v2 check port 8080`] =
        `127.0.0.1:${mail} send-proxy-v2 check port ${web}`
      changes[`${addressOf(name)}:8080`] = `127.0.0.1:${web}`
    }
    return changes
  }

  beforeAll(async () => {
    for (const _ of HOSTS) {
      doors.push(await openDoor({ peers: { proxies: ['127.0.0.1'] } }))
      sites.push(openSite())
    }
    const { cert, key } = selfMade('mailgauge.example.com')
    writeFileSync(join(folder, 'site.pem'), `${cert}${key}`)
    haproxy = await onFreePort((smtp) =>
      onFreePort((http) =>
        onFreePort(async (https) => {
          const file = join(folder, 'haproxy.cfg')
          writeFileSync(file, adapted(HAPROXY, configured(smtp, http, https)))
          const checked = Bun.spawnSync(['haproxy', '-c', '-f', file])
          if (!checked.success) throw new NotThePort(checked.stderr.toString())
          const child = Bun.spawn(['haproxy', '-db', '-f', file], { stdio: ['ignore', 'ignore', 'ignore'] })
          await answering(smtp, child)
          ports = { smtp, http, https }
          return {
            stop: async () => {
              child.kill()
              await child.exited
            },
          }
        }),
      ),
    )
  }, 60_000)

  afterAll(async () => {
    await haproxy?.stop()
    for (const door of doors) await door.close()
    for (const { server } of sites) await server.stop(true)
    rmSync(folder, { recursive: true })
  })

  const greeted = () =>
    until(() =>
      greetedClient({ host: '127.0.0.1', port: ports.smtp, localAddress: CLIENT }).catch(() => undefined),
    )

  /** Which host takes the next session: only the first one has this address. */
  async function nextHost(address: string): Promise<number> {
    const client = await greeted()
    await client.command('MAIL FROM:<sender@example.org>')
    const { code } = await client.command(`RCPT TO:<${address}>`)
    client.reset()
    return code === 250 ? 0 : 1
  }

  test('gives mail to both hosts, as from whoever sent it, and to one while the other is not ready', async () => {
    const [door, site] = [doors[0], sites[0]]
    if (!door || !site) throw new Error('There is no host')
    const { address, token } = await door.allocate()
    const seen = new Set<number>()
    await until(async () => seen.add(await nextHost(address)).size === 2)

    const code = await until(async () => {
      const client = await greeted()
      const reply = await client.deliver({ to: [address], data: 'a\r\n' })
      client.reset()
      return reply.code === 250 && reply.code
    })
    expect(code).toBe(250)
    expect((await onlyMessage(door, token)).envelope.clientAddress).toBe(CLIENT)

    site.isReady = false
    let others = 0
    await until(async () => {
      others = (await nextHost(address)) === 1 ? others + 1 : 0
      return others === 6
    })
    site.isReady = true
    await until(async () => (await nextHost(address)) === 0)
  }, 60_000)

  test('serves the site by TLS, and says who visits at the end', async () => {
    const ask = (from?: string) =>
      fetch(`https://127.0.0.1:${ports.https}/`, {
        tls: { rejectUnauthorized: false },
        headers: from === undefined ? {} : { 'x-forwarded-for': from },
      })
    await until(async () => (await ask()).status === 200)
    for (const site of sites) site.visits.length = 0
    await ask('203.0.113.7')
    expect(sites.flatMap(({ visits }) => visits)).toEqual(['203.0.113.7, 127.0.0.1'])
    const redirected = await fetch(`http://127.0.0.1:${ports.http}/check`, { redirect: 'manual' })
    expect(redirected.status).toBe(308)
    expect(redirected.headers.get('location')).toStartWith('https://')
  }, 60_000)
})
