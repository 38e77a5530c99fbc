import { describe, expect, test } from 'bun:test'
import { type SpfTree, walkSpf } from '../../../../src/mail/authentication/spf/tree.ts'
import type { ZoneFailures, ZoneLiteral } from '../../../../src/net/dns/zone.ts'
import { zone } from '../../../support/zone.ts'

const KNOWN = { clientAddress: '192.0.2.10', sender: 'ann@example.org', helo: 'mail.example.org' }

function walk(text: string, more: ZoneLiteral = {}, fail: ZoneFailures = []): Promise<SpfTree> {
  const own = more['example.org'] ?? {}
  const literal = { ...more, 'example.org': { ...own, TXT: [text] } }
  return walkSpf('example.org', { resolver: zone(literal, fail), ...KNOWN })
}

function codes(tree: SpfTree): string[] {
  return tree.problems.map(({ code }) => code)
}

const A = { A: ['192.0.2.1'] }
const LEAF = { TXT: ['v=spf1 ip4:198.51.100.1 -all'] }

/** Counted by hand from RFC 7208 4.6.4: include, a, mx, ptr, exists and redirect cost one each, and what is below them. */
describe('worst-case look-ups', () => {
  test.each<[string, string, ZoneLiteral, number, number]>([
    ['addresses cost nothing', 'v=spf1 ip4:192.0.2.0/24 ip6:2001:db8::/32 -all', {}, 0, 0],
    [
      'one each for a and mx',
      'v=spf1 a mx -all',
      { 'example.org': { ...A, MX: [[1, 'm.example.org']] } },
      2,
      0,
    ],
    ['a null mx is an answer', 'v=spf1 mx -all', { 'example.org': { MX: [[0, '.']] } }, 1, 0],
    [
      'an include costs one and what it holds',
      'v=spf1 include:x.example -all',
      { 'x.example': { TXT: ['v=spf1 a a:b.x.example -all'], ...A }, 'b.x.example': A },
      3,
      0,
    ],
    [
      'nested includes',
      'v=spf1 include:x.example -all',
      {
        'x.example': { TXT: ['v=spf1 include:y.example include:z.example -all'] },
        'y.example': LEAF,
        'z.example': { TXT: ['v=spf1 include:y.example -all'] },
      },
      4,
      0,
    ],
    [
      'the same include twice is asked twice',
      'v=spf1 include:x.example include:x.example -all',
      { 'x.example': LEAF },
      2,
      0,
    ],
    [
      'a redirect costs one and what it holds',
      'v=spf1 redirect=x.example',
      { 'x.example': { TXT: ['v=spf1 a -all'], ...A } },
      2,
      0,
    ],
    ['a redirect beside all is not followed', 'v=spf1 -all redirect=x.example', { 'x.example': LEAF }, 0, 0],
    [
      'nothing behind all is reached',
      'v=spf1 a ~all mx include:x.example',
      { 'example.org': A, 'x.example': LEAF },
      1,
      0,
    ],
    [
      'all ends an include, not the record',
      'v=spf1 include:x.example a -all',
      { 'example.org': A, 'x.example': { TXT: ['v=spf1 -all mx a'] } },
      2,
      0,
    ],
    [
      'exists and ptr',
      'v=spf1 exists:e.example.org ptr -all',
      { 'e.example.org': { A: ['127.0.0.2'] }, '10.2.0.192.in-addr.arpa': { PTR: ['mail.example.org'] } },
      2,
      0,
    ],
    ['exp is not counted', 'v=spf1 a exp=why.example.org -all', { 'example.org': A }, 1, 0],
    [
      '%{p} is a look-up of its own',
      'v=spf1 exists:%{p}.example.org -all',
      { 'unknown.example.org': { A: ['127.0.0.2'] } },
      2,
      0,
    ],
    [
      'macros are expanded',
      'v=spf1 include:%{d2}.x.example exists:%{ir}.%{v}.e.example -all',
      { 'example.org.x.example': LEAF, '10.2.0.192.in-addr.e.example': { A: ['127.0.0.2'] } },
      2,
      0,
    ],
    [
      'names without an answer are void',
      'v=spf1 a:no.example.org mx:no.example.org exists:no.example.org include:no.example.org -all',
      {},
      4,
      4,
    ],
    [
      'a name with another type is void too',
      'v=spf1 a:m.example.org -all',
      { 'm.example.org': { AAAA: ['2001:db8::1'] } },
      1,
      1,
    ],
  ])('%s', async (_name, text, more, lookups, voids) => {
    const tree = await walk(text, more)
    expect({ lookups: tree.lookups, voids: tree.voids, incomplete: tree.incomplete }).toEqual({
      lookups,
      voids,
      incomplete: false,
    })
  })

  test('each term of the record knows its own cost', async () => {
    const tree = await walk('v=spf1 a include:x.example -all', {
      'example.org': A,
      'x.example': { TXT: ['v=spf1 mx -all'], MX: [[1, 'm.x.example']] },
    })
    expect(tree.root.terms.map(({ term, lookups }) => [term.text, lookups])).toEqual([
      ['a', 1],
      ['include:x.example', 2],
      ['-all', 0],
    ])
  })

  test('a client of the other family asks the other type', async () => {
    const resolver = zone({ 'example.org': { TXT: ['v=spf1 a -all'], ...A } })
    const tree = await walkSpf('example.org', { resolver, clientAddress: '2001:db8::1' })
    expect(tree.voids).toBe(1)
    expect(resolver.calls).toContain('AAAA example.org')
    expect((await walkSpf('Example.ORG.', { resolver })).voids).toBe(0)
  })
})

describe('what could not be asked is neither void nor clean', () => {
  test('a failed include', async () => {
    const tree = await walk('v=spf1 include:x.example -all', {}, ['TXT x.example'])
    expect(tree).toMatchObject({ lookups: 1, voids: 0, incomplete: true })
    expect(codes(tree)).toEqual([])
  })

  test('a failed a', async () => {
    expect(await walk('v=spf1 a:h.example -all', {}, { 'A h.example': 'timeout' })).toMatchObject({
      lookups: 1,
      voids: 0,
      incomplete: true,
    })
  })

  test('a macro whose value is not known', async () => {
    const resolver = zone({
      'example.org': { TXT: ['v=spf1 exists:%{i}.e.example include:%{l}.x.example -all'] },
    })
    expect(await walkSpf('example.org', { resolver })).toMatchObject({
      lookups: 2,
      voids: 0,
      incomplete: true,
    })
  })

  test('the record itself', async () => {
    const tree = await walkSpf('example.org', { resolver: zone({}, ['TXT example.org']) })
    expect(tree).toMatchObject({ incomplete: true, root: { state: 'failed', reason: 'servfail' } })
  })
})

describe('problems', () => {
  test.each<[string, string, ZoneLiteral, string]>([
    ['an include of itself', 'v=spf1 include:example.org -all', {}, 'spf-loop'],
    [
      'an include in a circle',
      'v=spf1 include:x.example -all',
      { 'x.example': { TXT: ['v=spf1 include:example.org -all'] } },
      'spf-loop',
    ],
    [
      'an include without a record',
      'v=spf1 include:x.example -all',
      { 'x.example': { TXT: ['hello'] } },
      'spf-missing-target',
    ],
    ['a redirect without a record', 'v=spf1 redirect=x.example', {}, 'spf-missing-target'],
    [
      'more than ten mail hosts',
      'v=spf1 mx -all',
      { 'example.org': { MX: Array.from({ length: 11 }, (_, i) => [i, `m${i}.example.org`] as const) } },
      'spf-mx-hosts',
    ],
    [
      'two records below',
      'v=spf1 include:x.example -all',
      { 'x.example': { TXT: ['v=spf1 -all', 'v=spf1 a -all'] } },
      'spf-several-records',
    ],
    [
      'a fault below',
      'v=spf1 include:x.example -all',
      { 'x.example': { TXT: ['v=spf1 ip4:999.1.1.1 -all'] } },
      'spf-syntax',
    ],
    ['ptr', 'v=spf1 ptr -all', { '10.2.0.192.in-addr.arpa': { PTR: ['mail.example.org'] } }, 'spf-ptr'],
    ['a term twice', 'v=spf1 ip4:192.0.2.1 ip4:192.0.2.1 -all', {}, 'spf-duplicate'],
    ['three void terms', 'v=spf1 a:x.example a:y.example a:z.example -all', {}, 'spf-voids-over'],
  ])('%s', async (_name, text, more, code) => {
    expect(codes(await walk(text, more))).toContain(code)
  })

  test('two void terms are within the limit', async () => {
    expect(codes(await walk('v=spf1 a:x.example a:y.example -all'))).toEqual([])
  })

  test('the local part of the sender is not repeated', async () => {
    const tree = await walk('v=spf1 include:%{l}.x.example -all')
    expect(codes(tree)).toContain('spf-missing-target')
    expect(JSON.stringify(tree.problems)).not.toContain('ann')
    const below = await walk('v=spf1 include:%{l}.x.example -all', {
      'ann.x.example': { TXT: ['v=spf1 redirect=no.%{d}'] },
    })
    expect(codes(below)).toContain('spf-missing-target')
    expect(JSON.stringify(below.problems)).not.toContain('ann')
  })
})

describe('bounds', () => {
  test('a record that includes twice at every step does not grow without end', async () => {
    const names = Array.from({ length: 20 }, (_, i) => `n${i}.example`)
    const literal = Object.fromEntries(
      names.map((name, i) => [
        name,
        { TXT: [`v=spf1 include:n${i + 1}.example include:n${i + 1}.example -all`] },
      ]),
    )
    const resolver = zone(literal)
    const tree = await walkSpf('n0.example', { resolver })
    expect(tree.incomplete).toBe(true)
    expect(tree.lookups).toBeGreaterThan(10)
    expect(resolver.calls.length).toBeLessThanOrEqual(60)
  })

  test('a long chain is cut', async () => {
    const literal = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [`n${i}.example`, { TXT: [`v=spf1 redirect=n${i + 1}.example`] }]),
    )
    const tree = await walkSpf('n0.example', { resolver: zone(literal) })
    expect(tree).toMatchObject({ incomplete: true })
    expect(codes(tree)).toContain('spf-lookups-over')
  })

  test('a record of 60 KB is read up to a bound', async () => {
    const tree = await walk(`v=spf1 ${'ip4:192.0.2.1 '.repeat(4_000)}-all`)
    expect(tree.lookups).toBe(0)
  })
})
