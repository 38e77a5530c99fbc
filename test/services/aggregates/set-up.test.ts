import { afterAll, describe, expect, test } from 'bun:test'
import type { SetUpItem, SetUpItems, SoughtSetUp } from '../../../src/core/aggregate/set-up.ts'
import { lookAtSetUp } from '../../../src/mail/authentication/dmarc/reporting/look.ts'
import type { Resolver } from '../../../src/net/ports.ts'
import { createReportsSetUp, type ReportsSetUpDeps } from '../../../src/services/aggregates/set-up.ts'
import type { DomainActor } from '../../../src/services/domains/domains.ts'
import { zone } from '../../support/zone.ts'
import { domainWorld } from '../domains/world.ts'

const HOST = 'reports.mailgauge.net'

const world = await domainWorld()
afterAll(() => world.done())

/** The service over the DNS of the test, with every look counted. */
function setUpOf(changes: Partial<ReportsSetUpDeps> = {}) {
  const looks: SoughtSetUp[] = []
  const resolver: Resolver = {
    query: (name, type) => zone(world.dns.zone, world.dns.fail).query(name, type),
  }
  const service = createReportsSetUp({
    store: world.store,
    clock: world.clock,
    resolver,
    lookAt: (sought, from) => {
      looks.push(sought)
      return lookAtSetUp(sought, from)
    },
    settings: { host: HOST, mailHost: 'mx.mailgauge.net', mailDomain: 'in.mailgauge.net' },
    ...changes,
  })
  return { service, looks }
}

async function verifiedDomain(actor: DomainActor, name: string) {
  const domain = await world.added(actor, name)
  world.publish(domain)
  return world.verify(actor, domain)
}

const tokenOf = (value: string) => value.replace('mailgauge-verify=', '')

function value<T>(result: { ok: true; value: T } | { ok: false; refusal: object }): T {
  if (!result.ok) throw new Error(JSON.stringify(result.refusal))
  return result.value
}

const states = (items: SetUpItems | undefined) =>
  items && [items.record.state, items.consent.state, items.mx.state].join(' ')

describe('how reports about a domain come', () => {
  test('the three records, until each is there', async () => {
    const admin = await world.admin()
    const { service } = setUpOf()
    const domain = await verifiedDomain(admin, 'shop.example.org')
    const first = value(await service.of(admin, domain.id))
    const address = `${tokenOf(domain.record.value)}@${HOST}`
    expect(first).toMatchObject({ address, underWay: false })
    expect(states(first?.look?.items)).toBe('missing missing missing')
    world.dns.zone = {
      ...world.dns.zone,
      '_dmarc.shop.example.org': { TXT: [`v=DMARC1; p=none; rua=mailto:${address}`] },
      [`*._report._dmarc.${HOST}`]: { TXT: ['v=DMARC1'] },
      [HOST]: { MX: [[10, 'mx.mailgauge.net']] },
      'mx.mailgauge.net': { A: ['192.0.2.1'] },
    }
    expect(states(value(await service.look(admin, domain.id))?.look?.items)).toBe('ok ok ok')
  })

  test('an address of the account’s other domain will do, one that is not verified will not', async () => {
    const admin = await world.admin()
    const { service, looks } = setUpOf()
    const above = await verifiedDomain(admin, 'many.example')
    const below = await verifiedDomain(admin, 'news.many.example')
    await world.added(admin, 'not-yet.example')
    value(await service.of(admin, below.id))
    expect(looks[0]?.accounts.map(({ domain }) => domain)).toEqual(['many.example', 'news.many.example'])
    expect(looks[0]?.accounts[0]?.address).toBe(`${tokenOf(above.record.value)}@${HOST}`)
  })

  test('a domain that is not verified has no address, and that of another account is not there', async () => {
    const [admin, stranger] = [await world.admin(), await world.admin()]
    const { service, looks } = setUpOf()
    const { id } = await world.added(admin, 'waiting.example')
    expect(value(await service.of(admin, id))).toBeUndefined()
    expect(value(await service.look(admin, id))).toBeUndefined()
    expect(await service.of(stranger, id)).toMatchObject({ ok: false, refusal: { kind: 'not_found' } })
    expect(await service.look({ ...admin, role: 'member' }, id)).toMatchObject({
      ok: false,
      refusal: { kind: 'missing_role', role: 'admin' },
    })
    expect(looks).toEqual([])
  })

  test('it is asked once in a minute, anew on request, and not without end', async () => {
    const admin = await world.admin()
    const { service, looks } = setUpOf()
    const { id } = await verifiedDomain(admin, 'asked.example')
    await service.of(admin, id)
    await service.of({ ...admin, role: 'viewer' }, id)
    expect(looks).toHaveLength(1)
    world.clock.advance(61_000)
    await service.of(admin, id)
    expect(looks).toHaveLength(2)
    let refusal: object | undefined
    for (let n = 0; n < 40 && !refusal; n++) {
      const outcome = await service.look(admin, id)
      if (!outcome.ok) refusal = outcome.refusal
    }
    expect(refusal).toMatchObject({ kind: 'rate_limited' })
    const before = looks.length
    world.clock.advance(1_000)
    expect(value(await service.of(admin, id))?.look).toBeDefined()
    expect(looks).toHaveLength(before)
    expect(await service.look({ kind: 'operator', accountId: admin.accountId }, id)).toMatchObject({
      ok: true,
    })
  })

  test('who does not wait is told that it is under way; what never ends is not known', async () => {
    const admin = await world.admin()
    const { id } = await verifiedDomain(admin, 'slow.example')
    const never = () => new Promise<never>(() => {})
    const nothing = () => ({ record: never(), consent: never(), mx: never() })
    const { service } = setUpOf({ lookAt: nothing, patience: 20 })
    expect(value(await service.of(admin, id, 0))).toEqual({
      address: expect.any(String),
      underWay: true,
    })
    const later = value(await service.of(admin, id))
    expect(states(later?.look?.items)).toBe('unknown unknown unknown')
    expect(later?.underWay).toBe(false)
    const item: SetUpItem = { state: 'ok', says: '', notes: [], publish: [], by: 'operator', zone: HOST }
    const partly = () => ({
      record: never(),
      consent: Promise.reject(new Error('broken')),
      mx: Promise.resolve(item),
    })
    const seen = value(await setUpOf({ lookAt: partly, patience: 20 }).service.of(admin, id))
    expect(states(seen?.look?.items)).toBe('unknown unknown ok')
  })

  test('an evaluation is reached by its own samples alone', async () => {
    const admin = await world.admin()
    const evaluation = { owns: (name: string) => name === 'demo.example' }
    const settings = {
      host: 'here.localhost',
      mailHost: 'here.localhost',
      mailDomain: 'here.localhost',
      evaluation,
    }
    const { service, looks } = setUpOf({ settings })
    const [demo, real] = [
      await verifiedDomain(admin, 'demo.example'),
      await verifiedDomain(admin, 'real.example'),
    ]
    const there = value(await service.of(admin, demo.id))?.look?.items
    expect(states(there)).toBe('missing not_needed not_needed')
    const out = value(await service.of(admin, real.id))?.look?.items
    expect(states(out)).toBe('not_needed not_needed not_needed')
    expect(out?.record.publish).toEqual([])
    expect(looks.map(({ domain }) => domain)).toEqual(['demo.example'])
  })
})
