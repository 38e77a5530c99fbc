import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openDomains } from '../../../src/app/domains/open-domains.ts'
import { createAccounts } from '../../../src/services/access/accounts.ts'
import type { DomainActor } from '../../../src/services/domains/domains.ts'
import { DEMO_DOMAIN } from '../../../src/services/samples/zone.ts'
import { plan, random } from '../../support/builders.ts'
import { testClock } from '../../support/clock.ts'
import { type DnsServer, dnsServer } from '../../support/dns-server.ts'
import { type TestStore, testStore } from '../../support/store.ts'

let opened: TestStore
let server: DnsServer
beforeAll(async () => {
  opened = await testStore()
  server = await dnsServer({})
})
afterAll(async () => {
  server.close()
  await opened.done()
})

async function account(evaluation: boolean) {
  const { store } = opened
  const plans = { 'self-hosted': plan() }
  const accounts = createAccounts({ store, plans, defaultPlan: 'self-hosted', clock: testClock(), random })
  const made = await accounts.create(`account ${crypto.randomUUID()}`)
  if (made.kind !== 'created') throw new Error(made.kind)
  const [host = '', port = ''] = server.address.split(':')
  const dns = { servers: [{ host, port: Number(port) }], timeout: 1000, tries: 1 }
  const config = {
    dns,
    evaluation,
    dmarc: { host: 'here.localhost', requireAuthenticated: 'flag' as const, asn: 'off' as const },
    smtp: { hostname: 'here.localhost', domain: 'here.localhost' },
  }
  const { domains, reportsSetUp } = openDomains(config, { store, accounts })
  const actor: DomainActor = { kind: 'operator', accountId: made.account.id }
  return {
    async reports(typed: string) {
      const { id = '' } = (await domains.list(actor)).find(({ domain }) => domain === typed) ?? {}
      const seen = await reportsSetUp.of(actor, id)
      return seen.ok ? seen.value?.look?.items.record : undefined
    },
    async verified(typed: string) {
      const added = await domains.add(actor, typed)
      if (!added.ok) return added.refusal
      const looked = await domains.verify(actor, added.value.id)
      return looked.ok ? looked.value.verified : looked.refusal
    },
  }
}

test('every account of an evaluation can verify the demo domain and names below it, and no other', async () => {
  const [one, two] = [await account(true), await account(true)]
  const before = server.calls.length
  expect(await one.verified(DEMO_DOMAIN)).toBe(true)
  expect(await two.verified(DEMO_DOMAIN.toUpperCase())).toBe(true)
  expect(await two.verified(`news.${DEMO_DOMAIN}`)).toBe(true)
  expect(server.calls.length).toBe(before)
  expect(await one.verified('example.org')).toBe(false)
  expect(await one.verified(`not-${DEMO_DOMAIN}`)).toBe(false)
  expect(server.calls.length).toBeGreaterThan(before)
})

test('the DMARC record of the demo domain names the reports address of every account that has it', async () => {
  const one = await account(true)
  await one.verified(DEMO_DOMAIN)
  const before = server.calls.length
  expect(await one.reports(DEMO_DOMAIN)).toMatchObject({ state: 'ok' })
  expect(server.calls.length).toBe(before)
})

test('elsewhere the demo domain is a name like any other', async () => {
  expect(await (await account(false)).verified(DEMO_DOMAIN)).toBe(false)
  expect(server.calls).toContain(`TXT _mailgauge.${DEMO_DOMAIN}`)
})
