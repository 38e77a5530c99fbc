import { describe, expect, test } from 'bun:test'
import { writtenChange } from '../../../../src/core/fix.ts'
import { withLikelyNames } from '../../../../src/mail/authentication/spf/repair/likely-names.ts'
import { walkSpf } from '../../../../src/mail/authentication/spf/tree.ts'
import { remarksOnSpf } from '../../../../src/mail/authentication/spf/verdict.ts'
import type { ZoneLiteral } from '../../../../src/net/dns/zone.ts'
import { zone } from '../../../support/zone.ts'

const none = async (domain: string, literal: ZoneLiteral = {}) => {
  const resolver = zone(literal)
  const tree = await walkSpf(domain, { resolver })
  const [remark] = await remarksOnSpf(
    { result: 'none', domain, identity: 'mailfrom' },
    '192.0.2.1',
    tree,
    resolver,
  )
  return remark
}

describe('the first record of a domain', () => {
  test('is offered for a domain, and for nothing else', async () => {
    expect((await none('example.org'))?.advice).toContain('example.org TXT "v=spf1 ip4:192.0.2.1 ~all"')
    for (const other of ['vm', '[192.0.2.7]', 'a b.example', '\u001b[1mb.example'])
      expect((await none(other))?.advice).toStartWith('Send with an envelope sender at a domain of your own')
  })

  test('comes with ~all and words of caution, also about mail that comes in elsewhere', async () => {
    const remark = await none('example.org', { 'example.org': { MX: [[1, 'mx.provider.example']] } })
    expect(remark?.advice).toContain('Start with ~all')
    expect(remark?.advice).toContain('received by mx.provider.example, which belongs to another organisation')
    expect(remark?.advice).not.toContain('TXT "v=spf1 ip4:192.0.2.1 -all"')
  })

  test('none stands beside an alias', async () => {
    const remark = await none('b.example.org', {
      'b.example.org': { CNAME: ['platform.example'] },
      'platform.example': { A: ['192.0.2.9'] },
    })
    expect(remark?.changes).toBeUndefined()
    expect(remark?.advice).toContain('is an alias (CNAME)')
  })

  test('what was meant for a record keeps what it lists', async () => {
    const remark = await none('example.org', {
      'example.org': { TXT: ['"v=spf1 ip4:198.51.100.1 include:x.example -all"'] },
      'x.example': { TXT: ['v=spf1 -all'] },
    })
    expect(remark?.changes).toMatchObject([{ replaces: '"v=spf1 ip4:198.51.1' }])
    expect(remark?.changes?.map(writtenChange)).toEqual([
      'example.org TXT "v=spf1 ip4:198.51.100.1 include:x.example ip4:192.0.2.1 -all"',
    ])
    const open = await none('example.org', { 'example.org': { TXT: ['v=spf1;ip4=198.51.100.1 fooo'] } })
    expect(open?.changes).toBeUndefined()
    const wide = await none('example.org', { 'example.org': { TXT: ['"v=spf1 +all"'] } })
    expect(wide?.changes).toBeUndefined()
  })
})

test('a misspelt service is told as the one that was probably meant, where that has a record', async () => {
  const text = 'v=spf1 include:_spf.gogle.com ip4:198.51.100.1 -all'
  const told = async (literal: ZoneLiteral) => {
    const resolver = zone({ 'example.org': { TXT: [text] }, ...literal })
    const tree = await walkSpf('example.org', { resolver })
    const outcome = { result: 'permerror', domain: 'example.org', identity: 'mailfrom' } as const
    return (await remarksOnSpf(outcome, '192.0.2.1', tree, resolver))[0]
  }
  const known = await told({ '_spf.google.com': { TXT: ['v=spf1 ip4:203.0.113.0/24 -all'] } })
  expect(known?.advice).toContain('_spf.gogle.com was probably meant to be _spf.google.com')
  expect(known?.changes).toBeUndefined()
  const unknown = await told({})
  expect(unknown?.advice).not.toContain('google.com')
  expect(unknown?.changes?.map(writtenChange)).toEqual([
    'example.org TXT "v=spf1 ip4:198.51.100.1 ip4:192.0.2.1 -all"',
  ])
  expect(unknown?.advice).toContain('It leaves out include:_spf.gogle.com')
})

test.each<[string, string | undefined]>([
  ['zohomail.eo', 'zohomail.eu'],
  ['zohomail.comm', 'zohomail.com'],
  // As near to one as to another.
  ['zohomail.en', undefined],
  ['e2mb.net', undefined],
])('of several services the nearest was meant: %s', async (written, meant) => {
  const record = { TXT: ['v=spf1 ip4:203.0.113.0/24 -all'] }
  const names = ['zohomail.com', 'zohomail.eu', 'zohomail.in', 'e2ma.net']
  const literal = Object.fromEntries(names.map((name) => [name, record]))
  const resolver = zone({ ...literal, 'example.org': { TXT: [`v=spf1 include:${written} -all`] } })
  const { problems } = await withLikelyNames(await walkSpf('example.org', { resolver }), resolver)
  const said = problems.map(({ advice }) => /probably meant to be (\S+),/.exec(advice)?.[1])
  expect(said.filter((one) => one !== undefined)).toEqual(meant === undefined ? [] : [meant])
})

test('an address that a host name without records cannot list is told in words', async () => {
  const outcome = { result: 'fail', domain: 'vm', identity: 'helo' } as const
  const [left] = await remarksOnSpf(outcome, '192.0.2.1', undefined, zone({}))
  expect(left?.advice).toStartWith('If 192.0.2.1 may send for vm, put ip4:192.0.2.1 into its SPF record')
  expect(left?.changes).toBeUndefined()
})
