import { beforeEach, describe, expect, test } from 'bun:test'
import { isGlobalAddress } from '../../../../src/net/ip.ts'
import type { ReverseLook } from '../../../../src/services/aggregates/naming/looking-up.ts'
import { createNaming, type NamingDeps } from '../../../../src/services/aggregates/naming/naming.ts'
import type { NetworkLook } from '../../../../src/services/aggregates/naming/networks.ts'
import type { AggregateWindow, NamedAddress } from '../../../../src/store/aggregates.ts'
import { testClock } from '../../../support/clock.ts'

const DAY = 86_400_000
const quiet = { info: () => {}, warn: () => {}, error: () => {} }

interface Source {
  ip: string
  isProven: boolean
  askAt?: Date
}

let clock: ReturnType<typeof testClock>
/** Domains with their sources, most messages first. */
let domains: Map<string, { accountId: string; sources: Source[]; latest: Date }>
let names: Map<string, NamedAddress['name']>
let asked: string[]
let zone: Record<string, ReverseLook>
let isMute: boolean
/** What addresses were called when the process started, and what was written. */
let before: NamedAddress[]
let written: NamedAddress[]

beforeEach(() => {
  clock = testClock()
  domains = new Map()
  names = new Map()
  asked = []
  zone = {}
  isMute = false
  before = []
  written = []
})

const addresses = (first: number, count: number, isProven = true): Source[] =>
  Array.from({ length: count }, (_, n) => ({ ip: `${first}.1.${n >> 8}.${n & 255}`, isProven }))

const reported = (accountId: string, sources: Source[]) =>
  domains.set(`of ${accountId}`, { accountId, sources, latest: clock.now() })

const named = (
  name: string,
  forward: 'confirmed' | 'other-address' | 'no-answer' = 'confirmed',
): ReverseLook => ({
  kind: 'names',
  names: [{ name, forward }],
})

function store() {
  return {
    leases: { take: async () => true, release: async () => {}, releaseOf: async () => 0 },
    aggregates: {
      reported: async (after: number, limit: number) =>
        [...domains]
          .map(([domainId, { accountId, latest }], place) => ({
            place,
            domainId,
            accountId,
            latestReportAt: latest,
          }))
          .filter(({ place }) => place > after)
          .slice(0, limit),
      unnamed: async (id: string, { authenticated }: AggregateWindow, most: number, now: Date) =>
        (domains.get(id)?.sources ?? [])
          .filter(({ isProven }) => authenticated === undefined || isProven === authenticated)
          .slice(0, most)
          .filter(({ askAt }) => askAt === undefined || askAt <= now)
          .map(({ ip }) => ip),
      names: async (after: number, limit: number) =>
        before
          .slice(after + 1, after + 1 + limit)
          .map((one, index) => ({ ...one, place: after + 1 + index })),
      async name(all: readonly NamedAddress[]) {
        written.push(...all)
        for (const { ip, askAt, name } of all) {
          if (name) names.set(ip, name)
          const sources = [...domains.values()].flatMap((domain) => domain.sources)
          for (const source of sources.filter((one) => one.ip === ip)) source.askAt = askAt
        }
      },
    },
  }
}

const job = (more: Partial<NamingDeps> = {}) =>
  createNaming({
    store: store() as unknown as Parameters<typeof createNaming>[0]['store'],
    clock,
    log: quiet,
    holder: { host: 'local', start: '1' },
    async lookUp(ip) {
      asked.push(ip)
      return isMute ? { kind: 'failed' } : (zone[ip] ?? { kind: 'none' })
    },
    mayAsk: isGlobalAddress,
    answers: async () => !isMute,
    organisationOf: (name) => name.split('.').slice(-2).join('.'),
    knownSender: (name) =>
      name.endsWith('.sendgrid.net') ? { name: 'Twilio SendGrid', type: 'Transactional' } : undefined,
    ...more,
  })

describe('the name of an address', () => {
  const nameOf = async (ip: string, look: ReverseLook) => {
    reported('a', [{ ip, isProven: true }])
    zone[ip] = look
    await job().run()
    return names.get(ip)
  }

  test('is one that leads back, with the organization of that', async () => {
    expect(await nameOf('9.9.9.9', named('o1.mail.sender.org'))).toEqual({
      reverseDns: 'o1.mail.sender.org',
      organization: { name: 'sender.org', domain: 'sender.org', basis: 'ptr' },
    })
  })

  test('says which service it is, where that is known', async () => {
    expect(await nameOf('9.9.9.9', named('o1.ptr1.sendgrid.net'))).toEqual({
      reverseDns: 'o1.ptr1.sendgrid.net',
      organization: {
        name: 'Twilio SendGrid',
        domain: 'sendgrid.net',
        type: 'Transactional',
        basis: 'ptr',
      },
    })
  })

  test('is none where it leads elsewhere, or is no host name', async () => {
    expect(await nameOf('9.9.9.9', named('mail.bank.org', 'other-address'))).toEqual({})
    expect(await nameOf('9.9.9.8', named('<b>mail</b>.bank.org'))).toEqual({})
  })

  test('is always the same of several, before one made of the address', async () => {
    const both = {
      kind: 'names',
      names: [
        { name: '9-9-9-9.pool.org', forward: 'confirmed', generic: { kind: 'pool' } },
        { name: 'z.sender.org', forward: 'confirmed' },
        { name: 'b.sender.org', forward: 'confirmed' },
      ],
    } as const
    expect(await nameOf('9.9.9.9', both)).toMatchObject({ reverseDns: 'b.sender.org' })
  })

  test('is asked for again after a day where the DNS did not say, and what was known holds', async () => {
    expect(await nameOf('9.9.9.9', named('mail.sender.org'))).toBeDefined()
    const run = job()
    clock.advance(31 * DAY)
    zone['9.9.9.9'] = { kind: 'failed' }
    asked = []
    await run.run()
    expect([asked.length, names.get('9.9.9.9')]).toMatchObject([1, { reverseDns: 'mail.sender.org' }])
    clock.advance(DAY / 2)
    await run.run()
    expect(asked.length).toBe(1)
    clock.advance(DAY)
    zone['9.9.9.9'] = named('new.sender.org')
    await run.run()
    expect(names.get('9.9.9.9')).toMatchObject({ reverseDns: 'new.sender.org' })
  })

  test('is asked for anew after 30 days', async () => {
    await nameOf('9.9.9.9', { kind: 'none' })
    const run = job()
    clock.advance(29 * DAY)
    await run.run()
    expect(asked.length).toBe(1)
    clock.advance(2 * DAY)
    await run.run()
    expect(asked.length).toBe(2)
  })

  test('of a private or reserved address is never asked for', async () => {
    for (const ip of ['10.0.0.1', '127.0.0.1', '192.0.2.1', '::1', 'fe80::1'])
      await nameOf(ip, named('x.org'))
    expect(asked).toEqual([])
  })
})

describe('the bounds', () => {
  test('one with very many addresses keeps nobody waiting', async () => {
    reported('a', addresses(20, 500))
    reported('b', addresses(30, 3))
    reported('c', addresses(40, 3))
    await job().run()
    expect(asked.filter((ip) => /^[34]0\./.test(ip)).length).toBe(6)
    expect(asked.length).toBeLessThanOrEqual(240)
  })

  test('the account behind the one that was last begins the next run', async () => {
    for (const [index, account] of ['a', 'b', 'c', 'd'].entries())
      reported(account, addresses(20 + index, 70))
    const run = job()
    await run.run()
    await run.run()
    expect(new Set(asked).size).toBe(280)
  })

  test('reports of nobody in particular name few addresses, and those of others come first', async () => {
    reported('a', [...addresses(20, 300, false), ...addresses(30, 50)])
    const run = job()
    for (let minute = 0; minute < 20; minute += 1) {
      await run.run()
      clock.advance(11 * 60_000)
    }
    expect(asked.slice(0, 50).every((ip) => ip.startsWith('30.'))).toBe(true)
    expect(asked.filter((ip) => ip.startsWith('20.')).length).toBe(100)
  })

  test('whoever sends new addresses all the time makes us ask so often a day, and no more', async () => {
    const run = job()
    for (let minute = 0; minute < 130; minute += 1) {
      reported('a', addresses(20 + minute, 100, false))
      await run.run()
      clock.advance(11 * 60_000)
    }
    // 130 times 11 minutes are a day; what is begun on either side of midnight is of two.
    expect(asked.length).toBeLessThanOrEqual(2_000)
  })

  test('nothing is put off while the DNS answers nothing at all', async () => {
    reported('a', addresses(20, 30))
    isMute = true
    const run = job()
    await run.run()
    expect(asked.length).toBe(20)
    isMute = false
    await run.run()
    expect(names.size).toBe(30)
  })
})

describe('an address without a confirmed name', () => {
  const withNetworks = (look: NetworkLook) => job({ networkOf: async () => look })

  test('is known by its network, where networks are looked up', async () => {
    reported('a', [{ ip: '9.9.9.9', isProven: true }])
    await withNetworks({ kind: 'network', name: 'AS64500 EXAMPLE-NET' }).run()
    expect(names.get('9.9.9.9')).toEqual({ organization: { name: 'AS64500 EXAMPLE-NET', basis: 'asn' } })
  })

  test('one that has a name is not', async () => {
    reported('a', [{ ip: '9.9.9.9', isProven: true }])
    zone['9.9.9.9'] = named('mail.sender.org')
    await withNetworks({ kind: 'network', name: 'AS64500 EXAMPLE-NET' }).run()
    expect(names.get('9.9.9.9')?.organization?.basis).toBe('ptr')
  })

  test('and of one that nobody announces nothing is known', async () => {
    reported('a', [{ ip: '9.9.9.9', isProven: true }])
    await withNetworks({ kind: 'none' }).run()
    expect(names.get('9.9.9.9')).toEqual({})
  })

  test('is asked for again after a day where that did not come out', async () => {
    reported('a', [{ ip: '9.9.9.9', isProven: true }])
    const run = withNetworks({ kind: 'failed' })
    await run.run()
    expect(names.has('9.9.9.9')).toBe(false)
    clock.advance(1.1 * DAY)
    await run.run()
    expect(asked.length).toBe(2)
  })
})

describe('what addresses were called before', () => {
  const askAt = new Date('2026-12-01T00:00:00Z')
  const old = (ip: string, reverseDns: string, name = reverseDns.split('.').slice(-2).join('.')) => ({
    ip,
    askAt,
    name: { reverseDns, organization: { name, domain: name, basis: 'ptr' } },
  })

  test('services that are known since get their name, and nothing else changes', async () => {
    before = [
      old('9.9.9.1', 'o1.ptr1.sendgrid.net'),
      old('9.9.9.2', 'mail.sender.org'),
      { ip: '9.9.9.3', askAt, name: {} },
      { ip: '9.9.9.4', askAt },
    ]
    const run = job()
    await run.run()
    expect(written).toEqual([
      {
        ip: '9.9.9.1',
        askAt,
        name: {
          reverseDns: 'o1.ptr1.sendgrid.net',
          organization: {
            name: 'Twilio SendGrid',
            domain: 'sendgrid.net',
            type: 'Transactional',
            basis: 'ptr',
          },
        },
      },
    ])
    await run.run()
    expect(written.length).toBe(1)
    before = [written[0] as NamedAddress]
    written = []
    await job().run()
    expect(written).toEqual([])
  })

  test('where networks are looked up, addresses without any name are due', async () => {
    before = [{ ip: '9.9.9.3', askAt, name: {} }, { ip: '9.9.9.4', askAt }, old('9.9.9.2', 'mail.sender.org')]
    await job({ networkOf: async () => ({ kind: 'none' }) }).run()
    expect(written).toEqual([{ ip: '9.9.9.3', askAt: new Date(0) }])
  })

  test('very many take more than one run', async () => {
    before = Array.from({ length: 25_000 }, (_, n) =>
      old(`9.${n >> 16}.${(n >> 8) & 255}.${n & 255}`, 'o1.a.sendgrid.net'),
    )
    const run = job()
    const counts = []
    for (let minute = 0; minute < 4; minute += 1) {
      await run.run()
      counts.push(written.length)
    }
    expect(counts).toEqual([10_000, 20_000, 25_000, 25_000])
  })
})
