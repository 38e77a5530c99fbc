import { describe, expect, test } from 'bun:test'
import { createRecorder } from '../../src/net/dns/recorder.ts'
import { ask, DNS_SHARES, type RecordedQuestion } from '../../src/net/ports.ts'
import { replayed } from '../../src/net/replayed.ts'
import { testClock } from '../support/clock.ts'
import { zone } from '../support/zone.ts'

const NONE = { dns: [], fetched: [], scans: [] }

describe('the outside world as it was', () => {
  test('answers and failures come back; what was not asked is missed', async () => {
    const recorder = createRecorder(
      zone({ 'a.example': { A: ['192.0.2.1'] } }, ['A bad.example']),
      testClock(),
    )
    for (const name of ['a.example', 'bad.example', 'none.example'])
      await ask(recorder.share('other'), name, 'A')
    const { questions, missed } = replayed({ ...NONE, dns: recorder.recorded() })
    const dns = questions.share('spf')
    expect(await ask(dns, 'A.example.', 'A')).toMatchObject({ kind: 'records', records: ['192.0.2.1'] })
    expect(await ask(dns, 'bad.example', 'A')).toEqual({ kind: 'failure', reason: 'servfail' })
    expect(await ask(dns, 'none.example', 'A')).toMatchObject({ kind: 'nxdomain' })
    expect([...missed]).toEqual([])
    expect(await ask(dns, 'none.example', 'AAAA')).toEqual({ kind: 'failure', reason: 'not-asked' })
    expect([...missed]).toEqual(['AAAA none.example'])
    expect(questions.recorded()).toEqual(recorder.recorded())
  })

  test('names that cannot be asked fail as they did, and are not missed', async () => {
    const { questions, missed } = replayed(NONE)
    expect(await ask(questions.share('other'), 'a..b', 'A')).toEqual({ kind: 'failure', reason: 'bad-name' })
    expect(missed.size).toBe(0)
  })

  test('a share that was dry refuses what it refused, and what nobody knows', async () => {
    const recorder = createRecorder(zone({}), testClock(), { ...DNS_SHARES, spf: 1 })
    const names = ['1.example', '2.example']
    for (const name of names) await ask(recorder.share('spf'), name, 'A')
    await ask(recorder.share('dkim'), '2.example', 'A')
    const { questions } = replayed({ ...NONE, dns: recorder.recorded() })
    const reasons = async (share: 'spf' | 'dkim') =>
      Promise.all(
        [...names, '3.example'].map(async (name) => {
          const answer = await ask(questions.share(share), name, 'A')
          return answer.kind === 'failure' ? answer.reason : answer.kind
        }),
      )
    expect(await reasons('spf')).toEqual(['nxdomain', 'limit', 'limit'])
    expect(await reasons('dkim')).toEqual(['nxdomain', 'nxdomain', 'not-asked'])
  })

  test('each answer tells who is told', async () => {
    let told = 0
    const { questions } = replayed(NONE)
    await ask(
      questions.share('other', () => {
        told += 1
      }),
      'a.example',
      'A',
    )
    expect(told).toBe(1)
  })

  test('below a name that does not exist nothing exists, once something is published', async () => {
    const gone: RecordedQuestion = {
      name: 'gone.example',
      type: 'TXT',
      took: 1,
      answer: { kind: 'nxdomain', ttl: 1, ad: false, chain: [] },
    }
    const recorded = { ...NONE, dns: [gone] }
    const of = async (world: ReturnType<typeof replayed>, name: string) =>
      (await ask(world.questions.share('other'), name, 'A')).kind
    const plan = replayed(recorded, [{ name: 'x.gone.example', type: 'A', records: ['192.0.2.1'] }])
    expect(await of(plan, 'x.gone.example')).toBe('records')
    expect(await of(plan, 'y.gone.example')).toBe('nxdomain')
    expect(await of(plan, 'gone.example')).toBe('nodata')
    expect(plan.missed.size).toBe(0)
    expect(await of(plan, 'other.example')).toBe('failure')
    expect(plan.missed.size).toBe(1)
    expect(await of(replayed(recorded), 'y.gone.example')).toBe('failure')
  })
})
