import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { mailgauge, type Running, serve, temporaryFolder, writeConfig } from '../../support/binary.ts'
import { confirmation, jmrpAttached, validity, yahoo } from '../../support/complaint-mail.ts'
import { type DnsServer, dnsServer } from '../../support/dns-server.ts'
import { reporter, verifiedDomain } from '../../support/report-mail.ts'
import { greetedClient } from '../../support/smtp-client.ts'
import { until } from '../../support/until.ts'

const { folder, remove } = temporaryFolder()
const yahooSends = reporter('arf.mail.yahoo.com')
const validitySends = reporter('senderscore.net')
let dns: DnsServer
let running: Running
let address = ''

beforeAll(async () => {
  dns = await dnsServer({ ...yahooSends.zone, ...validitySends.zone })
  writeConfig(
    folder,
    { dmarc: 'host = "reports.example"' },
    { dns: `servers = ["${dns.address}"]\ntimeout = "2s"\ntries = 2` },
  )
  await verifiedDomain(join(folder, 'data'))
  running = await serve(folder)
}, 60_000)
afterAll(async () => {
  await running.kill()
  dns.close()
  remove()
})

const text = (raw: Uint8Array) => new TextDecoder().decode(raw)

async function deliver(data: Uint8Array, to = address) {
  const client = await greetedClient(running.smtp)
  const reply = await client.deliver({ from: 'bounce@reporter.example', to: [to], data })
  client.reset()
  return reply.code
}

function waits(): number {
  const database = new Database(join(folder, 'data', 'mailgauge.db'), { readonly: true })
  const found = database.query('SELECT 1 FROM report_mails').all().length
  database.close()
  return found
}
const read = () => until(() => (waits() === 0 ? true : undefined))

const told = async (...args: string[]) => {
  const { code, stdout, stderr } = await mailgauge(['complaints', ...args], { cwd: folder })
  expect(stderr).toBe('')
  expect(code).toBe(0)
  return stdout
}

test('the command tells the address of each domain', async () => {
  const shown = await told()
  address = /fbl-[0-9a-f]{26}@reports\.example/.exec(shown)?.[0] ?? ''
  expect(address).not.toBe('')
  expect(shown).toContain('example.org')
}, 60_000)

test('what comes to it is counted by provider and campaign, once, and without a word of it', async () => {
  const campaign = 'autumn:shop:news:mailer'
  const one = await yahooSends.sign(text(yahoo({ id: '1', campaign, from: 'News <news@example.org>' })))
  expect(await deliver(one)).toBe(250)
  expect(await deliver(one)).toBe(250)
  const other = yahoo({ id: '2', message: 'n2@example.org', recipient: 'other@yahoo.example', campaign })
  expect(await deliver(await yahooSends.sign(text(other)))).toBe(250)
  expect(
    await deliver(
      await validitySends.sign(text(validity('Comcast', { id: '3', listId: '<news.example.org>' }))),
    ),
  ).toBe(250)
  // Nothing says that this is Microsoft's.
  expect(await deliver(jmrpAttached({ id: '4' }))).toBe(250)
  expect(
    await deliver(await yahooSends.sign(text(yahoo({ id: '5', message: 'n5', type: 'not-spam' })))),
  ).toBe(250)
  expect(await deliver(confirmation())).toBe(250)
  await read()
  const overview = JSON.parse(await told('--domain', 'example.org', '--json'))
  expect(overview).toMatchObject({
    address,
    complaints: 3,
    counts: { abuse: 3, 'not-spam': 1 },
    unauthenticated: { abuse: 1 },
    providers: [
      { provider: 'yahoo', complaints: 2 },
      { provider: 'comcast', complaints: 1 },
    ],
    campaigns: [
      { campaign: { field: 'feedback-id', name: campaign }, complaints: 2 },
      { campaign: { field: 'list-id', name: 'news.example.org' }, complaints: 1 },
    ],
  })
  expect(await told('--domain', 'example.org')).toMatch(/Yahoo and AOL\s+2/)
  expect(await told('--domain', 'example.org', '--by', 'campaign')).toMatch(
    /autumn:shop:news:mailer\s+feedback-id\s+2/,
  )
  expect(await told('--domain', 'example.org', '--by', 'type')).toMatch(/abuse\s+3\s+1[\s\S]*not-spam\s+1/)
  expect(await told('--domain', 'example.org', '--by', 'day')).toContain('COMPLAINTS')
  expect(await told('--domain', 'example.org', '--letters')).toContain('your code is 482 913.')
  const log = running.log()
  for (const word of ['SECRETWORD', 'BODYWORD', 'reader@', address.slice(0, 12)])
    expect(log).not.toContain(word)
}, 120_000)

test('an address that is nobody’s is refused', async () => {
  const client = await greetedClient(running.smtp)
  expect((await client.command('MAIL FROM:<bounce@reporter.example>')).code).toBe(250)
  expect((await client.command('RCPT TO:<fbl-00000000000000000000000000@reports.example>')).code).toBe(550)
  client.reset()
}, 60_000)
