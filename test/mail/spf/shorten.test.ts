import { describe, expect, test } from 'bun:test'
import { type SpfTree, walkSpf } from '../../../src/mail/spf-tree.ts'
import type { ZoneLiteral } from '../../../src/net/dns/zone.ts'
import { zone } from '../../support/zone.ts'

const KNOWN = { clientAddress: '192.0.2.10', sender: 'ann@example.org', helo: 'mail.example.org' }
const LEAF = { TXT: ['v=spf1 ip4:198.51.100.1 -all'] }

function walk(text: string, more: ZoneLiteral = {}): Promise<SpfTree> {
  const literal = { ...more, 'example.org': { ...more['example.org'], TXT: [text] } }
  return walkSpf('example.org', { resolver: zone(literal), ...KNOWN })
}

describe('a shorter record', () => {
  const hosts = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, i) => [`h${i}.example.org`, { A: [`192.0.2.${i}`] }]),
    )

  test('own hosts are replaced by their addresses first', async () => {
    const names = Array.from({ length: 9 }, (_, i) => `a:h${i}.example.org`).join(' ')
    const { suggestion, lookups } = await walk(`v=spf1 ${names} include:x.example ~all`, {
      ...hosts(9),
      'x.example': LEAF,
    })
    expect(lookups).toBe(10)
    expect(suggestion?.lookups).toBe(7)
    expect(suggestion?.flattened).toEqual([])
    expect(suggestion?.records[0]?.text).toStartWith(
      'v=spf1 ip4:192.0.2.0 ip4:192.0.2.1 ip4:192.0.2.2 a:h3.example.org',
    )
    expect(suggestion?.records[0]?.text).toEndWith('include:x.example ~all')
  })

  test('the suggested record means the same and needs no more than it says', async () => {
    const includes = Array.from({ length: 12 }, (_, i) => `include:i${i}.example`)
    const addresses = Array.from({ length: 30 }, (_, i) => `ip4:198.51.100.${i}`).join(' ')
    const literal = Object.fromEntries(
      includes.map((term) => [term.slice(8), { TXT: [`v=spf1 ${addresses} -all`] }]),
    )
    const { suggestion } = await walk(`v=spf1 ${includes.join(' ')} -all`, literal)
    const published = Object.fromEntries(
      (suggestion?.records ?? []).map(({ name, text }) => [name, { TXT: [text] }]),
    )
    const again = await walkSpf('example.org', { resolver: zone({ ...literal, ...published }), ...KNOWN })
    expect(again.lookups).toBe(suggestion?.lookups ?? -1)
    expect(again.lookups).toBeLessThan(10)
    expect(again.problems).toEqual([])
    for (const { text } of suggestion?.records ?? []) expect(text.length).toBeLessThanOrEqual(450)
  })

  test('an include that depends on the sender is kept', async () => {
    const names = Array.from({ length: 8 }, (_, i) => `a:h${i}.example.org`).join(' ')
    const { suggestion } = await walk(`v=spf1 ${names} include:%{l}.x.example -all`, {
      ...hosts(8),
      'ann.x.example': LEAF,
    })
    expect(suggestion?.records[0]?.text).toContain('include:%{l}.x.example')
  })

  test('far from the limit nothing is suggested', async () => {
    expect(
      (await walk('v=spf1 a mx -all', { 'example.org': { A: ['192.0.2.1'], MX: [[1, 'm.example.org']] } }))
        .suggestion,
    ).toBeUndefined()
  })
})
