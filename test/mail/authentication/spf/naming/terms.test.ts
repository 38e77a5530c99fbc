import { describe, expect, test } from 'bun:test'
import type { SpfNamed } from '../../../../../src/core/aggregate/spf-naming.ts'
import { readSpfTerms } from '../../../../../src/mail/authentication/spf/naming/terms.ts'
import { checkSpf } from '../../../../../src/mail/authentication/spf/verify.ts'
import type { ZoneFailures, ZoneLiteral } from '../../../../../src/net/dns/zone.ts'
import { chance } from '../../../../support/chance.ts'
import { zone } from '../../../../support/zone.ts'

const EVERYWHERE: ZoneLiteral = {
  'example.org': { A: ['192.0.2.1'], AAAA: ['2001:db8::1'], MX: [[1, 'mail.example.org']] },
  'mail.example.org': { A: ['192.0.2.2'] },
  'sender.example': { TXT: ['v=spf1 ip4:198.51.100.0/25 include:more.example ~all'] },
  'more.example': { TXT: ['v=spf1 ip4:198.51.100.128/25 ip6:2001:db8:1::/48 -all'] },
  'soft.example': { TXT: ['v=spf1 ip4:203.0.113.0/24 ?all'] },
  'open.example': { TXT: ['v=spf1 +all'] },
  'broken.example': { TXT: ['v=spf1 ip5:1 ip4:203.0.113.9 -all'] },
  '7.100.51.198.yes.example': { A: ['127.0.0.2'] },
  '7.100.51.198.made.example': { TXT: ['v=spf1 ip4:198.51.100.7 -all'] },
  '7.100.51.198.in-addr.arpa': { PTR: ['a.example.net', 'host.example.org'] },
  'host.example.org': { A: ['198.51.100.7'] },
  '8.100.51.198.in-addr.arpa': { PTR: ['forged.example.org'] },
  ...Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [
      `n${index}.example`,
      { TXT: [`v=spf1 ip4:192.0.2.${100 + index} -all`] },
    ]),
  ),
}

async function naming(
  texts: string | string[],
  ips: string[],
  more: ZoneLiteral = {},
  fail: ZoneFailures = [],
) {
  const TXT = typeof texts === 'string' ? [texts] : texts
  const literal = { ...EVERYWHERE, ...more, 'example.org': { ...EVERYWHERE['example.org'], TXT } }
  const terms = await readSpfTerms('Example.org.', zone(literal, fail))
  return terms.naming(ips)
}

const inWords = (named: SpfNamed | undefined) =>
  named?.state === 'named'
    ? [
        named.term,
        ...named.names.map((name) => `> ${name}`),
        ...(named.permerror ? ['permerror'] : []),
        ...(named.anybody ? ['anybody'] : []),
      ].join(' ')
    : named?.state

describe('which term names an address', () => {
  test.each<[string, string, string]>([
    ['v=spf1 ip4:198.51.100.0/24 -all', '198.51.100.7', 'ip4:198.51.100.0/24'],
    ['v=spf1 ip4:198.51.100.0/24 -all', '198.51.101.7', 'not_named'],
    ['v=spf1 ip4:198.51.100.0/24 -all', '::ffff:198.51.100.7', 'ip4:198.51.100.0/24'],
    ['v=spf1 a mx -all', '192.0.2.1', 'a'],
    ['v=spf1 a mx -all', '2001:db8::1', 'a'],
    ['v=spf1 a mx -all', '192.0.2.2', 'mx'],
    ['v=spf1 a:mail.example.org/24 -all', '192.0.2.77', 'a:mail.example.org/24'],
    ['v=spf1 include:sender.example -all', '198.51.100.7', 'include:sender.example > sender.example'],
    [
      'v=spf1 include:sender.example -all',
      '2001:db8:1::7',
      'include:sender.example > sender.example > more.example',
    ],
    [
      'v=spf1 redirect=sender.example',
      '198.51.100.200',
      'redirect=sender.example > sender.example > more.example',
    ],
    ['v=spf1 redirect=sender.example', '203.0.113.1', 'not_named'],
    // It is there, and does not let in.
    ['v=spf1 ?include:sender.example -all', '198.51.100.7', 'not_named'],
    ['v=spf1 -ip4:198.51.100.7 ip4:198.51.100.0/24 -all', '198.51.100.7', 'not_named'],
    ['v=spf1 -all ip4:198.51.100.0/24', '198.51.100.7', 'not_named'],
    ['v=spf1 include:soft.example -all', '198.51.100.7', 'not_named'],
    // Anybody.
    ['v=spf1 +all', '198.51.100.7', '+all anybody'],
    ['v=spf1 include:open.example -all', '198.51.100.7', 'include:open.example > open.example anybody'],
    ['v=spf1 ip4:198.0.0.0/8 -all', '198.51.100.7', 'ip4:198.0.0.0/8 anybody'],
    ['v=spf1 ip4:198.51.0.0/16 -all', '198.51.100.7', 'ip4:198.51.0.0/16'],
    // For each address another question.
    ['v=spf1 exists:%{i}.yes.example -all', '192.0.2.9', 'not_named'],
    ['v=spf1 exists:%{ir}.yes.example -all', '198.51.100.7', 'exists:%{ir}.yes.example'],
    [
      'v=spf1 include:%{ir}.made.example -all',
      '198.51.100.7',
      'include:%{ir}.made.example > 7.100.51.198.made.example',
    ],
    [
      'v=spf1 redirect=%{ir}.made.example',
      '198.51.100.7',
      'redirect=%{ir}.made.example > 7.100.51.198.made.example',
    ],
    ['v=spf1 ptr -all', '198.51.100.7', 'ptr'],
    ['v=spf1 ptr -all', '198.51.100.8', 'not_named'],
    ['v=spf1 ptr -all', '198.51.100.9', 'not_named'],
    // The message decides, which is not known.
    ['v=spf1 exists:%{l}.yes.example -all', '198.51.100.7', 'unknown'],
    ['v=spf1 exists:%{l}.yes.example ip4:198.51.100.7 -all', '198.51.100.7', 'ip4:198.51.100.7'],
    ['v=spf1 -exists:%{l}.yes.example ip4:198.51.100.7 -all', '198.51.100.7', 'unknown'],
    ['v=spf1 -exists:%{l}.yes.example -all', '198.51.100.7', 'not_named'],
    ['v=spf1 ip4:198.51.100.0/24 -all', 'no address', 'unknown'],
  ])('%s: %s', async (text, ip, expected) => {
    expect(inWords((await naming(text, [ip])).byAddress.get(ip))).toBe(expected)
  })

  test('a record past the limits tells what it names, and that receivers do not get there', async () => {
    const includes = Array.from({ length: 12 }, (_, index) => `include:n${index}.example`).join(' ')
    const told = await naming(`v=spf1 ${includes} -all`, ['192.0.2.100', '192.0.2.111', '192.0.2.112'])
    expect([told.record, told.beyondLimits]).toEqual(['read', true])
    expect([...told.byAddress.values()].map(inWords)).toEqual([
      'include:n0.example > n0.example',
      'include:n11.example > n11.example permerror',
      'not_named',
    ])
  })

  test('so does one that cannot be evaluated', async () => {
    const told = await naming('v=spf1 ipv4:1.2.3.4 ip4:198.51.100.7 foo/bar include:sender.example -all', [
      '198.51.100.7',
      '198.51.100.8',
      '192.0.2.9',
    ])
    expect(told.record).toBe('broken')
    expect([...told.byAddress.values()].map(inWords)).toEqual([
      'ip4:198.51.100.7 permerror',
      'include:sender.example > sender.example permerror',
      'not_named',
    ])
  })

  test('and several records', async () => {
    const told = await naming(
      ['v=spf1 ip4:192.0.2.7 -all', 'v=spf1 include:sender.example -all'],
      ['192.0.2.7', '198.51.100.7'],
    )
    expect(told).toMatchObject({ record: 'broken', text: 'v=spf1 ip4:192.0.2.7 -all' })
    expect([...told.byAddress.values()].map(inWords)).toEqual([
      'ip4:192.0.2.7 permerror',
      'include:sender.example > sender.example permerror',
    ])
  })

  test('a term behind one that leads to nothing', async () => {
    for (const gone of ['include:gone.example', 'include:broken.example']) {
      const told = await naming(`v=spf1 ip4:192.0.2.7 ${gone} ip4:198.51.100.7 -all`, [
        '192.0.2.7',
        '198.51.100.7',
      ])
      expect([...told.byAddress.values()].map(inWords)).toEqual([
        'ip4:192.0.2.7',
        'ip4:198.51.100.7 permerror',
      ])
    }
  })

  test('no record names nobody', async () => {
    const told = await naming([], ['192.0.2.7'])
    expect([told.record, inWords(told.byAddress.get('192.0.2.7'))]).toEqual(['none', 'not_named'])
  })
})

describe('what the DNS does not answer is not known', () => {
  test('the record', async () => {
    const told = await naming('v=spf1 ip4:192.0.2.7 -all', ['192.0.2.7'], {}, ['TXT example.org'])
    expect([told.record, inWords(told.byAddress.get('192.0.2.7'))]).toEqual(['unknown', 'unknown'])
  })

  test('an include: what other terms name is known all the same', async () => {
    const told = await naming(
      'v=spf1 include:sender.example ip4:192.0.2.7 -all',
      ['192.0.2.7', '192.0.2.8'],
      {},
      ['TXT sender.example'],
    )
    expect([...told.byAddress.values()].map(inWords)).toEqual(['ip4:192.0.2.7', 'unknown'])
  })

  test.each(['A example.org', 'MX example.org', 'A mail.example.org'])('%s', async (question) => {
    const told = await naming('v=spf1 a mx -all', ['192.0.2.8', '192.0.2.1'], {}, [question])
    expect(inWords(told.byAddress.get('192.0.2.8'))).toBe('unknown')
  })

  test.each<[boolean, string, string[]]>([
    [true, 'v=spf1 a mx include:sender.example exists:%{l}.x.example include:%{i}.x.example -all', []],
    [true, 'v=spf1 include:gone.example redirect=gone.example', []],
    [false, 'v=spf1 include:sender.example -all', ['TXT more.example']],
    [false, 'v=spf1 a -all', ['A example.org']],
    [false, 'v=spf1 mx -all', ['MX example.org']],
    [false, 'v=spf1 -all', ['TXT example.org']],
  ])('it is told: complete is %p of %s', async (isComplete, text, fail) => {
    const literal = { ...EVERYWHERE, 'example.org': { ...EVERYWHERE['example.org'], TXT: [text] } }
    expect((await readSpfTerms('example.org', zone(literal, fail))).isComplete).toBe(isComplete)
  })

  test('once the signal is aborted', async () => {
    const terms = await readSpfTerms('sender.example', zone(EVERYWHERE))
    const told = await terms.naming(['198.51.100.7'], AbortSignal.abort())
    expect(told.byAddress.get('198.51.100.7')).toEqual({ state: 'unknown' })
  })
})

describe('bounds', () => {
  test('questions for single addresses', async () => {
    const ips = Array.from({ length: 1_000 }, (_, index) => `198.51.${index >> 8}.${index & 255}`)
    const dns = zone({ 'example.org': { TXT: ['v=spf1 exists:%{i}.x.example include:%{i}.y.example -all'] } })
    const terms = await readSpfTerms('example.org', dns)
    const { byAddress } = await terms.naming(ips)
    expect(dns.calls.length).toBeLessThan(500)
    expect(byAddress.get(ips[0] ?? '')).toEqual({ state: 'not_named' })
    expect(byAddress.get(ips.at(-1) ?? '')).toEqual({ state: 'unknown' })
  })

  test('records that lead into each other, also by names that are made', async () => {
    const dns = zone({
      'example.org': { TXT: ['v=spf1 include:%{i}.a.example include:b.example ip4:192.0.2.7 -all'] },
      '*.a.example': { TXT: ['v=spf1 include:%{i}.a.example redirect=%{i}.%{d}'] },
      'b.example': { TXT: ['v=spf1 include:example.org'] },
    })
    const { byAddress } = await (await readSpfTerms('example.org', dns)).naming(['192.0.2.7'])
    expect(byAddress.get('192.0.2.7')?.state).toBe('named')
    expect(dns.calls.length).toBeLessThan(500)
  })
})

describe('it says what the evaluator of messages says', () => {
  const NETWORKS = ['192.0.2.0/25', '192.0.2.64/26', '192.0.2.200', '198.51.100.0/24', '198.51.100.16/28']
  const NAMES = ['a.example', 'b.example', 'c.example', 'gone.example']

  function world(random: () => number): ZoneLiteral {
    const one = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
    const term = () => {
      const qualifier = random() < 0.7 ? '' : one(['-', '~', '?', '+'])
      const name = one(NAMES)
      return `${qualifier}${one([
        `ip4:${one(NETWORKS)}`,
        `ip4:${one(NETWORKS)}`,
        'ip6:2001:db8::/64',
        `include:${name}`,
        `include:${name}`,
        `a:${one(['h1.example', 'h2.example', 'none.example'])}`,
        'mx:m.example/28',
        'exists:%{i}.e.example',
      ])}`
    }
    const end = () => one(['-all', '~all', '', '', `redirect=${one(NAMES)}`, '+all', 'oops:x'])
    const record = () =>
      `v=spf1 ${Array.from({ length: Math.floor(random() * 5) }, term).join(' ')} ${end()}`.trimEnd()
    return {
      'example.org': { TXT: random() < 0.05 ? [record(), record()] : [record()] },
      'a.example': { TXT: [record()] },
      'b.example': { TXT: [record()] },
      'c.example': { TXT: [record()] },
      'h1.example': { A: ['192.0.2.9'] },
      'h2.example': { A: ['192.0.2.200', '198.51.100.17'], AAAA: ['2001:db8::9'] },
      'm.example': {
        MX: [
          [1, 'h1.example'],
          [2, 'h2.example'],
        ],
      },
      '192.0.2.9.e.example': { A: ['127.0.0.2'] },
    }
  }

  const IPS = [
    '192.0.2.9',
    '192.0.2.70',
    '192.0.2.200',
    '198.51.100.17',
    '198.51.100.200',
    '203.0.113.1',
    '2001:db8::9',
  ]

  const NOT_PASSED = ['fail', 'softfail', 'neutral', 'none', 'permerror']
  /** What a message comes out as, by what is said of its address. */
  const answering: Record<string, string[]> = {
    named: ['pass'],
    permerror: ['permerror', 'pass'],
    not_named: NOT_PASSED,
    unknown: [],
  }
  const failing: Record<string, string[]> = {
    named: ['pass', 'temperror'],
    permerror: ['permerror', 'pass', 'temperror'],
    not_named: [...NOT_PASSED, 'temperror'],
    unknown: ['temperror', 'permerror'],
  }

  async function compare(literal: ZoneLiteral, fail: string[]) {
    const { byAddress } = await (await readSpfTerms('example.org', zone(literal, fail))).naming(IPS)
    const compared = []
    for (const clientAddress of IPS) {
      const named: SpfNamed = byAddress.get(clientAddress) ?? { state: 'unknown' }
      const kind = named.state === 'named' && named.permerror ? 'permerror' : named.state
      const { result } = await checkSpf({
        clientAddress,
        sender: 'postmaster@example.org',
        helo: 'helo.example',
        hostname: 'mx.example',
        resolver: zone(literal, fail),
      })
      const allowed = (fail.length > 0 ? failing : answering)[kind]
      compared.push({ clientAddress, kind, result, isRight: allowed?.includes(result), literal, fail })
    }
    return compared
  }

  test.each(Array.from({ length: 20 }, (_, index) => index + 1))('random records, %d', async (seed) => {
    const random = chance(seed * 7_919)
    const kinds = new Set<string>()
    for (let round = 0; round < 20; round += 1) {
      const fail = random() < 0.2 ? [`TXT ${NAMES[Math.floor(random() * 3)]}`] : []
      const compared = await compare(world(random), fail)
      expect(compared.filter(({ isRight }) => !isRight)).toEqual([])
      for (const { kind } of compared) kinds.add(kind)
    }
    expect([...kinds]).toContain('named')
    expect([...kinds]).toContain('not_named')
  })
})
