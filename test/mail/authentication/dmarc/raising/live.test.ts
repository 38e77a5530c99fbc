import { describe, expect, test } from 'bun:test'
import type { NameBelow } from '../../../../../src/core/aggregate/live-policy.ts'
import { lookAtPolicy } from '../../../../../src/mail/authentication/dmarc/raising/live.ts'
import { lookAtNames } from '../../../../../src/mail/authentication/dmarc/raising/names-below.ts'
import { type ZoneRecords, zoneResolver } from '../../../../../src/net/dns/zone.ts'
import { DnsFailure, type Resolver } from '../../../../../src/net/ports.ts'

type Zone = Record<string, ZoneRecords>

const RUA = 'rua=mailto:dmarc@example.org'
const records = (texts: Record<string, string | readonly string[]>): Zone =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [`_dmarc.${name}`, { TXT: [text].flat() }]))

const look = (domain: string, zone: Zone) => lookAtPolicy(domain, zoneResolver(zone))

/** Does not answer for some names. */
const failing = (zone: Zone, ...names: string[]): Resolver => ({
  query: (name, type) =>
    names.includes(name)
      ? Promise.reject(new DnsFailure(name, type, 'timeout'))
      : zoneResolver(zone).query(name, type),
})

describe('which policy applies', () => {
  test('a record of its own, with what is left out', async () => {
    const text = `v=DMARC1; p=quarantine; np=reject; aspf=s; pct=50; ${RUA}`
    expect(await look('example.org', records({ 'example.org': text }))).toEqual({
      state: 'found',
      domain: 'example.org',
      text,
      policy: { p: 'quarantine', np: 'reject', adkim: 'r', aspf: 's', pct: 50 },
      itself: {
        domain: 'example.org',
        published: { p: 'quarantine', sp: 'quarantine', np: 'reject' },
        applied: { p: 'quarantine', sp: 'quarantine', np: 'reject' },
      },
      below: {
        domain: 'example.org',
        published: { p: 'quarantine', sp: 'quarantine', np: 'reject' },
        applied: { p: 'quarantine', sp: 'quarantine', np: 'reject' },
      },
    })
  })

  test('t=y weakens what is applied, not what is published', async () => {
    const live = await look(
      'example.org',
      records({ 'example.org': `v=DMARC1; p=reject; sp=quarantine; t=y; ${RUA}` }),
    )
    expect(live.itself?.published).toEqual({ p: 'reject', sp: 'quarantine', np: 'quarantine' })
    expect(live.itself?.applied).toEqual({ p: 'quarantine', sp: 'none', np: 'none' })
    expect(live.policy?.testing).toBe(true)
  })

  test('the record of the organization, by its sp', async () => {
    const text = `v=DMARC1; p=reject; sp=none; ${RUA}`
    const live = await look('mail.example.org', records({ 'example.org': text }))
    expect(live).toMatchObject({ state: 'inherited', domain: 'example.org', text })
    expect(live.itself).toEqual({
      domain: 'example.org',
      published: { p: 'none', sp: 'none', np: 'none' },
      applied: { p: 'none', sp: 'none', np: 'none' },
    })
    expect(live.registry).toBeUndefined()
  })

  test('names below a subdomain with a record of its own go by that of the organization', async () => {
    const live = await look(
      'mail.example.org',
      records({
        'mail.example.org': `v=DMARC1; p=none; sp=reject; ${RUA}`,
        'example.org': 'v=DMARC1; p=reject; sp=quarantine',
      }),
    )
    expect(live).toMatchObject({ state: 'found', domain: 'mail.example.org' })
    expect(live.below).toEqual({
      domain: 'example.org',
      published: { p: 'quarantine', sp: 'quarantine', np: 'quarantine' },
      applied: { p: 'quarantine', sp: 'quarantine', np: 'quarantine' },
    })
  })

  test('the record of a registry is nobody’s here', async () => {
    const live = await look('example.gov.uk', records({ 'gov.uk': 'v=DMARC1; p=reject; psd=y' }))
    expect(live).toMatchObject({ state: 'inherited', domain: 'gov.uk', registry: true })
  })

  test('none', async () => {
    expect(await look('example.org', {})).toEqual({ state: 'none', domain: 'example.org' })
  })

  const broken: readonly [why: string, texts: string | readonly string[], fault: string][] = [
    [
      'several',
      ['v=DMARC1; p=none', 'v=DMARC1; p=reject'],
      'There are 2 DMARC records at _dmarc.example.org: receivers act as if there were none.',
    ],
    [
      'a tag twice',
      'v=DMARC1; p=none; p=reject',
      'The record at _dmarc.example.org cannot be read, and receivers ignore it.',
    ],
    [
      'no policy',
      `v=DMARC1; p=strict; ${RUA}`,
      'The record at _dmarc.example.org names no valid policy, so receivers act on none.',
    ],
    [
      'another version',
      `v=DMARC2; p=none; ${RUA}`,
      'The TXT record at _dmarc.example.org is not a DMARC record: it must begin with v=DMARC1; exactly.',
    ],
  ]
  for (const [why, texts, fault] of broken) {
    test(`broken: ${why}`, async () => {
      const live = await look('example.org', records({ 'example.org': texts }))
      expect(live).toMatchObject({ state: 'broken', domain: 'example.org', fault })
      expect(live.itself).toBeUndefined()
    })
  }

  test('broken at the organization', async () => {
    const live = await look(
      'mail.example.org',
      records({ 'example.org': ['v=DMARC1; p=none', 'v=DMARC1; p=none'] }),
    )
    expect(live).toMatchObject({ state: 'broken', domain: 'example.org' })
  })

  test('unknown where the DNS does not answer, never none', async () => {
    const zone = records({ 'example.org': `v=DMARC1; p=none; ${RUA}` })
    expect(await lookAtPolicy('example.org', failing(zone, '_dmarc.example.org'))).toEqual({
      state: 'unknown',
    })
    expect(await lookAtPolicy('mail.example.org', failing(zone, '_dmarc.mail.example.org'))).toEqual({
      state: 'unknown',
    })
    expect(await lookAtPolicy('mail.example.org', failing(zone, '_dmarc.example.org'))).toEqual({
      state: 'unknown',
    })
  })

  test('its own record stands where the organization does not answer', async () => {
    const zone = records({ 'mail.example.org': `v=DMARC1; p=none; ${RUA}` })
    const live = await lookAtPolicy('mail.example.org', failing(zone, '_dmarc.example.org'))
    expect(live).toMatchObject({ state: 'found', domain: 'mail.example.org' })
    expect(live.below).toBeUndefined()
    expect(live.belowUnknown).toBe(true)
  })

  test('an alias is told', async () => {
    const zone: Zone = {
      '_dmarc.example.org': { CNAME: ['example.org.hosted.example'] },
      'example.org.hosted.example': { TXT: ['v=DMARC1; p=none'] },
    }
    expect(await look('example.org', zone)).toMatchObject({
      state: 'found',
      alias: 'example.org.hosted.example',
    })
  })
})

describe('names below', () => {
  const zone: Zone = {
    ...records({ 'example.org': 'v=DMARC1; p=none', 'own.example.org': 'v=DMARC1; p=none' }),
    'www.example.org': { A: ['192.0.2.1'] },
    'mx.example.org': { MX: [[10, 'mail.example.org']] },
    'gone.example.org': { CNAME: ['nowhere.example.net'] },
    'own.example.org': { A: ['192.0.2.2'] },
  }

  async function seen(resolver: Resolver, ...names: string[]): Promise<Record<string, NameBelow>> {
    const found: Record<string, NameBelow> = {}
    await lookAtNames('example.org', names, resolver, (name, one) => {
      found[name] = one
    })
    return found
  }

  test('whether they exist, and whose record governs them', async () => {
    const names = ['www', 'mx', 'gone', 'own', 'nope', 'a.own'].map((label) => `${label}.example.org`)
    expect(await seen(zoneResolver(zone), ...names)).toEqual({
      'www.example.org': { exists: 'yes', governed: 'yes' },
      'mx.example.org': { exists: 'yes', governed: 'yes' },
      'gone.example.org': { exists: 'yes', governed: 'yes' },
      'own.example.org': { exists: 'yes', governed: 'no' },
      'nope.example.org': { exists: 'no', governed: 'yes' },
      // By RFC 9989 the organization is example.org, whatever stands between.
      'a.own.example.org': { exists: 'no', governed: 'yes' },
    })
  })

  test('what is not answered is not known', async () => {
    const names = ['www.example.org', 'own.example.org']
    const resolver = failing(zone, 'www.example.org', '_dmarc.own.example.org')
    expect(await seen(resolver, ...names)).toEqual({
      'www.example.org': { exists: 'unknown', governed: 'yes' },
      'own.example.org': { exists: 'yes', governed: 'unknown' },
    })
  })

  test('where there is no record yet, one would govern them', async () => {
    expect(await seen(zoneResolver({ 'www.example.org': { A: ['192.0.2.1'] } }), 'www.example.org')).toEqual({
      'www.example.org': { exists: 'yes', governed: 'yes' },
    })
  })

  const names = (count: number) => Array.from({ length: count }, (_, at) => `n${at}.example.org`)

  test('so many at a time, each once', async () => {
    const asked: string[] = []
    let now = 0
    let most = 0
    const slow: Resolver = {
      async query(name, type) {
        if (type === 'A') asked.push(name)
        now += 1
        most = Math.max(most, now)
        await Promise.resolve()
        now -= 1
        return zoneResolver(zone).query(name, type)
      },
    }
    const found = await seen(slow, ...names(50))
    expect(Object.keys(found)).toHaveLength(50)
    expect(new Set(asked).size).toBe(50)
    expect(asked).toHaveLength(50)
    expect(most).toBeLessThanOrEqual(16)
  })
})
