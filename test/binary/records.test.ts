import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { ZoneLiteral } from '../../src/net/dns/zone.ts'
import { mailgauge, type Running, serve, temporaryFolder } from '../support/binary.ts'
import { type DnsServer, dnsServer } from '../support/dns-server.ts'
import { until } from '../support/until.ts'

const { folder, remove } = temporaryFolder()
let dns: DnsServer
let running: Running | undefined

beforeAll(async () => {
  dns = await dnsServer({})
})
afterAll(async () => {
  await running?.kill()
  dns.close()
  remove()
})

const OPTIONS = () => [
  '--http.listen=127.0.0.1:0',
  '--smtp.listen=127.0.0.1:0',
  '--smtp.domain=in.example.net',
  '--smtp.hostname=mx.example.net',
  `--dns.servers=${dns.address}`,
  '--dns.timeout=1s',
]
const run = (...args: string[]) =>
  mailgauge(['domains', ...args, '--smtp.domain=in.example.net', `--dns.servers=${dns.address}`], {
    cwd: folder,
  })
const records = async () => JSON.parse((await run('records', 'example.org', '--json')).stdout)

/** As if the time had come. */
function makeDue(): void {
  const database = new Database(join(folder, 'data', 'mailgauge.db'))
  database.run('PRAGMA busy_timeout = 10000')
  database.run('UPDATE record_looks SET due_at = 1 WHERE due_at IS NOT NULL')
  database.close()
}

test('the running service notices that a record changed, and takes nothing for gone at once', async () => {
  const { stdout } = await run('add', 'example.org')
  const proof: ZoneLiteral = {
    '_mailgauge.example.org': { TXT: [/mailgauge-verify=[a-z2-7]{26}/.exec(stdout)?.[0] ?? ''] },
    'example.org': { MX: [[10, 'mx.example.org']], TXT: ['v=spf1 mx -all'] },
  }
  dns.publish({ ...proof, '_dmarc.example.org': { TXT: ['v=DMARC1; p=none'] } })
  expect((await run('verify', 'example.org')).code).toBe(0)
  running = await serve(folder, OPTIONS())
  await until(async () => (await records()).looked_at)
  expect((await records()).changes).toEqual([])

  dns.publish({ ...proof, '_dmarc.example.org': { TXT: ['v=DMARC1; p=reject'] } })
  makeDue()
  await until(async () => (await records()).changes.length > 0)
  expect((await records()).changes).toMatchObject([
    { record: 'dmarc', before: ['v=DMARC1; p=none'], after: ['v=DMARC1; p=reject'] },
  ])

  dns.publish(proof)
  const asked = dns.calls.length
  makeDue()
  await until(() => dns.calls.slice(asked).includes('TXT _dmarc.example.org'))
  expect((await records()).changes).toHaveLength(1)
  const shown = await run('records', 'example.org')
  expect(shown.stdout).toContain('  + v=DMARC1; p=reject\n')
  expect(shown.stdout).toContain('SPF example.org')
})
