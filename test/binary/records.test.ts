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
let zone: ZoneLiteral = {}

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

const ELEVEN_MINUTES = 11 * 60_000
const YEAR_2001 = 1_000_000_000_000

/** As if the time had come: what was seen once, was seen eleven minutes ago. */
function makeDue(): void {
  const database = new Database(join(folder, 'data', 'mailgauge.db'))
  database.run('PRAGMA busy_timeout = 10000')
  const rows = database.query<{ no: number; state: string }, []>('SELECT no, state FROM record_looks').all()
  for (const { no, state } of rows) {
    // Counts are small numbers, times are large ones.
    const shifted = JSON.parse(state, (_, value) =>
      typeof value === 'number' && value > YEAR_2001 ? value - ELEVEN_MINUTES : value,
    )
    database.run('UPDATE record_looks SET due_at = 1, state = ? WHERE no = ?', [JSON.stringify(shifted), no])
  }
  database.close()
}

/** Resolves when the DNS was asked for that name and the look that asked is kept. */
async function look(): Promise<void> {
  const asked = dns.calls.length
  makeDue()
  await until(() => dns.calls.slice(asked).includes('TXT _dmarc.example.org'))
  await until(() => dueAt() > 1)
}

function dueAt(): number {
  const database = new Database(join(folder, 'data', 'mailgauge.db'), { readonly: true })
  const row = database.query<{ due: number | null }, []>('SELECT min(due_at) AS due FROM record_looks').get()
  database.close()
  return row?.due ?? 0
}

test('the running service notices that a record changed, and believes nothing that was seen once', async () => {
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
  await look()
  expect((await records()).changes).toEqual([])
  makeDue()
  await until(async () => (await records()).changes.length > 0)
  expect((await records()).changes).toMatchObject([
    { record: 'dmarc', before: ['v=DMARC1; p=none'], after: ['v=DMARC1; p=reject'] },
  ])

  dns.publish(proof)
  zone = proof
  await look()
  expect((await records()).changes).toHaveLength(1)
  makeDue()
  await until(async () => (await records()).changes.length > 1)
  expect((await records()).changes[0]).toMatchObject({ before: ['v=DMARC1; p=reject'], after: [] })
  const shown = await run('records', 'example.org')
  expect(shown.stdout).toContain('  + v=DMARC1; p=reject\n')
  expect(shown.stdout).toContain('SPF example.org')
})

test('a domain monitor alerts once a record is seen to be broken ten minutes apart', async () => {
  const monitors = (...args: string[]) =>
    mailgauge(['monitors', ...args, '--smtp.domain=in.example.net', `--dns.servers=${dns.address}`], {
      cwd: folder,
    })
  expect((await monitors('create', 'Our domain', '--domain', 'example.org')).code).toBe(0)
  const state = async () => JSON.parse((await monitors('show', 'Our domain', '--json')).stdout)
  await until(async () => (await state()).state === 'ok')
  const proof = zone['_mailgauge.example.org'] ?? {}
  dns.publish({
    ...zone,
    '_mailgauge.example.org': proof,
    'example.org': { ...zone['example.org'], TXT: ['v=spf1 mx nonsense -all'] },
  })
  makeDue()
  await until(async () => {
    makeDue()
    return (await state()).state === 'alerting'
  })
  expect((await state()).reasons).toMatchObject([{ condition: 'record_broken', about: 'spf' }])
})
