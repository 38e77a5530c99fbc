import { afterEach, beforeEach, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ZoneLiteral } from '../../src/net/dns/zone.ts'
import { type DnsServer, dnsServer } from '../support/dns-server.ts'
import { workplace } from './running.ts'

const HOST = 'reports.example.net'
let place: ReturnType<typeof workplace>
let server: DnsServer | undefined
beforeEach(() => {
  place = workplace()
  configure('127.0.0.1:1')
})
afterEach(() => {
  server?.close()
  server = undefined
  place.remove()
})

function configure(dns: string) {
  const text = `[smtp]\ndomain = "in.example.net"\nhostname = "mx.example.net"\n[dmarc]\nhost = "${HOST}"\n[dns]\nservers = ["${dns}"]\ntimeout = "1s"\ntries = 1\n`
  writeFileSync(join(place.folder, 'mailgauge.toml'), text)
}

/** A verified domain, over this zone. */
async function verified(zone: (token: string) => ZoneLiteral): Promise<string> {
  const { stdout } = await place.run('domains add example.org')
  const token = /mailgauge-verify=([a-z2-7]{26})/.exec(stdout)?.[1] ?? ''
  server = await dnsServer({
    '_mailgauge.example.org': { TXT: [`mailgauge-verify=${token}`] },
    ...zone(token),
  })
  configure(server.address)
  await place.run('domains verify example.org')
  return token
}

const INSTANCE: ZoneLiteral = {
  [HOST]: { MX: [[10, 'mx.example.net']] },
  'mx.example.net': { A: ['192.0.2.1'] },
  [`example.org._report._dmarc.${HOST}`]: { TXT: ['v=DMARC1'] },
}

test('prints what is missing as it is to be published', async () => {
  const token = await verified(() => ({
    '_dmarc.example.org': { TXT: ['v=DMARC1; p=reject; x=\u001b[31m'] },
  }))
  const { code, stdout } = await place.run('domains dmarc example.org')
  expect(code).toBe(1)
  expect(stdout).toStartWith(
    `Address for reports about example.org: ${token}@${HOST}\n\nMISSING  DMARC record\n`,
  )
  expect(stdout).not.toContain('\u001b')
  expect(stdout).toContain(`*._report._dmarc.${HOST} TXT "v=DMARC1"`)
  expect(stdout).toContain(`${HOST} MX 10 mx.example.net.`)
})

test('the record in whose place it is published', async () => {
  const token = await verified(() => ({ ...INSTANCE, '_dmarc.example.org': { TXT: ['v=DMARC1; p=reject'] } }))
  const { stdout } = await place.run('domains dmarc example.org')
  expect(stdout).toContain('Publish in the DNS of example.org, in place of what is there:')
  expect(stdout).toContain(`_dmarc.example.org TXT "v=DMARC1; p=reject; rua=mailto:${token}@${HOST}"`)
  const { code, stdout: told } = await place.run('domains dmarc Example.ORG. --json')
  expect(code).toBe(1)
  expect(JSON.parse(told)).toMatchObject({
    domain: 'example.org',
    address: `${token}@${HOST}`,
    records: [
      { name: 'record', state: 'missing', by: 'owner', publish: [{ instead: 'v=DMARC1; p=reject' }] },
      { name: 'consent', state: 'ok', by: 'operator' },
      { name: 'mx', state: 'ok' },
    ],
  })
})

test('all is in place', async () => {
  const zone = (token: string) => ({
    ...INSTANCE,
    '_dmarc.example.org': { TXT: [`v=DMARC1; p=reject; rua=mailto:${token}@${HOST}`] },
  })
  await verified(zone)
  const { code, stdout } = await place.run('domains dmarc example.org')
  expect(stdout.match(/^ok {7}\S/gm)).toHaveLength(3)
  expect(code).toBe(0)
})

test('a domain that is not verified, one that is not there, and a DNS that does not answer', async () => {
  await place.run('domains add example.org')
  expect(await place.run('domains dmarc example.org')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is not verified'),
  })
  expect(await place.run('domains dmarc other.example')).toMatchObject({
    code: 1,
    stderr: 'other.example is no domain of the account.\n',
  })
  await verified(() => ({}))
  configure('127.0.0.1:1')
  expect((await place.run('domains dmarc example.org')).code).toBe(5)
})
