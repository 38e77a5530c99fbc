import { describe, expect, test } from 'bun:test'
import { looksUnregistered, registrableOf } from '../../../../src/mail/reading/domains/unregistered.ts'
import { overlay } from '../../../../src/net/dns/zone.ts'
import type { Answer, RecordType, Resolver } from '../../../../src/net/ports.ts'
import { zone } from '../../../support/zone.ts'

const SOA = [{ primary: 'ns.nic.example', mailbox: 'hostmaster.nic.example', serial: 1 }]
/** Registries: com and co.uk have zones of their own, co.jp stands in that of jp. */
const REGISTRIES = {
  com: { SOA, NS: ['a.gtld.example'] },
  uk: { SOA },
  'co.uk': { SOA, NS: ['ns1.nic.uk'] },
  jp: { SOA },
  'held.co.jp': { NS: ['ns.held.co.jp'] },
  io: { SOA },
  'github.io': { SOA, NS: ['ns.github.io'], A: ['192.0.2.1'] },
  'held.com': { SOA, NS: ['ns.held.com'] },
}
const include = (name: string) => ({ name, type: 'TXT' as const })

describe('the zone of the registry denies the name', () => {
  const dns = zone(REGISTRIES)

  test('a name below it, and the name itself', async () => {
    const domain = { domain: 'gone.com', registry: 'com' }
    expect(await looksUnregistered(include('_spf.gone.com'), dns)).toEqual({
      name: '_spf.gone.com',
      ...domain,
    })
    expect(await looksUnregistered(include('Gone.Com.'), dns)).toEqual({ name: 'gone.com', ...domain })
  })

  test('under a suffix of two labels, with a zone of its own or in the one above it', async () => {
    expect(await looksUnregistered(include('mail.gone.co.uk'), dns)).toMatchObject({
      domain: 'gone.co.uk',
      registry: 'co.uk',
    })
    expect(await looksUnregistered(include('mail.gone.co.jp'), dns)).toMatchObject({
      domain: 'gone.co.jp',
      registry: 'jp',
    })
  })

  test('where aliases end', async () => {
    const aliased = zone({
      ...REGISTRIES,
      'k1._domainkey.held.com': { CNAME: ['dkim.vendor.held.com'] },
      'dkim.vendor.held.com': { CNAME: ['k1.gone.com'] },
    })
    expect(await looksUnregistered(include('k1._domainkey.held.com'), aliased)).toEqual({
      name: 'k1.gone.com',
      domain: 'gone.com',
      registry: 'com',
    })
  })

  test('a name in another script', async () => {
    const russian = zone({ 'xn--p1ai': { SOA } })
    expect(await looksUnregistered(include('spf.xn--80aswg.xn--p1ai'), russian)).toMatchObject({
      domain: 'xn--80aswg.xn--p1ai',
      registry: 'xn--p1ai',
    })
  })
})

describe('nothing is said where', () => {
  const silent = async (name: string, dns: Resolver, type: RecordType = 'TXT') =>
    expect(await looksUnregistered({ name, type }, dns)).toBeUndefined()

  test('the domain is there: only the name is not', async () => {
    await silent('_spf.held.com', zone(REGISTRIES))
    await silent('held.com', zone(REGISTRIES))
    // An empty non-terminal is there (RFC 8020).
    await silent('a.b.held.com', zone({ ...REGISTRIES, 'x.a.b.held.com': { A: ['192.0.2.1'] } }))
    await silent('gone.com', zone({ ...REGISTRIES, '_spf.gone.com': { TXT: ['v=spf1 -all'] } }))
  })

  test('the name exists without the record that is asked for', async () => {
    await silent('expired.com', zone({ ...REGISTRIES, 'expired.com': { A: ['192.0.2.9'] } }))
  })

  test('the registry answers every name', async () => {
    await silent('_spf.gone.ws', zone({ ws: { SOA }, '*.ws': { A: ['192.0.2.9'] } }))
    await silent('gone.ws', zone({ ws: { SOA }, '*.ws': { CNAME: ['search.held.com'] } }))
  })

  test('a question got no answer, whichever it is', async () => {
    const names = ['TXT _spf.gone.com', 'NS gone.com', 'SOA gone.com', 'SOA com']
    for (const reason of ['servfail', 'timeout', 'refused', 'limit', 'not-asked'] as const) {
      for (const name of names) await silent('_spf.gone.com', zone(REGISTRIES, { [name]: reason }))
    }
  })

  test('one of the two questions about the domain says that it is there', async () => {
    for (const type of ['NS', 'SOA'] as const) {
      const without = zone(REGISTRIES)
      const one: Resolver = {
        async query<T extends RecordType>(name: string, asked: T): Promise<Answer<T>> {
          const answer = await without.query(name, asked)
          return asked === type && name === 'gone.com'
            ? { kind: 'nodata', ttl: 1, ad: false, chain: [] }
            : answer
        },
      }
      await silent('_spf.gone.com', one)
    }
  })

  test('nobody signs the absence, or another than the registry does', async () => {
    const denying = (zoneOf: (name: string) => string | undefined): Resolver => {
      const honest = zone(REGISTRIES)
      return {
        async query<T extends RecordType>(name: string, type: T): Promise<Answer<T>> {
          const answer = await honest.query(name, type)
          if (answer.kind !== 'nxdomain') return answer
          const { zone: _, ...rest } = answer
          const says = zoneOf(name)
          return { ...rest, ...(says !== undefined && { zone: says }) }
        },
      }
    }
    // A cache that leaves the SOA record out; filters that put one of the name itself, of their own or of the root.
    await silent(
      '_spf.gone.com',
      denying(() => undefined),
    )
    await silent(
      '_spf.gone.com',
      denying((name) => name),
    )
    await silent(
      '_spf.gone.com',
      denying(() => 'rpz.local'),
    )
    await silent(
      '_spf.gone.com',
      denying(() => ''),
    )
    // The zone of somebody who has it.
    await silent(
      '_spf.gone.com',
      denying((name) => (name === '_spf.gone.com' ? 'gone.com' : 'com')),
    )
  })

  test('a resolver answers for what is not there', async () => {
    const rewriting = overlay(
      zone(REGISTRIES),
      zone({ 'gone.com': { A: ['192.0.2.66'] } }),
      (name) => !name.endsWith('gone.com'),
    )
    await silent('gone.com', rewriting, 'A')
    await silent('_spf.gone.com', rewriting, 'A')
  })

  test('the suffix belongs to somebody, or is no registry', async () => {
    const dns = zone({ ...REGISTRIES, lan: { SOA }, corp: { SOA }, arpa: { SOA }, onion: { SOA } })
    await silent('nobody.github.io', dns)
    await silent('www.nobody.github.io', dns)
    for (const name of ['mail.corp.lan', 'gone.corp', 'gone.home.arpa', 'gone.onion', 'gone.test']) {
      await silent(name, dns)
    }
  })

  test('its registry gives names to some alone', async () => {
    const dns = zone({ gov: { SOA }, edu: { SOA }, uk: { SOA }, 'gov.uk': { SOA }, 'ac.uk': { SOA } })
    for (const name of ['gone.gov', 'gone.edu', 'gone.gov.uk', 'gone.ac.uk']) await silent(name, dns)
    const closed = zone({ us: { SOA }, jp: { SOA }, au: { SOA }, uk: { SOA } })
    for (const suffix of ['pvt.k12.ma.us', 'lib.ca.us', 'lg.jp', 'act.edu.au', 'any.sch.uk']) {
      await silent(`gone.${suffix}`, closed)
    }
    expect(registrableOf('gone.ca.us')?.domain).toBe('gone.ca.us')
    expect(registrableOf('gone.tokyo.jp')?.domain).toBe('gone.tokyo.jp')
  })

  test('its registry is that of a brand', async () => {
    const dns = zone({ google: { SOA }, bmw: { SOA }, 'xn--qcka1pmc': { SOA }, bond: { SOA }, ovh: { SOA } })
    for (const name of ['_spf.gone.google', 'gone.bmw', 'gone.xn--qcka1pmc']) await silent(name, dns)
    // The same kind of name, where strangers can register.
    expect(await looksUnregistered({ name: 'gone.bond', type: 'TXT' }, dns)).toBeDefined()
    expect(await looksUnregistered({ name: 'gone.ovh', type: 'TXT' }, dns)).toBeDefined()
  })

  test('the suffix itself is not there', async () => {
    // Any city of kawasaki.jp is a suffix by the list, whether there is one or not.
    await silent('shop.nocity.kawasaki.jp', zone({ jp: { SOA } }))
    await silent('gone.com', zone({ '': { SOA } }))
    await silent('gone.com', zone({}))
  })

  test('it is a suffix, an address, or no name', async () => {
    const dns = zone(REGISTRIES)
    for (const name of [
      'com',
      'co.uk',
      '',
      '192.0.2.1',
      'gone',
      'a b.gone.com',
      `${'x'.repeat(64)}.gone.com`,
    ]) {
      await silent(name, dns)
    }
  })
})

test('a name that is there is asked for once, one that looks unregistered four times', async () => {
  const dns = zone(REGISTRIES)
  await looksUnregistered(include('held.com'), dns)
  expect(dns.calls).toEqual(['TXT held.com'])
  await looksUnregistered(include('_spf.gone.com'), dns)
  expect(dns.calls.slice(1)).toEqual(['TXT _spf.gone.com', 'NS gone.com', 'SOA gone.com', 'SOA com'])
})

test('what could be registered, by the suffixes of registries alone', () => {
  expect(registrableOf('a.b.example.co.uk')).toEqual({ domain: 'example.co.uk', suffix: 'co.uk' })
  expect(registrableOf('user.github.io')).toEqual({ domain: 'github.io', suffix: 'io' })
  expect(registrableOf('shop.uk.com')).toEqual({ domain: 'uk.com', suffix: 'com' })
  expect(registrableOf('_spf.sub.example.com')).toEqual({ domain: 'example.com', suffix: 'com' })
  for (const none of ['com', 'co.uk', 'host.local', 'gone.mil', 'localhost', '']) {
    expect([none, registrableOf(none)]).toEqual([none, undefined])
  }
})
