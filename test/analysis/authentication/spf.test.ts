import { describe, expect, test } from 'bun:test'
import { spf } from '../../../src/analysis/analyzers/authentication/spf.ts'
import type { ZoneFailures, ZoneLiteral } from '../../../src/net/dns/zone.ts'
import { withFix } from '../../support/with-fix.ts'
import { type Scene, scene } from './authentication-scene.ts'

function record(text: string, more: ZoneLiteral = {}): ZoneLiteral {
  return { 'example.org': { TXT: [text] }, ...more }
}

async function judge(given: Scene) {
  const { status, score, detail, quotes } = withFix(await spf.run(scene(given)))
  return { status, score, detail, quotes, codes: (detail['findings'] ?? '').split(',').filter(Boolean) }
}

test('nobody is told to publish a record at a provider for everybody', async () => {
  const zone = { 'gmail.com': { TXT: ['v=spf1 ip4:192.0.2.11 ptr ~all'] } }
  const { score, codes, detail } = await judge({ zone, envelope: { mailFrom: 'ann@gmail.com' } })
  expect({ score, codes }).toEqual({ score: -0.8, codes: ['spf-softfail'] })
  expect(detail['advice']).not.toContain('v=spf1')
})

describe('result and cost', () => {
  test.each<[string, ZoneLiteral, string, number, string[]]>([
    ['pass', record('v=spf1 ip4:192.0.2.10 -all'), 'passed', 0, []],
    ['none', {}, 'failed', -1, ['spf-none']],
    ['fail', record('v=spf1 ip4:192.0.2.11 -all'), 'failed', -1.5, ['spf-fail']],
    ['softfail', record('v=spf1 ip4:192.0.2.11 ~all'), 'failed', -0.8, ['spf-softfail']],
    ['neutral', record('v=spf1 ip4:192.0.2.11 ?all'), 'failed', -0.5, ['spf-neutral']],
    ['a pass by +all', record('v=spf1 +all'), 'failed', -0.5, ['spf-plus-all']],
    ['a pass by all', record('v=spf1 all'), 'failed', -0.5, ['spf-plus-all']],
    [
      'a pass by a network of all addresses',
      record('v=spf1 ip4:0.0.0.0/0 -all'),
      'failed',
      -0.5,
      ['spf-plus-all', 'spf-wide-network'],
    ],
    [
      'a pass by +all of an include',
      record('v=spf1 include:x.example -all', { 'x.example': { TXT: ['v=spf1 +all'] } }),
      'failed',
      -0.5,
      ['spf-plus-all'],
    ],
    ['a listed address beside ?all', record('v=spf1 ip4:192.0.2.10 ?all'), 'passed', 0, ['spf-no-all']],
    ['a record without all', record('v=spf1 ip4:192.0.2.10'), 'passed', 0, ['spf-no-all']],
    [
      'an include of something that is no domain name',
      record('v=spf1 ip4:192.0.2.10 include:a..example -all'),
      'passed',
      0,
      ['spf-bad-target'],
    ],
    [
      'a syntax error in an include that is not reached',
      record('v=spf1 ip4:192.0.2.10 include:x.example -all', {
        'x.example': { TXT: ['v=spf1 ipv4:1 -all'] },
      }),
      'passed',
      0,
      ['spf-syntax'],
    ],
    [
      'an equals sign in place of a colon',
      record('v=spf1 ip4:192.0.2.10 ip4=192.0.2.11 -all'),
      'passed',
      0,
      ['spf-unknown-modifier'],
    ],
    ['a term twice', record('v=spf1 ip4:192.0.2.10 ip4:192.0.2.10 -all'), 'passed', 0, ['spf-duplicate']],
    [
      'an mx term of eleven hosts',
      record('v=spf1 ip4:192.0.2.10 mx:x.example -all', {
        'x.example': { MX: Array.from({ length: 11 }, (_, i) => [i, `mx${i}.x.example`] as const) },
      }),
      'passed',
      0,
      ['spf-mx-hosts'],
    ],
    ['a syntax error', record('v=spf1 ipv4:192.0.2.10 -all'), 'failed', -1.5, ['spf-permerror']],
    [
      'two records',
      { 'example.org': { TXT: ['v=spf1 ip4:192.0.2.10 -all', 'v=spf1 mx ~all'] } },
      'failed',
      -1.5,
      ['spf-permerror'],
    ],
    [
      'an include without a record',
      record('v=spf1 include:gone.example ip4:192.0.2.10 -all'),
      'failed',
      -1.5,
      ['spf-permerror'],
    ],
    [
      'an include without a record, not reached',
      record('v=spf1 ip4:192.0.2.10 include:gone.example -all'),
      'passed',
      0,
      ['spf-missing-target'],
    ],
    ['something like a record', record('"v=spf1 -all"'), 'failed', -1, ['spf-none', 'spf-not-a-record']],
    ['ptr', record('v=spf1 ip4:192.0.2.10 ptr -all'), 'passed', 0, ['spf-ptr']],
    ['terms behind all', record('v=spf1 ip4:192.0.2.10 -all a mx'), 'passed', 0, ['spf-after-all']],
  ])('%s', async (_name, zone, status, score, codes) => {
    expect(await judge({ zone })).toMatchObject({ status, score, codes })
  })

  test('an address without a record of its domain that cannot be fetched is undetermined', async () => {
    for (const fail of [['TXT example.org'], { 'TXT example.org': 'timeout' }] satisfies ZoneFailures[]) {
      expect(await judge({ fail })).toMatchObject({ status: 'error', score: 0 })
    }
  })
})

describe('the record to publish', () => {
  test.each([
    ['none', {}, 'example.org TXT "v=spf1 ip4:192.0.2.10 ~all"'],
    [
      'fail',
      record('v=spf1 mx include:x.example -all', {
        'x.example': { TXT: ['v=spf1 -all'] },
        'example.org': { TXT: ['v=spf1 mx include:x.example -all'], MX: [[1, 'm.example.org']] },
      }),
      'example.org TXT "v=spf1 mx include:x.example ip4:192.0.2.10 -all"',
    ],
    ['softfail', record('v=spf1 ~all'), 'example.org TXT "v=spf1 ip4:192.0.2.10 ~all"'],
    [
      'redirect',
      record('v=spf1 redirect=x.example', { 'x.example': { TXT: ['v=spf1 -all'] } }),
      'example.org TXT "v=spf1 ip4:192.0.2.10 redirect=x.example"',
    ],
    ['+all: none', record('v=spf1 a +all'), 'Find out which hosts send for it'],
    ['a slip', record('v=spf1 ipv4:192.0.2.10 -all'), 'write ip4:192.0.2.10 instead of ipv4:192.0.2.10'],
    [
      'two records',
      { 'example.org': { TXT: ['v=spf1 ip4:192.0.2.10 ~all', 'v=spf1 mx -all'] } },
      'v=spf1 ip4:192.0.2.10 mx ~all',
    ],
  ] as const)('%s', async (_name, zone, advice) => {
    const { detail } = await judge({ zone })
    expect(detail['advice']).toContain(advice)
  })

  test('an IPv6 client is let in with ip6', async () => {
    const { detail } = await judge({ envelope: { clientAddress: '2001:db8::7' } })
    expect(detail['advice']).toContain('example.org TXT "v=spf1 ip6:2001:db8::7 ~all"')
  })
})

describe('what is judged', () => {
  const helo = { envelope: { mailFrom: '' } }

  test.each([
    ['no record: nothing is asked of it', {}, 'neutral', 0],
    [
      'a record that allows it',
      { 'mail.example.org': { TXT: ['v=spf1 a -all'], A: ['192.0.2.10'] } },
      'passed',
      0,
    ],
    ['a record that forbids it', { 'mail.example.org': { TXT: ['v=spf1 -all'] } }, 'failed', -1.5],
  ] as const)('with a null sender the HELO name: %s', async (_name, zone, status, score) => {
    const conclusion = await judge({ zone, ...helo })
    expect(conclusion).toMatchObject({ status, score })
    expect(conclusion.detail).toMatchObject({ identity: 'helo', checked_domain: 'mail.example.org' })
  })

  test('both identities are shown', async () => {
    const zone = record('v=spf1 ip4:192.0.2.10 -all')
    expect((await judge({ zone })).detail).toMatchObject({
      checked_ip: '192.0.2.10',
      checked_domain: 'example.org',
      identity: 'mailfrom',
      result: 'pass',
      helo_domain: 'mail.example.org',
      helo_result: 'none',
      lookups: '0 of 10',
      record: 'v=spf1 ip4:192.0.2.10 -all',
    })
  })

  test.each(['10.1.2.3', '127.0.0.1', '100.64.0.9', 'fd00::1', '169.254.1.1'])(
    'behind a proxy (%s) nothing can be said',
    async (clientAddress) => {
      const conclusion = await judge({ zone: record('v=spf1 -all'), envelope: { clientAddress } })
      expect(conclusion).toMatchObject({ status: 'error', score: 0 })
      expect(conclusion.detail['summary']).toContain('not a public address')
      expect(conclusion.detail).not.toContainAnyKeys(['result', 'helo_result'])
    },
  )

  test('from a file nothing is held against the sender', async () => {
    const without = ['clientAddress', 'helo'] as const
    const conclusion = await judge({ zone: record('v=spf1 -all'), envelope: { transport: 'file' }, without })
    expect(conclusion).toMatchObject({ status: 'neutral', score: 0 })
    expect(conclusion.detail['summary']).toContain('not known from a file')
  })

  test('a faulty record is shown all the same', async () => {
    const without = ['clientAddress', 'helo'] as const
    const { detail } = await judge({ zone: record('v=spf1 ipv4:192.0.2.1 -all'), without })
    expect(detail['record_problems']).toContain('cannot be read at character 8')
  })

  test('a sender without a domain of its own', async () => {
    expect(await judge({ envelope: { mailFrom: 'root@localhost' } })).toMatchObject({
      status: 'failed',
      score: -1,
    })
  })

  test('the explanation of the domain is for the owner only', async () => {
    const zone = record('v=spf1 exp=why.example.org -all', {
      'why.example.org': { TXT: ['%{l} may not send'] },
    })
    const { detail, quotes } = await judge({ zone })
    expect(quotes).toEqual({ explanation: 'bounce may not send' })
    expect(JSON.stringify(detail)).not.toContain('bounce')
  })
})

describe('near and over the limit of look-ups', () => {
  const includes = (count: number) =>
    Array.from({ length: count }, (_, i) => `include:i${i}.example`).join(' ')
  const leaves: ZoneLiteral = Object.fromEntries(
    Array.from({ length: 12 }, (_, i) => [`i${i}.example`, { TXT: [`v=spf1 ip4:198.51.100.${i} -all`] }]),
  )

  test('eight of ten: advice in words', async () => {
    const zone = { ...record(`v=spf1 ip4:192.0.2.10 ${includes(8)} -all`), ...leaves }
    const { status, codes, detail } = await judge({ zone })
    expect({ status, codes }).toEqual({ status: 'passed', codes: ['spf-lookups-near'] })
    expect(detail['lookups']).toBe('8 of 10')
    expect(detail['advice']).toContain('needs 8 of the 10 DNS look-ups allowed')
    expect(detail['advice']).not.toContain('v=spf1')
  })

  test('twelve, matched before the limit: the message passes, the record is still wrong', async () => {
    const zone = { ...record(`v=spf1 ip4:192.0.2.10 ${includes(12)} -all`), ...leaves }
    expect(await judge({ zone })).toMatchObject({ status: 'passed', score: 0, codes: ['spf-lookups-over'] })
  })

  test('twelve, not matched before the limit: permerror', async () => {
    const zone = { ...record(`v=spf1 ${includes(12)} ip4:192.0.2.10 -all`), ...leaves }
    const { score, codes, detail } = await judge({ zone })
    expect({ score, codes }).toEqual({ score: -1.5, codes: ['spf-permerror'] })
    expect(detail['advice']).toContain('ip4:198.51.100.0')
  })
})
