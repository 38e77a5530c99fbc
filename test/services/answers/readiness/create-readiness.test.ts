import { describe, expect, test } from 'bun:test'
import { lookAtPolicy } from '../../../../src/mail/authentication/dmarc/raising/live.ts'
import { lookAtNames } from '../../../../src/mail/authentication/dmarc/raising/names-below.ts'
import { withPolicies } from '../../../../src/mail/authentication/dmarc/raising/with-policies.ts'
import { type ZoneRecords, zoneResolver } from '../../../../src/net/dns/zone.ts'
import { DnsFailure, type Resolver } from '../../../../src/net/ports.ts'
import type { Ownership } from '../../../../src/services/answers/answered.ts'
import { createReadinessAnswers } from '../../../../src/services/answers/readiness/create-readiness.ts'
import type { ReadMail } from '../../../../src/services/answers/readiness/gather.ts'
import { createPolicyLooking } from '../../../../src/services/answers/readiness/looking.ts'
import type { DomainActor } from '../../../../src/services/domains/domains.ts'
import { type AggregateWindow, QueryTooLong } from '../../../../src/store/aggregates.ts'
import { verdictOf } from '../../../support/dmarc-readiness.ts'

const NOW = new Date('2026-11-23T06:00:00Z')
const DAY = 86_400_000
const TODAY = Math.floor(NOW.getTime() / DAY)
const ACTOR: DomainActor = { kind: 'operator', accountId: 'acc' }
const RECORD = 'v=DMARC1; p=none; rua=mailto:d@example.org'

type Row = [ip: string, from: string, messages: number, pass: number, whose: Ownership]

/** What is read of a domain: enough days and reporters, and these rows, each address a source. */
function read(rows: readonly Row[], { days = 30, reporters = 5 } = {}): ReadMail {
  const sources = rows.map(([ip, , , , whose]) => ({ key: `ip:${ip}`, name: ip, standing: 'broken', whose }))
  return {
    answered: { sources: sources as never, spfUnknown: false },
    addresses: new Map(rows.map(([ip]) => [`ip:${ip}`, [ip]])),
    facts: {
      days,
      reporters,
      rows: rows.map(([ip, headerFrom, messages, pass]) => ({
        ip,
        headerFrom,
        messages,
        pass,
        forwarded: 0,
        dkimAligned: pass,
      })) as never,
    },
  }
}

interface Scene {
  domains?: string[]
  mail?: (domain: string, window: AggregateWindow) => ReadMail
  zone?: Record<string, ZoneRecords>
  resolver?: Resolver
  /** Of what reports say, and of what people say too. */
  version?: () => string
  said?: () => { reports: string; marks: string }
  /** What reading waits for. */
  until?: () => Promise<void>
}

const CLEAN: Row[] = [['192.0.2.1', 'example.org', 1_000, 1_000, 'own']]
const ZONE = { '_dmarc.example.org': { TXT: [RECORD] } }

function scene({
  domains = ['example.org'],
  mail = () => read(CLEAN),
  zone = ZONE,
  resolver,
  version = () => crypto.randomUUID(),
  said = () => ({ reports: version(), marks: '' }),
  until = async () => {},
}: Scene = {}) {
  const asked: { domain: string; window: AggregateWindow }[] = []
  const questions: string[] = []
  const clock = { at: NOW.getTime(), now: () => new Date(clock.at) }
  const dns: Resolver = {
    query(name, type) {
      questions.push(`${name} ${type}`)
      return (resolver ?? zoneResolver(zone)).query(name, type)
    },
  }
  const looks = {
    policy: (domain: string) => lookAtPolicy(domain, dns),
    names: (domain: string, names: readonly string[], seen: Parameters<typeof lookAtNames>[3]) =>
      lookAtNames(domain, names, dns, seen),
  }
  const entries = domains.map((domain) => ({ id: domain, domain, verified: true }))
  const answers = createReadinessAnswers({
    domains: {
      list: async (accountId) => (accountId === 'acc' ? entries : []),
      byId: async (accountId, id) => (accountId === 'acc' ? entries.find((one) => one.id === id) : undefined),
    },
    reading: {
      async readOnce(_, { domain }, window) {
        asked.push({ domain, window })
        await until()
        return mail(domain, window)
      },
      // Something came each time.
      version: async () => said(),
    },
    looking: createPolicyLooking(looks, clock),
    write: withPolicies,
    clock,
  })
  const readiness = async (id = 'example.org') => {
    const found = await answers.readiness(ACTOR, id)
    if (!found.ok) throw new Error(found.refusal.kind)
    return found.value
  }
  return { answers, readiness, asked, questions, clock }
}

describe('whether a domain of an account is ready', () => {
  test('by its authenticated reports of 30 settled days, and the record in the DNS', async () => {
    const { readiness, asked } = scene()
    const found = await readiness()
    const window = { from: TODAY - 31, to: TODAY - 2 }
    expect(asked).toEqual([{ domain: 'example.org', window: { ...window, authenticated: true } }])
    expect(found).toMatchObject({ domain: 'example.org', window, basis: 'authenticated' })
    expect(found.record).toMatchObject({ state: 'found', text: RECORD })
    expect(found.next[0]?.value).toBe('v=DMARC1; p=quarantine; rua=mailto:d@example.org')
  })

  test('by all reports where those are too few', async () => {
    const { readiness, asked } = scene({
      mail: (_, { authenticated }) => read(CLEAN, { days: authenticated ? 5 : 30 }),
    })
    expect((await readiness()).basis).toBe('all')
    expect(asked.map(({ window }) => window.authenticated)).toEqual([true, undefined])
  })

  test('a domain of another account is not there', async () => {
    const { answers } = scene()
    const other = await answers.readiness({ kind: 'operator', accountId: 'other' }, 'example.org')
    expect(other).toEqual({ ok: false, refusal: { kind: 'not_found', what: 'domain' } })
  })

  test('who may not read reports is refused', async () => {
    const { answers, asked } = scene()
    const key = { kind: 'key', accountId: 'acc', scopes: ['domains:read'] } as unknown as DomainActor
    expect((await answers.readiness(key, 'example.org')).ok).toBe(false)
    expect(asked).toEqual([])
  })

  test('busy where reading takes too long', async () => {
    const { answers } = scene({
      mail: () => {
        throw new QueryTooLong()
      },
    })
    expect(await answers.readiness(ACTOR, 'example.org')).toEqual({ ok: false, refusal: { kind: 'busy' } })
  })

  test('at midnight in UTC the window moves by a day', async () => {
    const { readiness, clock } = scene()
    clock.at = Date.parse('2026-11-23T23:59:59.999Z')
    const before = (await readiness()).window
    clock.at += 1
    expect((await readiness()).window).toEqual({ from: before.from + 1, to: before.to + 1 })
  })
})

describe('the DNS', () => {
  test('that does not answer: verdicts without a record', async () => {
    const resolver: Resolver = {
      query: (name, type) => Promise.reject(new DnsFailure(name, type, 'timeout')),
    }
    const found = await scene({ resolver }).readiness()
    expect(found.record).toEqual({ state: 'unknown' })
    expect(found.next).toEqual([])
    expect(verdictOf(found, 'p', 'reject').ready).toBe('yes')
  })

  test('is worked out anew when a report came, somebody marked a source, the DNS says something else, or after minutes', async () => {
    let [said, record] = ['1', RECORD]
    const resolver: Resolver = {
      query: (name, type) => zoneResolver({ '_dmarc.example.org': { TXT: [record] } }).query(name, type),
    }
    const { readiness, asked, clock } = scene({ version: () => said, resolver })
    const first = await readiness()
    clock.at += 30_000
    expect(await readiness()).toBe(first)
    expect(asked).toHaveLength(1)
    said = '2'
    expect(await readiness()).not.toBe(first)
    expect(asked).toHaveLength(2)
    record = 'v=DMARC1; p=reject; rua=mailto:d@example.org'
    clock.at += 31_000
    expect((await readiness()).record.text).toBe(record)
    expect(asked).toHaveLength(3)
    // No report had come meanwhile: it is true for longer each time.
    clock.at += 121_000
    await readiness()
    expect(asked).toHaveLength(4)
    clock.at += 239_000
    await readiness()
    expect(asked).toHaveLength(4)
    said = '3'
    await readiness()
    expect(asked).toHaveLength(5)
    clock.at += 61_000
    await readiness()
    expect(asked).toHaveLength(6)
    clock.at += DAY
    expect((await readiness()).window.to).toBe(TODAY - 1)
  })

  test('is no longer waited for than a page says; whoever looks again begins nothing twice', async () => {
    let gate = Promise.withResolvers<void>()
    let said = { reports: '1', marks: '' }
    const { answers, asked, clock, readiness } = scene({
      said: () => said,
      until: () => gate.promise,
    })
    const soon = async (patience: number) => {
      const found = await answers.soon(ACTOR, 'example.org', patience)
      return found.ok ? found.value.found : undefined
    }
    expect(await soon(1)).toBeUndefined()
    expect(await soon(1)).toBeUndefined()
    expect(asked).toHaveLength(1)
    gate.resolve()
    const first = await soon(10_000)
    expect(first?.record.text).toBe(RECORD)
    expect(asked).toHaveLength(1)
    gate = Promise.withResolvers()
    // A report came: what was worked out a moment ago is shown, and nothing that is older.
    said = { reports: '2', marks: '' }
    expect(await soon(1)).toBe(first)
    clock.at += 11_000
    expect(await soon(1)).toBeUndefined()
    gate.resolve()
    const second = await readiness()
    gate = Promise.withResolvers()
    // What somebody said is waited for.
    said = { reports: '2', marks: 'mine' }
    expect(await soon(1)).toBeUndefined()
    gate.resolve()
    expect(await soon(10_000)).not.toBe(second)
  })

  test('is not kept where it could not be found out who sends', async () => {
    const { readiness, asked } = scene({
      version: () => '1',
      mail: () => ({ ...read(CLEAN), answered: { ...read(CLEAN).answered, spfUnknown: true } }),
    })
    await readiness()
    await readiness()
    expect(asked).toHaveLength(2)
  })

  test('is asked once a minute, and sooner where it did not answer', async () => {
    const good = scene()
    await good.readiness()
    const first = good.questions.length
    good.clock.at += 59_000
    await good.readiness()
    expect(good.questions.length).toBe(first)
    good.clock.at += 2_000
    await good.readiness()
    expect(good.questions.length).toBe(first * 2)

    let isDown = true
    const bad = scene({
      resolver: {
        query: (name, type) =>
          isDown
            ? Promise.reject(new DnsFailure(name, type, 'timeout'))
            : zoneResolver(ZONE).query(name, type),
      },
    })
    expect((await bad.readiness()).record.state).toBe('unknown')
    isDown = false
    bad.clock.at += 11_000
    expect((await bad.readiness()).record.state).toBe('found')
  })

  test('two who ask at a time ask it once', async () => {
    const { readiness, questions } = scene()
    await Promise.all([readiness(), readiness(), readiness()])
    expect(questions.filter((one) => one === '_dmarc.example.org TXT')).toHaveLength(1)
  })

  test('names that reports give are asked for, 50 at most, those that decide first', async () => {
    const rows: Row[] = [
      ...CLEAN,
      ...Array.from(
        { length: 200 },
        (_, at): Row => [`198.51.100.${at}`, `x${at}.example.org`, 500, 0, 'others'],
      ),
      ['192.0.2.9', 'news.example.org', 40, 20, 'own'],
    ]
    const { readiness, questions } = scene({
      mail: () => read(rows),
      zone: { ...ZONE, 'news.example.org': { A: ['192.0.2.9'] } },
    })
    const found = await readiness()
    const names = questions.filter((one) => one.endsWith(' A'))
    expect(names).toHaveLength(50)
    expect(names).toContain('news.example.org A')
    expect(verdictOf(found, 'sp', 'quarantine').ready).toBe('no')
    // It exists: np= is not about it.
    expect(verdictOf(found, 'np', 'quarantine').ready).toBe('yes')
  })

  test('names that are not told apart count below the domain, and are not asked for', async () => {
    const [clean] = read(CLEAN).facts.rows
    const others = { ...clean, headerFrom: '', messages: 40, pass: 0, others: 'below' }
    const beside = { ...clean, headerFrom: '', messages: 7, pass: 7, others: 'beside' }
    const mail = read(CLEAN)
    const rows = [...mail.facts.rows, others, beside] as never
    const { readiness, questions } = scene({ mail: () => ({ ...mail, facts: { ...mail.facts, rows } }) })
    const found = await readiness()
    expect(verdictOf(found, 'p', 'reject').simulation).toMatchObject({ messages: 1_007, refusedOwn: 0 })
    expect(verdictOf(found, 'sp', 'reject').simulation).toMatchObject({ messages: 40, refusedOwn: 40 })
    expect(found.scopes.find(({ scope }) => scope === 'np')?.verdicts).toEqual([])
    expect(questions.filter((one) => one.endsWith(' A'))).toEqual([])
  })

  test('where a name with mail that fails is not answered, np has no verdict', async () => {
    const rows: Row[] = [...CLEAN, ['192.0.2.9', 'news.example.org', 40, 20, 'own']]
    const zone = zoneResolver(ZONE)
    const { readiness } = scene({
      mail: () => read(rows),
      resolver: {
        query: (name, type) =>
          name === 'news.example.org'
            ? Promise.reject(new DnsFailure(name, type, 'servfail'))
            : zone.query(name, type),
      },
    })
    const found = await readiness()
    expect(found.scopes[2]?.verdicts).toEqual([])
    expect(found.notes).toContain(
      'Whether news.example.org exists in the DNS is not known, so there is no verdict on np.',
    )
  })

  test('that hangs is not waited for', async () => {
    const looking = createPolicyLooking(
      {
        policy: () => new Promise(() => {}),
        names: async (_, names, seen) => {
          for (const name of names.slice(0, 1)) seen(name, { exists: 'yes', governed: 'yes' })
          await new Promise(() => {})
        },
      },
      { now: () => NOW },
      20,
    )
    const looked = await looking.at('acc', 'example.org', ['a.example.org', 'b.example.org'])
    expect(looked.live).toEqual({ state: 'unknown' })
    expect([...looked.names]).toEqual([['a.example.org', { exists: 'yes', governed: 'yes' }]])
  })
})

describe('domains of the account below', () => {
  const mail = (domain: string) =>
    domain === 'example.org' ? read(CLEAN) : read([['192.0.2.9', domain, 100, 50, 'own']])

  test('their mail counts for sp', async () => {
    const { readiness, asked } = scene({ domains: ['example.org', 'shop.example.org', 'example.com'], mail })
    const found = await readiness()
    expect(asked.map(({ domain }) => domain)).toEqual(['example.org', 'shop.example.org'])
    expect(verdictOf(found, 'sp', 'quarantine').simulation).toMatchObject({ legitimate: 100, refusedOwn: 50 })
    expect(found.next[0]?.value).toBe('v=DMARC1; p=quarantine; sp=none; rua=mailto:d@example.org')
  })

  test('not where they have a record of their own', async () => {
    const zone = { ...ZONE, '_dmarc.shop.example.org': { TXT: ['v=DMARC1; p=none'] } }
    const { readiness, asked } = scene({ domains: ['example.org', 'shop.example.org'], mail, zone })
    const found = await readiness()
    expect(asked).toHaveLength(1)
    expect(verdictOf(found, 'sp', 'quarantine').ready).toBe('yes')
  })

  test('what is beyond the bound is not read, and holds sp', async () => {
    const names = Array.from({ length: 25 }, (_, at) => `s${at}.example.org`)
    const { readiness, asked } = scene({ domains: ['example.org', ...names], mail: () => read(CLEAN) })
    const found = await readiness()
    expect(asked).toHaveLength(21)
    expect(verdictOf(found, 'sp', 'quarantine').missing.map(({ kind }) => kind)).toEqual(['not_read'])
    expect(verdictOf(found, 'p', 'quarantine').ready).toBe('yes')
  })

  test('a subdomain without a record of its own: that of the organization is named', async () => {
    const { readiness } = scene({
      domains: ['example.org', 'shop.example.org'],
      mail: (domain) => read([['192.0.2.1', domain, 500, 500, 'own']]),
    })
    const found = await readiness('shop.example.org')
    expect(found.record).toMatchObject({ state: 'inherited', domain: 'example.org', text: RECORD })
    expect(found.next).toEqual([])
    expect(found.says).toStartWith(
      'shop.example.org has no DMARC record of its own: sp=none of the record of example.org applies.',
    )
  })
})
