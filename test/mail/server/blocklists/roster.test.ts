import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { askList } from '../../../../src/mail/server/blocklists/ask.ts'
import {
  type ListSetting,
  listChoiceProblems,
  listSettings,
  ROSTER,
} from '../../../../src/mail/server/blocklists/roster.ts'
import { testAddressList, testDomainList } from '../../../../src/mail/server/blocklists/self-test.ts'
import type { Resolver } from '../../../../src/net/ports.ts'
import { zone } from '../../../support/zone.ts'

const SUITE = Bun.fileURLToPath(new URL('../../../../../shared/suites/blocklists.json', import.meta.url))
const ids = (lists: readonly { id: string }[]) => lists.map(({ id }) => id)
const pick = (id: string, choice = {}): ListSetting => {
  const found = listSettings(ROSTER, { enable: [id], ...choice }).find((list) => list.id === id)
  if (!found) throw new Error(`no list ${id}`)
  return found
}

describe('the roster', () => {
  test.skipIf(!existsSync(SUITE))('is the one of the suite, list by list and code by code', () => {
    const suite = JSON.parse(readFileSync(SUITE, 'utf8'))
    expect([...ids(ROSTER.ip), ...ids(ROSTER.welcome)]).toEqual(ids(suite.ip))
    expect(ids(ROSTER.domain)).toEqual(ids(suite.domain))
    const entries = [...ROSTER.ip, ...ROSTER.welcome, ...ROSTER.domain]
    for (const [index, given] of [...suite.ip, ...suite.domain].entries()) {
      const { zone: name, weight, v4, v6, refused, refusedBits, positive, ignore, delist, access } = given
      expect(entries[index]).toMatchObject({ zone: name, weight, access, default: given.default })
      expect(entries[index]).toMatchObject(
        JSON.parse(JSON.stringify({ v4, v6, refused, refusedBits, positive, ignore, delist })),
      )
      for (const part of ['codes', 'bits'] as const) {
        for (const [code, { m, w }] of Object.entries<{ m: string; w?: number }>(given[part] ?? {})) {
          expect(entries[index]?.[part]?.[code]).toEqual({ means: m, weight: w ?? weight })
        }
      }
    }
  })

  test('every list can say something: codes, bits or a pattern', () => {
    for (const entry of [...ROSTER.ip, ...ROSTER.welcome, ...ROSTER.domain]) {
      expect([entry.id, Boolean(entry.codes ?? entry.bits ?? entry.pattern)]).toEqual([entry.id, true])
    }
  })
})

describe("the operator's choice", () => {
  test('the default lists are asked, the others not', () => {
    const chosen = ids(listSettings(ROSTER))
    expect(chosen).toContain('spamhaus-zen')
    expect(chosen).toContain('dnswl')
    expect(chosen).not.toContain('s5h')
  })

  test('lists are turned on and off by id; off wins', () => {
    const chosen = ids(listSettings(ROSTER, { enable: ['s5h', 'spamcop'], disable: ['spamcop', 'psbl'] }))
    expect(chosen).toContain('s5h')
    expect(chosen).not.toContain('spamcop')
    expect(chosen).not.toContain('psbl')
  })

  test('a key goes into the zone that is asked, never into the name that is shown', () => {
    expect(pick('abusix-combined', { keys: { 'abusix-combined': 'abc123' } })).toMatchObject({
      zone: 'abc123.combined.mail.abusix.zone',
      name: 'combined.mail.abusix.zone',
    })
  })

  test('Spamhaus is asked at its keyed zone once there is a key', () => {
    expect(pick('spamhaus-zen')).toMatchObject({ zone: 'zen.spamhaus.org', name: 'zen.spamhaus.org' })
    expect(pick('spamhaus-zen', { keys: { 'spamhaus-zen': 'k9' } }).zone).toBe('k9.zen.dq.spamhaus.net')
  })

  test('to give a key is to enable the list', () => {
    expect(ids(listSettings(ROSTER, { keys: { 'abusix-combined': 'abc' } }))).toContain('abusix-combined')
  })

  test('a list that needs a key and has none is named as skipped', () => {
    expect(pick('abusix-combined').skipped).toBe('it needs a key, and none is given')
    expect(pick('abusix-combined', { keys: { 'abusix-combined': 'no.dots' } }).skipped).toContain(
      'not a DNS label',
    )
  })

  test('mistakes are named', () => {
    expect(listChoiceProblems(ROSTER, { enable: ['spamhaus-zen'], disable: ['spamcop'] })).toEqual([])
    expect(
      listChoiceProblems(ROSTER, {
        enable: ['sorbs', 'abusix-combined'],
        keys: { spamcop: 'x', 'spamhaus-zen': 'a b' },
      }),
    ).toEqual([
      'no blocklist has the id "sorbs"',
      'the blocklist "spamcop" takes no key',
      'the key of "spamhaus-zen" is not a DNS label (letters, digits, hyphens)',
      'the blocklist "abusix-combined" needs a key',
    ])
  })
})

describe('asking a list', () => {
  const good = { id: 'x', usable: true }

  test('an IPv4 address is asked with its octets reversed, the reason only for a listing', async () => {
    const dns = zone({
      '10.2.0.192.bl.spamcop.net': {
        A: ['127.0.0.2'],
        TXT: ['Blocked - see https://example.net/\x1b[31m?192.0.2.10'],
      },
    })
    expect(await askList(pick('spamcop'), good, '192.0.2.10', dns)).toMatchObject({
      verdict: 'listed',
      reason: 'Blocked - see https://example.net/ [31m?192.0.2.10',
    })
    expect((await askList(pick('spamcop'), good, '192.0.2.11', dns)).verdict).toBe('not listed')
    expect(dns.calls).toEqual([
      'A 10.2.0.192.bl.spamcop.net',
      'TXT 10.2.0.192.bl.spamcop.net',
      'A 11.2.0.192.bl.spamcop.net',
    ])
  })

  test('an IPv6 address is asked nibble by nibble', async () => {
    const name = '5.2.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.zen.spamhaus.org'
    const dns = zone({ [name]: { A: ['127.0.0.4'] } })
    expect((await askList(pick('spamhaus-zen'), good, '2001:db8::25', dns)).verdict).toBe('listed')
  })

  test('a listing whose reason cannot be asked is still a listing', async () => {
    const name = '10.2.0.192.bl.spamcop.net'
    const dns = zone({ [name]: { A: ['127.0.0.2'] } }, [`TXT ${name}`])
    const report = await askList(pick('spamcop'), good, '192.0.2.10', dns)
    expect(report.verdict).toBe('listed')
    expect(report.reason).toBeUndefined()
  })

  test('a long reason is cut', async () => {
    const dns = zone({ '10.2.0.192.bl.spamcop.net': { A: ['127.0.0.2'], TXT: ['x'.repeat(5_000)] } })
    expect((await askList(pick('spamcop'), good, '192.0.2.10', dns)).reason).toHaveLength(200)
  })

  test.each([
    ['not tested yet', 'spamcop', '192.0.2.10', undefined, 'not tested yet'],
    [
      'out of use',
      'spamcop',
      '192.0.2.10',
      { id: 'x', usable: false, reason: 'it lists 127.0.0.1' },
      'it lists 127.0.0.1',
    ],
    ['out of use, no reason', 'spamcop', '192.0.2.10', { id: 'x', usable: false }, 'it failed its self-test'],
    ['no IPv6', 'spamcop', '2001:db8::1', good, 'it holds no IPv6 addresses'],
    ['no key', 'abusix-combined', '192.0.2.10', good, 'it needs a key, and none is given'],
  ] as const)('skipped, and nothing asked: %s', async (_name, id, address, state, says) => {
    const dns = zone({})
    expect(await askList(pick(id), state, address, dns)).toMatchObject({ verdict: 'skipped', says })
    expect(dns.calls).toEqual([])
  })
})

describe('the self-test of a domain list', () => {
  const dbl = pick('spamhaus-dbl')
  test.each([
    ['holds its test name and not the other', { 'dbltest.com.dbl.spamhaus.org': { A: ['127.0.1.2'] } }, true],
    ['is gone', {}, false],
    ['lists everything', { '*.dbl.spamhaus.org': { A: ['127.0.1.2'] } }, false],
    ['is parked', { '*.dbl.spamhaus.org': { A: ['203.0.113.5'] } }, false],
    ['refuses', { '*.dbl.spamhaus.org': { A: ['127.255.255.254'] } }, false],
  ])('a list that %s', async (_name, literal, usable) => {
    expect((await testDomainList(dbl, zone(literal))).usable).toBe(usable)
  })

  test('a failure is named', async () => {
    const silent = zone({ 'dbltest.com.dbl.spamhaus.org': { A: ['127.0.1.2'] } }, [
      'A example.com.dbl.spamhaus.org',
    ])
    expect(await testDomainList(dbl, silent)).toMatchObject({
      usable: false,
      reason: expect.stringContaining('SERVFAIL'),
    })
  })

  test.each([
    ['holds TEST and not INVALID', { 'test.dbl.nordspam.com': { A: ['127.0.0.2'] } }, undefined],
    ['does not hold TEST', {}, 'it does not list its test name TEST'],
    ['holds everything', { '*.dbl.nordspam.com': { A: ['127.0.0.2'] } }, 'about INVALID, which it must not'],
  ])('without names of its own, a list that %s (RFC 5782 section 5)', async (_name, literal, why) => {
    const tested = await testDomainList(pick('nordspam-dbl'), zone(literal))
    if (why === undefined) expect(tested).toEqual({ usable: true })
    else expect(tested).toEqual({ usable: false, reason: expect.stringContaining(why) })
  })
})

describe('a self-test that is refused says so, and what to do', () => {
  const KEYED = { keys: { 'spamhaus-zen': 'abc', 'spamhaus-dbl': 'abc' } }
  const never = {
    probe: async () => {
      throw new Error('asked')
    },
  }
  const tested = (list: ListSetting, resolver: Resolver) =>
    list.kind === 'domain' ? testDomainList(list, resolver) : testAddressList(list, resolver, never)

  test.each([
    ['spamhaus-zen', {}, '127.255.255.254', 'or set a key of the list in blocklists.keys.spamhaus-zen.'],
    ['spamhaus-zen', KEYED, '127.255.255.255', 'over the query limit (127.255.255.255). Check the key in'],
    ['spamhaus-dbl', KEYED, '127.255.255.255', 'Check the key in blocklists.keys.spamhaus-dbl'],
    [
      'spamcop',
      {},
      '127.255.255.254',
      'the list does not answer this resolver (127.255.255.254). Set a resolver',
    ],
    ['validity-rpbl', {}, '127.255.255.255', 'and register its address with the list.'],
    ['dnswl', {}, '127.0.0.255', 'over the limit / public resolver'],
    ['uribl', {}, '127.0.0.1', 'query refused (public resolver or volume) (127.0.0.1)'],
    ['surbl', {}, '127.0.0.1', 'resolver blocked'],
  ])('%s %p by the code %s', async (id, choice, code, says) => {
    const list = pick(id, choice)
    const { usable, reason = '' } = (await tested(list, zone({ [`*.${list.zone}`]: { A: [code] } }))) as {
      usable: boolean
      reason?: string
    }
    expect(usable).toBe(false)
    expect(reason).toStartWith('the list refuses questions from your DNS server: ')
    expect(reason).toContain(says)
    expect(reason).not.toMatch(/abc|does not list|answers everything/)
  })

  test.each(['barracuda', 'surbl'])('%s by DNS REFUSED', async (id) => {
    const list = pick(id)
    const refusing = zone(
      {},
      {
        [`* ${list.zone}`]: 'refused',
        [`A 2.0.0.127.${list.zone}`]: 'refused',
        [`A ${list.testListed}.${list.zone}`]: 'refused',
      },
    )
    expect(await tested(list, refusing)).toMatchObject({
      usable: false,
      reason: expect.stringContaining('the question was refused (DNS REFUSED)'),
    })
  })

  test('silence is told as silence, without asking twice', async () => {
    const silent = zone({}, { 'A 2.0.0.127.bl.spamcop.net': 'timeout' })
    expect(await tested(pick('spamcop'), silent)).toEqual({
      usable: false,
      reason: 'its self-test got no answer: no answer in time',
    })
  })

  test('a list that answers is for the probe to judge', async () => {
    const seen: string[] = []
    const probe = {
      probe: async (name: string) => {
        seen.push(name)
        return { usable: true } as const
      },
    }
    const good = zone({ '2.0.0.127.bl.spamcop.net': { A: ['127.0.0.2'] } })
    expect(await testAddressList(pick('spamcop'), good, probe)).toEqual({ usable: true })
    expect(seen).toEqual(['bl.spamcop.net'])
  })
})
