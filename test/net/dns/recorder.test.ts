import { describe, expect, test } from 'bun:test'
import { cached } from '../../../src/net/dns/cache.ts'
import { createRecorder } from '../../../src/net/dns/recorder.ts'
import { replay } from '../../../src/net/dns/replay.ts'
import { ask, DNS_SHARES, type RecordType, type Resolver } from '../../../src/net/ports.ts'
import { zone } from '../../support/zone.ts'

const ZONE = {
  'a.example': { A: ['192.0.2.1'], TXT: ['\u0000\u00e9\u2028"', ['two ', 'strings']] },
  'mx.example': {
    MX: [[10, 'a.example']],
    CAA: [{ critical: false, tag: 'issue', value: ';' }],
    TLSA: [{ usage: 3, selector: 1, matchingType: 1, certificate: 'ab' }],
    SOA: [{ primary: 'ns.example', mailbox: 'host.example', serial: 1 }],
  },
  'alias.example': { CNAME: ['a.example'] },
} as const

/** Half a second passes between two looks. */
function tickingClock() {
  let now = 0
  return {
    now() {
      now += 500
      return new Date(now)
    },
  }
}

describe('the cache', () => {
  test('asks each question once, in any spelling, also while the first is under way', async () => {
    const dns = zone(ZONE)
    const cache = cached(dns)
    const both = await Promise.all([cache.query('A.example', 'A'), cache.query('a.EXAMPLE.', 'A')])
    expect(both[0]).toEqual(both[1])
    await cache.query('a.example', 'TXT')
    await cache.query('a.example', 'A')
    expect(dns.calls).toEqual(['A A.example', 'TXT a.example'])
  })

  test('keeps failures too', async () => {
    const dns = zone({}, { 'A x.example': 'timeout' })
    const cache = cached(dns)
    for (let i = 0; i < 2; i++) {
      expect(await ask(cache, 'x.example', 'A')).toEqual({ kind: 'failure', reason: 'timeout' })
    }
    expect(dns.calls.length).toBe(1)
  })
})

describe('the recorder', () => {
  test('keeps each distinct question once, in order, with the time it took', async () => {
    const dns = zone(ZONE, { 'A slow.example': 'timeout' })
    const recorder = createRecorder(dns, tickingClock())
    const spf = recorder.share('spf')
    await spf.query('a.example', 'A')
    await ask(spf, 'slow.example', 'A')
    await recorder.share('dmarc').query('A.Example.', 'A')
    await spf.query('gone.example', 'TXT')
    const facts = { ttl: 300, ad: false, chain: [] }
    expect(recorder.recorded()).toEqual([
      {
        name: 'a.example',
        type: 'A',
        took: 500,
        answer: { kind: 'records', records: ['192.0.2.1'], ...facts },
      },
      { name: 'slow.example', type: 'A', took: 500, answer: { kind: 'failure', reason: 'timeout' } },
      { name: 'gone.example', type: 'TXT', took: 500, answer: { kind: 'nxdomain', ...facts } },
    ])
    expect(dns.calls.length).toBe(3)
  })

  test('a share that is used up fails with limit, the others go on', async () => {
    const dns = zone({})
    const recorder = createRecorder(dns, tickingClock(), { ...DNS_SHARES, spf: 2, dkim: 1 })
    const spf = recorder.share('spf')
    const names = ['1.example', '2.example', '1.example', '3.example', '2.example', '3.example']
    const answers = []
    for (const name of names) answers.push(await ask(spf, name, 'A'))
    expect(answers.map((answer) => (answer.kind === 'failure' ? answer.reason : answer.kind))).toEqual([
      'nxdomain',
      'nxdomain',
      'nxdomain',
      'limit',
      'nxdomain',
      'limit',
    ])
    expect(await ask(recorder.share('dkim'), '3.example', 'A')).toMatchObject({ kind: 'nxdomain' })
    expect(await ask(spf, '3.example', 'A')).toMatchObject({ kind: 'nxdomain' })
    expect(dns.calls).toEqual(['A 1.example', 'A 2.example', 'A 3.example'])
    expect(recorder.recorded().map(({ name, answer, refused }) => [name, answer.kind, refused])).toEqual([
      ['1.example', 'nxdomain', undefined],
      ['2.example', 'nxdomain', undefined],
      ['3.example', 'nxdomain', undefined],
      ['3.example', 'failure', 'spf'],
    ])
  })

  test('two askers with one share count together', async () => {
    const recorder = createRecorder(zone({}), tickingClock(), { ...DNS_SHARES, other: 1 })
    await recorder.share('other').query('1.example', 'A')
    expect(await ask(recorder.share('other'), '2.example', 'A')).toEqual({ kind: 'failure', reason: 'limit' })
  })

  test('all shares together are 500 questions', async () => {
    const dns = zone({})
    const recorder = createRecorder(dns, tickingClock())
    for (const share of Object.keys(DNS_SHARES) as (keyof typeof DNS_SHARES)[]) {
      const resolver = recorder.share(share)
      await Promise.all(Array.from({ length: 200 }, (_, i) => ask(resolver, `${i}.${share}.example`, 'A')))
    }
    expect(dns.calls.length).toBe(500)
    expect(recorder.recorded().length).toBe(1500)
  })

  test('names that cannot be asked cost nothing and are not kept', async () => {
    const dns = zone({})
    const recorder = createRecorder(dns, tickingClock(), { ...DNS_SHARES, spf: 1 })
    const spf = recorder.share('spf')
    for (const name of ['', 'a..b', 'x'.repeat(100_000)]) {
      expect(await ask(spf, name, 'A')).toEqual({ kind: 'failure', reason: 'bad-name' })
    }
    expect(await ask(spf, 'a.example', 'A')).toMatchObject({ kind: 'nxdomain' })
    expect(recorder.recorded().length).toBe(1)
  })

  test('what an asker does to its answer changes no other answer and no evidence', async () => {
    const recorder = createRecorder(zone({ x: { A: ['192.0.2.1', '192.0.2.2'] } }), tickingClock())
    const answer = await recorder.share('spf').query('x', 'A')
    if (answer.kind === 'records') answer.records.length = 0
    expect(await recorder.share('spf').query('x', 'A')).toMatchObject({ records: ['192.0.2.1', '192.0.2.2'] })
    expect(recorder.recorded()[0]?.answer).toMatchObject({ records: ['192.0.2.1', '192.0.2.2'] })
  })

  test('a fault that is no DNS failure is thrown, not recorded', async () => {
    const broken: Resolver = { query: () => Promise.reject(new TypeError('a bug')) }
    const recorder = createRecorder(broken, tickingClock())
    expect(recorder.share('spf').query('x', 'A')).rejects.toThrow('a bug')
    expect(recorder.recorded()).toEqual([])
  })

  test('whoever runs after an answer was named right before', async () => {
    const recorder = createRecorder(zone(ZONE), tickingClock())
    let named = ''
    const wrong: string[] = []
    const work = async (name: string) => {
      const dns = recorder.share('spf', () => {
        named = name
      })
      for (const [question, type] of [
        ['a.example', 'A'],
        ['gone.example', 'A'],
        ['a.example', 'TXT'],
      ] as const) {
        await ask(dns, question, type)
        if (named !== name) wrong.push(name)
        await Promise.resolve()
        if (named !== name) wrong.push(name)
      }
    }
    await Promise.all(Array.from({ length: 50 }, (_, i) => work(`analyzer ${i}`)))
    expect(wrong).toEqual([])
  })
})

describe('replay', () => {
  const QUESTIONS: [string, RecordType][] = [
    ['a.example', 'A'],
    ['a.example', 'TXT'],
    ['A.EXAMPLE', 'AAAA'],
    ['alias.example', 'A'],
    ['gone.example', 'A'],
    ['mx.example', 'MX'],
    ['mx.example', 'CAA'],
    ['mx.example', 'TLSA'],
    ['mx.example', 'SOA'],
    ['broken.example', 'TXT'],
    ['a..b', 'A'],
  ]

  test('evidence that went through JSON answers as the DNS did', async () => {
    const recorder = createRecorder(zone(ZONE, ['TXT broken.example']), tickingClock())
    const share = recorder.share('other')
    const live = []
    for (const [name, type] of QUESTIONS) live.push(await ask(share, name, type))
    const evidence = JSON.parse(JSON.stringify(recorder.recorded()))
    expect(evidence).toEqual(recorder.recorded())
    const again = createRecorder(replay(evidence), tickingClock())
    const offline = []
    for (const [name, type] of QUESTIONS) offline.push(await ask(again.share('other'), name, type))
    expect(offline).toEqual(live)
    expect(again.recorded()).toEqual(recorder.recorded())
  })

  test('what the evidence does not hold was not asked', async () => {
    expect(await ask(replay([]), 'a.example', 'A')).toEqual({ kind: 'failure', reason: 'not-asked' })
  })

  test('a limit stays a limit', async () => {
    const recorder = createRecorder(zone(ZONE), tickingClock(), { ...DNS_SHARES, spf: 0 })
    await ask(recorder.share('spf'), 'a.example', 'A')
    const offline = replay(recorder.recorded())
    expect(await ask(offline, 'a.example', 'A')).toEqual({ kind: 'failure', reason: 'limit' })
  })
})
