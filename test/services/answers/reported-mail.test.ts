import { describe, expect, test } from 'bun:test'
import type { Actor } from '../../../src/core/access/permission.ts'
import { granted, refused } from '../../../src/core/refusal.ts'
import type { AnsweredSource, AnsweredSources } from '../../../src/services/answers/answered.ts'
import { createReportedMail } from '../../../src/services/answers/reported-mail.ts'
import type { SourceAnswers } from '../../../src/services/answers/source-answers.ts'
import type { AggregateWindow } from '../../../src/store/aggregates.ts'
import type { DomainStore } from '../../../src/store/domains.ts'

const NOW = new Date('2026-11-23T10:00:00Z')
const TODAY = Math.floor(NOW.getTime() / 86_400_000)
const WEEK = { from: TODAY - 8, to: TODAY - 2 }
const me: Actor = { kind: 'session', accountId: 'acc_1', role: 'viewer', personId: 'per_1' }

const NONE = { dkimAligned: 0, spfAligned: 0, dkimAuthenticated: 0, spfAuthenticated: 0 }

function source(key: string, some: Partial<AnsweredSource>): AnsweredSource {
  return {
    key,
    name: key,
    status: 'passing',
    standing: 'passing',
    whose: 'own',
    reasons: [],
    advice: { says: '' },
    messages: 0,
    pass: 0,
    ...NONE,
    dispositions: { none: 0, pass: 0, quarantine: 0, reject: 0 },
    forwarded: 0,
    listed: 0,
    unaligned: 0,
    broken: 0,
    ips: [],
    ipCount: 0,
    headerFrom: [],
    dkimDomains: [],
    spfDomains: [],
    firstSeen: TODAY - 9,
    lastSeen: TODAY - 3,
    ...some,
  }
}

const SOURCES = [
  source('own', { messages: 900, pass: 890 }),
  source('broken', { messages: 40, pass: 0, standing: 'broken' }),
  source('list', { messages: 60, pass: 0, standing: 'mailing_list', whose: 'passed_on' }),
  source('abuse', { messages: 500, pass: 0, standing: 'abuse', whose: 'others' }),
]

const answered = (window: AggregateWindow, some: Partial<AnsweredSources> = {}) => ({
  window,
  sources: SOURCES,
  spfUnknown: false,
  days: 7,
  reporters: 4,
  reports: 28,
  domain: 'example.org',
  ...some,
})

interface Options {
  verified?: readonly string[]
  added?: readonly string[]
  sources?: SourceAnswers['sources']
  patienceMs?: number
}

function reported({ verified = ['example.org'], added = [], sources, patienceMs = 60_000 }: Options = {}) {
  const asked: [domain: string, window: AggregateWindow][] = []
  const looked: string[] = []
  const warned: unknown[] = []
  const log = { info() {}, error() {}, warn: (facts: unknown) => void warned.push(facts) }
  const domains: Pick<DomainStore, 'byName'> = {
    byName: async (accountId, domain) => {
      looked.push(domain)
      const isThere = accountId === 'acc_1' && [...verified, ...added].includes(domain)
      if (!isThere) return undefined
      const entry = { id: `dom-${domain}`, accountId, domain, token: '', createdAt: NOW, watchedUntil: NOW }
      return verified.includes(domain) ? { ...entry, verifiedAt: NOW } : entry
    },
  }
  const mail = createReportedMail({
    domains,
    sources: {
      soon: async (actor, id, window) => {
        asked.push([id, window])
        const found = sources ? await sources(actor, id, window) : granted(answered(window))
        return found.ok ? granted({ found: found.value }) : found
      },
    },
    clock: { now: () => NOW },
    log,
    patienceMs,
  })
  return { ...mail, asked, looked, warned }
}

describe('what receivers reported of the mail of the domain in From', () => {
  test('is that of the last seven days that have their reports, without what strangers sent', async () => {
    const { of, asked } = reported()
    expect(await of(me, 'Shop <news@Example.org>')).toEqual({
      domainId: 'dom-example.org',
      domain: 'example.org',
      window: { ...WEEK, authenticated: true },
      messages: 1_000,
      pass: 890,
      others: 500,
      worst: { key: 'broken', name: 'broken', failing: 40 },
    })
    expect(asked).toEqual([['dom-example.org', { ...WEEK, authenticated: true }]])
  })

  test('is that of the closest domain that is verified', async () => {
    const both = reported({ verified: ['example.org', 'mail.example.org'] })
    expect((await both.of(me, 'a@x.mail.example.org'))?.domain).toBe('mail.example.org')
    const above = reported({ added: ['mail.example.org'] })
    expect((await above.of(me, 'a@x.mail.example.org'))?.domain).toBe('example.org')
    expect((await reported({ verified: ['xn--bcher-kva.example'] }).of(me, 'a@bücher.example'))?.domain).toBe(
      'xn--bcher-kva.example',
    )
  })

  test('is of all reports where none is authenticated', async () => {
    const { of } = reported({
      sources: async (_, __, window) =>
        granted(answered(window, window.authenticated ? { reports: 0, sources: [] } : {})),
    })
    expect((await of(me, 'a@example.org'))?.window).toEqual(WEEK)
  })

  test('names no source where none of the own fails', async () => {
    const fine = [source('own', { messages: 5, pass: 5 }), ...SOURCES.slice(2)]
    const { of } = reported({
      sources: async (_, __, window) => granted(answered(window, { sources: fine })),
    })
    expect(await of(me, 'a@example.org')).not.toHaveProperty('worst')
  })

  test('counts addresses that were not looked at as they are', async () => {
    const rest = { ips: 9, messages: 100, pass: 20 }
    const { of } = reported({ sources: async (_, __, window) => granted(answered(window, { rest })) })
    expect(await of(me, 'a@example.org')).toMatchObject({ messages: 1_100, pass: 910 })
  })

  test('is nothing where strangers alone sent, and where nothing was reported', async () => {
    for (const sources of [SOURCES.slice(3), []]) {
      const { of } = reported({ sources: async (_, __, window) => granted(answered(window, { sources })) })
      expect(await of(me, 'a@example.org')).toBeUndefined()
    }
  })
})

describe('it is told', () => {
  test.each<[string, Actor]>([
    [
      'a key, whatever it may read',
      { kind: 'key', accountId: 'acc_1', scopes: ['dmarc:read', 'tests:read'] },
    ],
    ['whoever holds the token of a test', { kind: 'token', token: 'a'.repeat(26) }],
    ['an administrator of the instance', { kind: 'instance_admin', personId: 'per_9' }],
    ['the operator', { kind: 'operator' }],
    ['somebody of another account', { ...me, accountId: 'acc_2' }],
  ])('not to %s', async (_, actor) => {
    const { of, asked } = reported()
    expect(await of(actor, 'a@example.org')).toBeUndefined()
    expect(asked).toEqual([])
  })

  test('of no domain that the account has not verified', async () => {
    const { of, asked } = reported({ verified: [], added: ['example.org'] })
    for (const from of ['a@example.org', 'a@notexample.org', 'a@org', 'a@', '', '<>', 'a@[192.0.2.1]'])
      expect(await of(me, from)).toBeUndefined()
    expect(asked).toEqual([])
  })

  test('without many questions about a name that a stranger made long', async () => {
    const { of, looked } = reported()
    expect(await of(me, `a@${'x.'.repeat(120)}example.org`)).toBeUndefined()
    expect(looked).toEqual([])
  })

  test('at once, or not at all', async () => {
    const never = reported({ sources: () => new Promise(() => {}), patienceMs: 1 })
    expect(await never.of(me, 'a@example.org')).toBeUndefined()
    const busy = reported({ sources: async () => refused({ kind: 'busy' }) })
    expect(await busy.of(me, 'a@example.org')).toBeUndefined()
    const broken = reported({ sources: () => Promise.reject(new Error('no store')) })
    expect(await broken.of(me, 'a@example.org')).toBeUndefined()
    expect(broken.warned).toHaveLength(1)
  })
})
