import { describe, expect, test } from 'bun:test'
import { repairSpf, type SpfNeed } from '../../../../../src/mail/authentication/spf/repair/repair.ts'
import type { ZoneFailures, ZoneLiteral } from '../../../../../src/net/dns/zone.ts'
import { zone } from '../../../../support/zone.ts'
import { textsOf } from './texts.ts'

const X4 = '203.0.113.7'
const X6 = '2001:db8:f::7'
const EVERYWHERE: ZoneLiteral = {
  'example.org': { A: ['192.0.2.1'], MX: [[1, 'mail.example.org']] },
  'mail.example.org': { A: ['192.0.2.2'] },
  'six.example.org': { AAAA: ['2001:db8::2'] },
  'x.example': { TXT: ['v=spf1 ip4:198.51.100.0/24 -all'] },
  'soft.example': { TXT: ['v=spf1 ip4:203.0.113.0/24 ?all'] },
  'noall.example': { TXT: ['v=spf1 ip4:198.51.100.9'] },
  '_spf.example.org': { TXT: ['v=spf1 ip4:198.51.100.9'] },
  'wide.example': { TXT: ['v=spf1 +all'] },
}

async function repaired(
  texts: string | string[],
  need: SpfNeed = {},
  more: ZoneLiteral = {},
  fail: ZoneFailures = [],
) {
  const TXT = typeof texts === 'string' ? [texts] : texts
  const literal = { ...EVERYWHERE, ...more, 'example.org': { ...EVERYWHERE['example.org'], TXT } }
  return textsOf(await repairSpf('example.org', need, zone(literal, fail))).map(([name, text]) =>
    name === 'example.org' ? text : `${name} ${text}`,
  )
}

describe('an address is let in, and nothing else changes', () => {
  test.each<[string, string, string, string]>([
    ['before all', 'v=spf1 mx -all', X4, `v=spf1 mx ip4:${X4} -all`],
    ['before a redirect', 'v=spf1 redirect=x.example', X4, `v=spf1 ip4:${X4} redirect=x.example`],
    ['without all', 'v=spf1 a', X4, `v=spf1 a ip4:${X4}`],
    [
      'in front of a network that fails',
      'v=spf1 a -ip4:203.0.113.0/24 mx ~all',
      X4,
      `v=spf1 ip4:${X4} a -ip4:203.0.113.0/24 mx ~all`,
    ],
    [
      'in front of one that is neutral',
      'v=spf1 ?include:soft.example -all',
      X4,
      `v=spf1 ip4:${X4} ?include:soft.example -all`,
    ],
    [
      'in front of itself',
      `v=spf1 ~ip4:203.0.113.0/24 ip4:${X4} -all`,
      X4,
      `v=spf1 ip4:${X4} ~ip4:203.0.113.0/24 -all`,
    ],
    [
      'behind a term that is open, which stays',
      'v=spf1 ptr exists:%{i}.x.example -all',
      X4,
      `v=spf1 ptr exists:%{i}.x.example ip4:${X4} -all`,
    ],
    [
      'hosts of the other family stay',
      'v=spf1 a a:mail.example.org -all',
      X6,
      `v=spf1 a a:mail.example.org ip6:${X6} -all`,
    ],
    [
      'before hosts that are void for it',
      'v=spf1 a a:mail.example.org a:mail.example.org -all',
      X6,
      `v=spf1 ip6:${X6} a a:mail.example.org a:mail.example.org -all`,
    ],
    [
      'an unknown modifier stays',
      'v=spf1 include=x.example mx -all',
      X4,
      `v=spf1 include=x.example mx ip4:${X4} -all`,
    ],
  ])('%s', async (_what, text, address, better) => {
    expect(await repaired(text, { address })).toEqual([better])
  })

  test('not where the record lets everybody in, or could', async () => {
    for (const wide of ['+all', 'include:wide.example -all', 'ip6:::/0 -all', 'ip6:::/1 ip6:8000::/1 -all']) {
      expect(await repaired(`v=spf1 ${wide}`, { address: X4 })).toEqual([])
    }
  })

  test('a question about the other family that got no answer does not matter where its term stays', async () => {
    const text = 'v=spf1 a:mail.example.org -all'
    const fail = { 'AAAA mail.example.org': 'not-asked' } as const
    expect(await repaired(text, { address: X4 }, {}, fail)).toEqual([
      `v=spf1 a:mail.example.org ip4:${X4} -all`,
    ])
  })
})

describe('a record that cannot be evaluated', () => {
  test.each<[string, string | string[], string[]]>([
    ['a slip', 'v=spf1 mx ipv4:198.51.100.1 -all', ['v=spf1 mx ip4:198.51.100.1 -all']],
    ['a prefix that cannot be is not guessed', 'v=spf1 mx ip4:198.51.100.1/33 -all', []],
    ['an include that is gone', 'v=spf1 mx include:gone.example -all', ['v=spf1 mx -all']],
    ['nothing is left without it', 'v=spf1 include:gone.example -all', []],
    ['a fault that is not ours', 'v=spf1 mx include:bad.example -all', []],
    [
      'a fault below, in a record of our own',
      'v=spf1 mx include:own.example.org -all',
      ['own.example.org v=spf1 ip4:198.51.100.1 -all'],
    ],
    ['two records: the softer all', ['v=spf1 a -all', 'v=spf1 mx ~all'], ['v=spf1 a mx ~all']],
    ['two records: one says nothing of others', ['v=spf1 a', 'v=spf1 mx -all'], ['v=spf1 a mx']],
    [
      'two records: a redirect becomes an include',
      ['v=spf1 mx -all', 'v=spf1 redirect=x.example'],
      ['v=spf1 mx include:x.example -all'],
    ],
    [
      'two records: the same redirect stays one',
      ['v=spf1 a redirect=x.example', 'v=spf1 mx redirect=x.example'],
      ['v=spf1 a mx redirect=x.example'],
    ],
    ['two records: one is open', ['v=spf1 a -all', 'v=spf1 foo -all'], []],
    ['two records: one lets everybody in', ['v=spf1 a -all', 'v=spf1 +all'], []],
    [
      'two records: what fails comes behind what passes',
      ['v=spf1 -ip4:192.0.2.0/24 a:six.example.org -all', 'v=spf1 mx -all'],
      ['v=spf1 a:six.example.org mx -ip4:192.0.2.0/24 -all'],
    ],
    [
      'a term that fails before the same in one record: not to be told apart',
      'v=spf1 -ip4:192.0.2.2 mx include:gone.example -all',
      [],
    ],
    ['mail hosts that are too many', 'v=spf1 mx:many.example a -all', []],
    ['+all', 'v=spf1 ipv4:198.51.100.1 +all', []],
  ])('%s', async (_what, texts, better) => {
    const more = {
      'bad.example': { TXT: ['v=spf1 ipv4:198.51.100.1 -all'] },
      'own.example.org': { TXT: ['v=spf1 ipv4:198.51.100.1 -all'] },
      'many.example': { MX: Array.from({ length: 11 }, (_, i) => [i, 'mail.example.org'] as const) },
    }
    expect(await repaired(texts, {}, more)).toEqual(better)
  })

  test('two records that are too many look-ups together', async () => {
    const hosts = Array.from({ length: 12 }, (_, i) => `h${i}.example.org`)
    const more = Object.fromEntries(hosts.map((host, i) => [host, { A: [`192.0.2.${20 + i}`] }]))
    const terms = hosts.map((host) => `a:${host}`)
    const texts = [`v=spf1 ${terms.slice(0, 6).join(' ')} ~all`, `v=spf1 ${terms.slice(6).join(' ')} ~all`]
    const [text = ''] = await repaired(texts, {}, more)
    for (const term of terms.slice(2)) expect(text).toContain(term)
    expect(text).toContain('ip4:192.0.2.20 ip4:192.0.2.21')
  })

  test('a softfail and too many look-ups are one record', async () => {
    const hosts = Array.from({ length: 11 }, (_, i) => `h${i}.example.org`)
    const more = Object.fromEntries(hosts.map((host, i) => [host, { A: [`192.0.2.${20 + i}`] }]))
    const found = await repaired(
      `v=spf1 ${hosts.map((host) => `a:${host}`).join(' ')} ~all`,
      { address: X4 },
      more,
    )
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(/^v=spf1 ip4:192\.0\.2\.20 .* ip4:203\.0\.113\.7 ~all$/)
  })

  test('ptr is not dropped from a shorter record', async () => {
    const hosts = Array.from({ length: 11 }, (_, i) => `h${i}.example.org`)
    const more = Object.fromEntries(hosts.map((host, i) => [host, { A: [`192.0.2.${20 + i}`] }]))
    for (const text of await repaired(
      `v=spf1 ${hosts.map((host) => `a:${host}`).join(' ')} ptr -all`,
      {},
      more,
    )) {
      expect(text).toContain(' ptr ')
    }
  })

  test('of names without an answer those go that have none in either family', async () => {
    const text =
      'v=spf1 a:gone1.example a:gone2.example a:gone3.example a:six.example.org ip4:198.51.100.1 -all'
    expect(await repaired(text, { voids: true })).toEqual(['v=spf1 a:six.example.org ip4:198.51.100.1 -all'])
    const open = { 'AAAA gone1.example': 'timeout' } as const
    expect(await repaired(text, { voids: true }, {}, open)).toEqual([
      'v=spf1 a:gone1.example a:six.example.org ip4:198.51.100.1 -all',
    ])
  })
})

describe('a record that says nothing of others', () => {
  test.each<[string, string, string[]]>([
    ['its own end', 'v=spf1 mx', ['v=spf1 mx ~all']],
    ['?all is a policy', 'v=spf1 mx ?all', []],
    [
      'the end of a record of our own',
      'v=spf1 mx redirect=_spf.example.org',
      ['_spf.example.org v=spf1 ip4:198.51.100.9 ~all'],
    ],
    ['the record of others', 'v=spf1 mx redirect=noall.example', []],
  ])('%s', async (_what, text, better) => {
    const all = /all$/.test(text) && !text.includes('redirect')
    expect(await repaired(text, { end: !all })).toEqual(better)
  })
})

describe('a term that names what looks unregistered', () => {
  test.each<[string, string, string]>([
    ['is left out', 'v=spf1 a:gone.example mx -all', `v=spf1 mx ip4:${X4} -all`],
    ['however it is written', 'v=spf1 +A:Gone.example mx -all', `v=spf1 mx ip4:${X4} -all`],
    [
      'stays where it does not pass',
      'v=spf1 ?a:gone.example mx -all',
      `v=spf1 ?a:gone.example mx ip4:${X4} -all`,
    ],
    [
      'stays where it lets in somebody today',
      'v=spf1 a:six.example.org mx -all',
      `v=spf1 a:six.example.org mx ip4:${X4} -all`,
    ],
    [
      'stays where that is open',
      'v=spf1 ptr:gone.example mx -all',
      `v=spf1 ptr:gone.example mx ip4:${X4} -all`,
    ],
  ])('%s', async (_what, text, better) => {
    const unregistered = ['a:gone.example', 'a:six.example.org', 'ptr:gone.example']
    expect(await repaired(text, { address: X4, unregistered })).toEqual([better])
  })

  test('what is left out and what stays is told', async () => {
    const TXT = ['v=spf1 a:gone.example exists:%{i}.gone.example mx -all']
    const names = zone({ ...EVERYWHERE, 'example.org': { ...EVERYWHERE['example.org'], TXT } })
    const unregistered = ['a:gone.example', 'exists:%{i}.gone.example', 'a:nowhere.example']
    const repair = await repairSpf('example.org', { address: X4, unregistered }, names)
    expect([repair?.removed, repair?.unregistered]).toEqual([
      ['a:gone.example'],
      ['exists:%{i}.gone.example'],
    ])
  })

  test('nothing is offered that lets nobody in', async () => {
    const need = { end: true, unregistered: ['a:gone.example'] }
    expect(await repaired('v=spf1 a:gone.example', need)).toEqual([])
    expect(await repaired('v=spf1 a:gone.example', { ...need, address: X4 })).toEqual([`v=spf1 ip4:${X4}`])
  })
})

describe('mail in the name of another record that is changed', () => {
  const below = (text: string): ZoneLiteral => ({ '_l.example.org': { TXT: [text] } })
  test('is kept: whom a loop lets in there is not cut off', async () => {
    const more = below('v=spf1 ip4:192.0.2.9 include:example.org -all')
    expect(await repaired('v=spf1 ip4:192.0.2.8 include:_l.example.org -all', {}, more)).toEqual([])
  })
  test('may change where the loop lets in nobody more', async () => {
    const more = below('v=spf1 ip4:192.0.2.9 include:_l.example.org -all')
    expect(await repaired('v=spf1 ip4:192.0.2.8 include:_l.example.org -all', {}, more)).toEqual([
      '_l.example.org v=spf1 ip4:192.0.2.9 -all',
    ])
  })
})

test('a record with more terms than are read stays: what is behind them would be lost', async () => {
  const text = `v=spf1 ${'a '.repeat(600)}ip4:198.51.100.77 -all`
  expect(await repaired(text, { address: X4 })).toEqual([])
})
