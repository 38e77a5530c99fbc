import type { Check } from '../../../src/core/check.ts'
import type { DomainDrawing, DrawnSpfRecord } from '../../../src/core/domain-health.ts'
import { countsOf } from '../../../src/core/domain-health.ts'
import { granted, refused } from '../../../src/core/refusal.ts'
import type { Domains, DomainView } from '../../../src/services/domains/domains.ts'
import type { DomainHealth, HealthView } from '../../../src/services/domains/health/health.ts'
import { check } from '../../support/builders.ts'
import { NOW } from '../fake-mail-tests.ts'

const DAY = 86_400_000
const ago = (days: number) => new Date(NOW.getTime() - days * DAY)

/** What somebody hostile publishes. */
export const HOSTILE = `"><img src=x onerror=alert(1)><script>alert(2)</script>\u202Ereversed ${'w'.repeat(500)}`

export function domainView(domain: string, changes: Partial<DomainView> = {}): DomainView {
  return {
    id: `dom-${domain}`,
    domain,
    verified: false,
    record: { name: `_mailgauge.${domain}`, value: 'mailgauge-verification=abcdefghijklmnop' },
    addedAt: ago(1),
    ...changes,
  }
}

export const VERIFIED = {
  verified: true,
  verifiedAt: ago(10),
  checked: { at: ago(0.2), state: 'found', says: 'The record is there.' },
} as const

const term = (text: string, changes: object = {}) => ({ text, lookups: 0, ...changes })

/** An SPF record whose includes go past the limit. */
const DEEP: DrawnSpfRecord = {
  domain: 'example.org',
  state: 'record',
  terms: [
    term('mx', { lookup: 1, lookups: 1 }),
    term('include:_spf.example.net', {
      lookup: 2,
      lookups: 3,
      leadsTo: {
        domain: '_spf.example.net',
        state: 'record',
        terms: [
          term('ip4:192.0.2.0/24'),
          term('include:a.example.net', {
            lookup: 3,
            lookups: 1,
            leadsTo: { domain: 'a.example.net', state: 'failed', terms: [] },
          }),
          term('a:b.example.net', { lookup: 11, lookups: 1, over: true }),
        ],
      },
    }),
    term('exists:%{i}.example.net', { lookup: 12, lookups: 1, over: true, perMessage: true }),
    term('-all'),
  ],
}

export const DRAWN: DomainDrawing = {
  spf: { root: DEEP, lookups: 12, voids: 1, mostLookups: 10, mostVoids: 2, left: 3 },
  keys: [
    { selector: 's1', state: 'usable', type: 'rsa', bits: 2048 },
    { selector: 'old', state: 'revoked' },
    { selector: 'test', state: 'usable', type: 'rsa', bits: 1024, testing: true, via: 'dkim.example.net' },
  ],
  dmarc: {
    state: 'inherited',
    at: 'example.org',
    record: 'v=DMARC1; p=none; rua=mailto:dmarc@example.org',
    policy: 'none',
    reports: ['mailto:dmarc@example.org'],
  },
  mx: { state: 'hosts', hosts: [{ preference: 10, name: 'mail.example.org' }] },
  sts: { state: 'policy', mode: 'testing', id: '1' },
  tlsReports: { state: 'none' },
  bimi: { state: 'failed' },
}

export const CHECKS: Check[] = [
  check('spf', {
    status: 'failed',
    summary: 'The SPF record of example.org needs 12 look-ups.',
    findings: [
      {
        code: 'spf-too-many-lookups',
        cost: 0,
        says: 'It needs 12 look-ups.',
        advice: 'Publish: example.org TXT "v=spf1 mx ip4:192.0.2.0/24 -all"',
        reference: 'RFC 7208 section 4.6.4',
        changes: [
          { kind: 'dns', name: 'example.org', type: 'TXT', records: ['"v=spf1 mx ip4:192.0.2.0/24 -all"'] },
        ],
      },
    ],
  }),
  check('bimi', { status: 'error', summary: 'No answer about the BIMI record of example.org.' }),
  check('mx', { status: 'passed', summary: 'example.org can receive mail.' }),
]

export const HEALTH: HealthView = {
  underWay: false,
  look: { at: ago(0.5), checks: CHECKS, drawn: DRAWN },
  nextAt: ago(-0.5),
  changes: [{ what: 'DMARC policy', before: 'none', after: 'quarantine', at: ago(3) }],
  selectors: [{ selector: 's1', lastSeen: ago(2) }],
}

/** The services of domains in memory. */
export function fakeDomains(views: readonly DomainView[], health: Readonly<Record<string, HealthView>> = {}) {
  const held = new Map(views.map((view) => [view.id, view]))
  const asked: string[] = []
  const domains: Domains = {
    list: async () => [...held.values()],
    read: async (_, id) => {
      const view = held.get(id)
      return view ? granted(view) : refused({ kind: 'not_found', what: 'domain' })
    },
    add: async (_, typed) => {
      if (!/^[a-z0-9.-]+\.[a-z]+$/.test(typed))
        return refused({ kind: 'bad_request', reason: 'That is not a domain, such as example.org.' })
      if (typed.startsWith('toomany'))
        return refused({ kind: 'limit_reached', reason: 'The plan allows no more domains.' })
      const view = held.get(`dom-${typed}`) ?? domainView(typed)
      held.set(view.id, view)
      return granted(view)
    },
    verify: async (_, id) => {
      asked.push(`verify ${id}`)
      const view = held.get(id)
      if (!view) return refused({ kind: 'not_found', what: 'domain' })
      const after = view.domain.startsWith('no-record')
        ? { ...view, checked: { at: NOW, state: 'absent', says: 'There is no such record.' } as const }
        : { ...view, ...VERIFIED }
      held.set(id, after)
      return granted(after)
    },
    delete: async (_, id) =>
      held.delete(id) ? granted(undefined) : refused({ kind: 'not_found', what: 'domain' }),
  }
  const kept = new Map(Object.entries(health))
  const domainHealth: DomainHealth = {
    summaries: async () =>
      new Map(
        [...kept].flatMap(([id, { look }]) =>
          look ? [[id, { ...countsOf(look.checks), at: look.at }] as const] : [],
        ),
      ),
    of: async (_, id) => granted(kept.get(id) ?? { underWay: false, changes: [], selectors: [] }),
    look: async (_, id) => {
      asked.push(`look ${id}`)
      const before = kept.get(id) ?? { changes: [], selectors: [] }
      if (id.includes('often')) return refused({ kind: 'rate_limited', retryAfterSeconds: 90 })
      kept.set(id, { ...before, underWay: true })
      return granted(undefined)
    },
  }
  return { domains, domainHealth, held, kept, asked }
}
