import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { readReports } from '../../../src/analysis/reports/read.ts'
import { DnsFailure } from '../../../src/net/ports.ts'
import { ReadingLost } from '../../../src/services/aggregates/importing.ts'
import { DAY } from '../../support/builders.ts'
import { testClock } from '../../support/clock.ts'
import {
  confirmation,
  failure,
  jmrpAttached,
  jmrpReport,
  validity,
  yahoo,
} from '../../support/complaint-mail.ts'
import { reporter } from '../../support/report-mail.ts'
import { overPostgres, type TestStore, testStore } from '../../support/store.ts'
import { domainIn } from '../aggregates/ingesting/making.ts'
import { complaintsOver } from './world.ts'

let own: TestStore
let clock: ReturnType<typeof testClock>
const text = (raw: Uint8Array) => new TextDecoder().decode(raw)
const yahooSends = reporter('arf.mail.yahoo.com')
const validitySends = reporter('senderscore.net')
const ZONE = {
  ...yahooSends.zone,
  ...validitySends.zone,
  // Not every service that signs has a policy.
  '_dmarc.senderscore.net': {},
  '_dmarc.hotmail.com': { TXT: ['v=DMARC1; p=none'] },
  'hotmail.com': { TXT: ['v=spf1 ip4:192.0.2.55 -all'] },
}
const OF_HOTMAIL = { mailFrom: 'staff@hotmail.com', clientAddress: '192.0.2.55' }

beforeEach(async () => {
  clock = testClock()
  own = await testStore({ clock })
})
afterEach(() => own.done())

const window = () => ({ from: 0, to: 100_000 })
const summary = (id: string) => own.store.complaints.summary(id, window())

test('reports of providers count as theirs, once proved', async () => {
  const domain = await domainIn(own, clock)
  const at = complaintsOver(own, clock, ZONE)
  await at.came(domain, await yahooSends.sign(text(yahoo())))
  await at.came(domain, jmrpAttached(), OF_HOTMAIL)
  await at.came(domain, jmrpReport(), OF_HOTMAIL)
  await at.came(domain, await validitySends.sign(text(validity('Comcast'))))
  expect(
    (await summary(domain.id)).providers.map(({ provider, counts }) => [provider, counts.abuse]),
  ).toEqual([
    ['outlook', 2],
    ['comcast', 1],
    ['yahoo', 1],
  ])
})

test('reports that anybody may have written are told apart', async () => {
  const domain = await domainIn(own, clock)
  const at = complaintsOver(own, clock, ZONE)
  await at.came(domain, yahoo())
  await at.came(domain, jmrpAttached(), { mailFrom: 'staff@hotmail.com', clientAddress: '192.0.2.66' })
  // Whoever has a mailbox there is not the provider.
  const person = text(jmrpReport()).replace('From: staff@hotmail.com', 'From: anybody@hotmail.com')
  await at.came(domain, new TextEncoder().encode(person), { ...OF_HOTMAIL, mailFrom: 'anybody@hotmail.com' })
  const told = await summary(domain.id)
  expect(told.providers).toEqual([])
  expect(told.days).toMatchObject([{ authenticated: {}, unauthenticated: { abuse: 3 } }])
})

test('of a sender that is no known provider a report stands for one complaint, whatever it says', async () => {
  const domain = await domainIn(own, clock)
  const attacker = reporter('attacker.example')
  const at = complaintsOver(own, clock, { ...ZONE, ...attacker.zone })
  await at.came(domain, await yahooSends.sign(text(yahoo({ incidents: '900' }))))
  const other = text(yahoo({ incidents: '900', id: 'other', message: 'other@shop.example.org' }))
  await at.came(domain, await attacker.sign(other.replace(/^From: .*$/m, 'From: fbl@attacker.example\r')))
  expect(
    (await summary(domain.id)).providers.map(({ provider, counts }) => [provider, counts.abuse]),
  ).toEqual([
    ['yahoo', 900],
    ['attacker.example', 1],
  ])
})

test('not-spam is no complaint, nor is a failure report', async () => {
  const domain = await domainIn(own, clock)
  const at = complaintsOver(own, clock, ZONE)
  await at.came(domain, await yahooSends.sign(text(yahoo({ type: 'not-spam' }))))
  await at.came(domain, failure())
  expect((await summary(domain.id)).days).toMatchObject([
    { authenticated: { 'not-spam': 1 }, unauthenticated: { 'auth-failure': 1 } },
  ])
  expect(await own.store.complaints.ofAccount(domain.accountId, window())).toEqual([])
})

test('the same report counts once, however often it comes', async () => {
  const domain = await domainIn(own, clock)
  const at = complaintsOver(own, clock, ZONE)
  const raw = await yahooSends.sign(text(yahoo({ id: 'y' })))
  for (let n = 0; n < 3; n += 1) expect(await at.came(domain, raw)).toBe('done')
  expect((await summary(domain.id)).providers).toMatchObject([{ counts: { abuse: 1 } }])
})

test.skipIf(overPostgres)(
  'nothing of a complaint is kept but counts: no word, no address, no id of its message',
  async () => {
    const domain = await domainIn(own, clock)
    const at = complaintsOver(own, clock, ZONE)
    const told = {
      recipient: 'zwetschge@yahoo.example',
      campaign: 'autumn:zwetschge@yahoo.example',
      message: 'n77@shop.example.org',
    }
    await at.came(domain, await yahooSends.sign(text(yahoo(told))))
    await at.came(domain, jmrpAttached({ ...told, id: 'j' }), OF_HOTMAIL)
    const database = new Database(join(own.directory, 'mailgauge.db'), { readonly: true })
    const tables = database
      .query(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND (name LIKE 'complaint%' OR name IN ('report_mails', 'outbox'))",
      )
      .all() as { name: string }[]
    const kept = JSON.stringify(tables.map(({ name }) => database.query(`SELECT * FROM ${name}`).all()))
    database.close()
    expect(kept).toContain('autumn:(address)')
    for (const word of ['zwetschge', 'SECRETWORD', 'BODYWORD', 'n77', 'reader'])
      expect(kept).not.toContain(word)
    expect(JSON.stringify(at.lines)).not.toContain('zwetschge')
  },
)

test('what a provider asks is kept as a letter', async () => {
  const domain = await domainIn(own, clock)
  const at = complaintsOver(own, clock, ZONE)
  await at.came(domain, confirmation())
  expect(await own.store.complaints.letters(domain.id)).toMatchObject([
    { from: 'fbl.example.com', authenticated: false, text: 'Hello,\n\nyour code is 482 913.' },
  ])
})

test('mail of a domain that is not verified comes to nothing', async () => {
  const domain = await domainIn(own, clock, 'example.org', false)
  const at = complaintsOver(own, clock, ZONE)
  expect(await at.came(domain, await yahooSends.sign(text(yahoo())))).toBe('done')
  expect((await summary(domain.id)).days).toEqual([])
})

test('while the DNS does not say who sent it, it waits; after a day it counts as not proved', async () => {
  const domain = await domainIn(own, clock)
  const failing = {
    query: (name: string, type: never) => Promise.reject(new DnsFailure(name, type, 'timeout')),
  }
  const at = complaintsOver(own, clock, ZONE, {
    read: (reading) =>
      readReports(reading, { resolver: failing, clock, hostname: 'mail.test', waitAtMost: 100 }),
  })
  expect(await at.came(domain, await yahooSends.sign(text(yahoo())))).toBe('put_off')
  expect((await summary(domain.id)).days).toEqual([])
  clock.advance(DAY + 60_000)
  expect(await at.run()).toBe('done')
  expect((await summary(domain.id)).days).toMatchObject([{ unauthenticated: { abuse: 1 } }])
})

test('a mail that ends its reader is given up, one that was lost is tried again', async () => {
  const domain = await domainIn(own, clock)
  const stops = complaintsOver(own, clock, ZONE, { read: async () => ({ stopped: 'it took too long' }) })
  expect(await stops.came(domain, yahoo())).toBe('put_off')
  clock.advance(2000)
  expect(await stops.run()).toBe('done')
  const loses = complaintsOver(own, clock, ZONE, { read: () => Promise.reject(new ReadingLost('killed')) })
  expect(await loses.came(domain, yahoo())).toBe('put_off')
  expect((await summary(domain.id)).days).toEqual([])
})
