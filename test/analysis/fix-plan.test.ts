import { describe, expect, test } from 'bun:test'
import { type Analyzer, conclude, neutral } from '../../src/analysis/analyzer.ts'
import { analyseAgain } from '../../src/analysis/evidence/again.ts'
import { readEvidence } from '../../src/analysis/evidence/evidence.ts'
import { analyse } from '../../src/analysis/pipeline.ts'
import type { Finding } from '../../src/core/check.ts'
import type { Change } from '../../src/core/fix.ts'
import { createRecorder } from '../../src/net/dns/recorder.ts'
import type { ZoneLiteral } from '../../src/net/dns/zone.ts'
import { ask, type Clock, recordsOf } from '../../src/net/ports.ts'
import { NO_WORDS } from '../support/builders.ts'
import { envelope } from '../support/envelope.ts'
import { outside } from '../support/outside.ts'
import { withFix } from '../support/with-fix.ts'
import { zone } from '../support/zone.ts'

const MESSAGE = Buffer.from('From: Ann <ann@example.org>\r\nSubject: Hello\r\nX-Old: 1\r\n\r\nHello.\r\n')
const STILL: Clock = { now: () => new Date('2026-11-20T12:00:00Z') }

const header = (name: string, value?: string): Change => ({ kind: 'header', name, ...(value && { value }) })
const txt = (name: string, record: string): Change => ({ kind: 'dns', name, type: 'TXT', records: [record] })

function finding(code: string, cost: number, ...changes: Change[]): Finding {
  return {
    code,
    cost,
    says: `${code}.`,
    advice: `Fix ${code}.`,
    reference: 'RFC 5322',
    ...(changes.length > 0 && { changes }),
  }
}

function check(
  name: string,
  run: (context: Parameters<Analyzer['run']>[0]) => Promise<Finding[]> | Finding[],
  weight = 1,
): Analyzer {
  return {
    ...NO_WORDS,
    name,
    group: 'message',
    weight,
    costs: {},
    run: async (context) => conclude(weight, { findings: await run(context), passed: 'Fine.' }),
  }
}

/** Costs points until the field is there. */
const wants = (name: string, cost: number, weight = 1) =>
  check(
    `wants-${name}`,
    ({ message }) => (message.first(name) ? [] : [finding(`no-${name}`, cost, header(name, 'yes'))]),
    weight,
  )

/** Costs points until the name has a TXT record. */
const wantsTxt = (domain: string, cost: number, ...then: string[]) =>
  check(`wants-${domain}`, async (context) => {
    const dns = context.dns('other')
    if (recordsOf(await dns.query(domain, 'TXT')).length === 0)
      return [finding(`no-${domain}`, cost, txt(domain, 'here'))]
    for (const name of then) await ask(dns, name, 'A')
    return []
  })

interface Given {
  zone?: ZoneLiteral
  clock?: Clock
  leaveOut?: string[]
}

function analysisOf(analyzers: Analyzer[], given: Given = {}) {
  const clock = given.clock ?? STILL
  return analyse(
    {
      raw: MESSAGE,
      envelope: envelope({ tls: 'none' }),
      settings: { hostname: 'mx.test.example', lists: [], listStates: [] },
      leaveOut: given.leaveOut ?? [],
      waitAtMost: 8_000,
    },
    analyzers,
    outside(createRecorder(zone(given.zone ?? {}), clock), clock),
  )
}

async function planOf(analyzers: Analyzer[], given: Given = {}) {
  const { report } = await analysisOf(analyzers, given)
  return (report.plan ?? []).map(({ check: name, codes, gain, changes }) => [
    name,
    codes.join(),
    gain,
    changes.length,
  ])
}

describe('the plan', () => {
  test('a message without findings has none', async () => {
    const { report } = await analysisOf([check('fine', () => [])])
    expect(report).not.toHaveProperty('plan')
  })

  test('what gains most comes first; what costs nothing comes last', async () => {
    const idle = check('idle', () => [finding('nicer', 0, header('X-Nicer', '1'))])
    expect(await planOf([idle, wants('x-a', 0.3), wantsTxt('b.example', 0.8), wants('x-c', 0.5)])).toEqual([
      ['wants-b.example', 'no-b.example', 0.8, 1],
      ['wants-x-c', 'no-x-c', 0.5, 1],
      ['wants-x-a', 'no-x-a', 0.3, 1],
      ['idle', 'nicer', 0, 1],
    ])
  })

  test('among equal gains authentication comes first, then the server, the message and the content', async () => {
    const of = (group: Analyzer['group'], analyzer: Analyzer): Analyzer => ({ ...analyzer, group })
    const lost = (name: string) => check(name, () => [finding(`${name}-lost`, 0.5)])
    const unknown = (domain: string) => of('authentication', wantsTxt(domain, 0.5, 'not-asked.example'))
    const analyzers = [
      of('content', wants('x-content', 0.5)),
      of('content', lost('words')),
      of('message', wants('x-message', 0.5)),
      of('server', lost('host')),
      of('server', wants('x-server', 0.5)),
      of('authentication', lost('names')),
      of('authentication', wantsTxt('a.example', 0.5)),
      of('content', wants('x-more', 0.6)),
      unknown('b.example'),
    ]
    const order = (await planOf(analyzers)).map(([name]) => name)
    expect(order).toEqual([
      'wants-x-more',
      'wants-a.example',
      'names',
      'wants-x-server',
      'host',
      'wants-x-message',
      'wants-x-content',
      'words',
      'wants-b.example',
    ])
  })

  test('points that no record or field brings back are a step of their own, at their place', async () => {
    const lost = check('lost', () => [finding('body', 0.4), finding('more', 0)])
    const { report } = await analysisOf([wants('x-a', 0.3), lost, wants('x-c', 0.5)])
    expect(report.plan?.map(({ check: name, gain }) => [name, gain])).toEqual([
      ['wants-x-c', 0.5],
      ['lost', 0.4],
      ['wants-x-a', 0.3],
    ])
    expect(report.plan?.[1]).toEqual({
      check: 'lost',
      codes: ['body', 'more'],
      says: 'Fix body.\nFix more.',
      changes: [],
      gain: 0.4,
    })
  })

  test('fixes of one check are one step, also where its weight hides what each is worth', async () => {
    const many = check('many', ({ message }) =>
      ['x-a', 'x-b', 'x-c'].flatMap((name) =>
        message.first(name) ? [] : [finding(name, 0.5, header(name, '1'))],
      ),
    )
    expect(await planOf([many])).toEqual([['many', 'x-a,x-b,x-c', 1, 3]])
  })

  test('advice of a failed check stands apart from what gains points', async () => {
    const both = check('both', ({ message }) => [
      ...(message.first('x-a') ? [] : [finding('costly', 0.5, header('X-A', '1'))]),
      finding('advice', 0, header('X-B', '1')),
    ])
    expect(await planOf([both, wants('x-c', 0.2)])).toEqual([
      ['both', 'costly', 0.5, 1],
      ['wants-x-c', 'no-x-c', 0.2, 1],
      ['both', 'advice', 0, 1],
    ])
  })

  test('a step says what its own findings ask for, and no more', async () => {
    const both = check('both', ({ message }) => [
      ...(message.first('x-a') ? [] : [finding('no-x-a', 0.3, header('x-a', '1'))]),
      finding('body', 0.4),
      finding('nicer', 0, header('x-b', '1')),
    ])
    const { report } = await analysisOf([both])
    expect(report.plan?.map(({ says, gain }) => [says, gain])).toEqual([
      ['Fix body.', 0.4],
      ['Fix no-x-a.', 0.3],
      ['Fix nicer.', 0],
    ])
  })

  test('a step after another gains what is left to gain', async () => {
    const either = (name: string, cost: number) =>
      check(name, ({ message }) =>
        message.first('x-a') || message.first('x-b') ? [] : [finding(`no-${name}`, cost)],
      )
    const plan = await planOf([wants('x-a', 0.2), wants('x-b', 0.1), either('either', 0.7)])
    expect(plan).toEqual([
      ['wants-x-a', 'no-x-a', 0.9, 1],
      ['wants-x-b', 'no-x-b', 0.1, 1],
    ])
  })

  test('what an earlier step fixes too is no step', async () => {
    const same = check('same', ({ message }) =>
      message.first('x-a') ? [] : [finding('same', 0.1, header('X-A', 'no'))],
    )
    expect(await planOf([wants('x-a', 0.2), same])).toEqual([['wants-x-a', 'no-x-a', 0.3, 1]])
  })

  test('two ways to write one record are not made at once', async () => {
    const two = check('two', async ({ dns }) => {
      const [record] = recordsOf(await dns('other').query('a.example', 'TXT'))
      if (record?.text === 'good') return []
      return [finding('one', 0.5, txt('a.example', 'good')), finding('two', 0.2, txt('A.example', 'better'))]
    })
    expect(await planOf([two])).toEqual([['two', 'one', 0.7, 1]])
  })

  test('advice keeps its place at the end where steps depend on one another', async () => {
    const idle = check('idle', () => [finding('nicer', 0, header('X-Nicer', '1'))])
    const twice = check('twice', ({ message }) =>
      message.first('x-a') ? [] : [finding('no-x-a', 0.2, header('X-A', 'yes'))],
    )
    const plan = await planOf([idle, wants('x-a', 0.3), twice, wants('x-b', 0.1)])
    expect(plan.at(-1)).toEqual(['idle', 'nicer', 0, 1])
    expect(plan.map(([name]) => name)).toContain('wants-x-b')
  })

  test('a change that costs more than it gains is not proposed', async () => {
    const hates = check('hates', ({ message }) => (message.first('x-a') ? [finding('hated', 0.9)] : []))
    expect(await planOf([wants('x-a', 0.2), hates])).toEqual([['wants-x-a', 'no-x-a', 0.2, 0]])
  })

  test('a question that was not asked makes the gain unknown', async () => {
    const plan = await planOf([
      wantsTxt('a.example', 0.8, 'next.other'),
      wantsTxt('b.example', 0.3, 'b.example'),
    ])
    expect(plan).toEqual([
      ['wants-b.example', 'no-b.example', 0.3, 1],
      ['wants-a.example', 'no-a.example', 'unknown', 1],
    ])
  })

  test('so does a check that can no longer be determined', async () => {
    const after = check('after', async ({ dns, message }) => {
      if (message.first('x-a')) await dns('other').query('gone', 'A')
      return []
    })
    expect(await planOf([wants('x-a', 0.8), after])).toEqual([['wants-x-a', 'no-x-a', 'unknown', 1]])
  })

  test('what a check of no weight would ask is no reason not to know', async () => {
    const shown = check(
      'shown',
      async ({ dns }) => {
        const records = recordsOf(await dns('other').query('a.example', 'TXT'))
        if (records.length > 0) await dns('other').query('unasked.example', 'A')
        return []
      },
      0,
    )
    expect(await planOf([wantsTxt('a.example', 0.8), shown])).toEqual([
      ['wants-a.example', 'no-a.example', 0.8, 1],
    ])
  })

  test('a server that changes how it speaks is believed', async () => {
    const tls = check('tls', (context) =>
      context.envelope.tls === 'none'
        ? [finding('none', 1, { kind: 'smtp', tls: { version: 'TLSv1.3', cipher: 'X' } })]
        : [],
    )
    const helo = check('helo', (context) =>
      context.envelope.helo === 'new.example.org'
        ? []
        : [finding('helo', 0.5, { kind: 'smtp', helo: 'new.example.org' })],
    )
    expect(await planOf([helo, tls])).toEqual([
      ['tls', 'none', 1, 1],
      ['helo', 'helo', 0.5, 1],
    ])
  })

  test('the points count also where the score is 0 already', async () => {
    const many = Array.from({ length: 14 }, (_, at) => wants(`x-${at}`, 1))
    const { report } = await analysisOf(many)
    expect(report.score).toBe(0)
    expect(report.plan?.map(({ gain }) => gain)).toEqual(many.map(() => 1))
  })

  test('the plan has 20 steps at most', async () => {
    const many = Array.from({ length: 30 }, (_, at) => wants(`x-${at}`, 0.1))
    expect((await analysisOf(many)).report.plan).toHaveLength(20)
  })

  test('the check tells what to publish, and what that gains', async () => {
    const { report } = await analysisOf([
      wantsTxt('a.example', 0.8),
      wants('x-a', 0.3),
      check('bare', () => [finding('x', 0.1)]),
    ])
    const details = report.checks.map(withFix).map(({ detail }) => [detail['fix'], detail['gain']])
    expect(details).toEqual([
      ['a.example TXT "here"', '0.8'],
      ['x-a: yes', '0.3'],
      [undefined, undefined],
    ])
  })

  test('an analyzer that a fix makes throw, and a record that cannot be read, end nothing', async () => {
    const broken = check('broken', ({ message }) => {
      if (message.first('x-a')) throw new TypeError('a fault')
      return [finding('x', 0.5, header('X-A', '1'))]
    })
    expect(await planOf([broken])).toEqual([['broken', 'x', 'unknown', 1]])
  })
})

describe('the time for the plan', () => {
  /** Every look takes a second: the share of the plan is soon over. */
  const slow = (): Clock => {
    let at = Date.parse('2026-11-20T12:00:00Z')
    const now = () => {
      at += 1_000
      return new Date(at)
    }
    return { now }
  }
  const CHECKS = Array.from({ length: 6 }, (_, at) => wants(`x-${at}`, 0.5))

  test('when it is over, gains are unknown, and the evidence says so', async () => {
    const { report, evidence } = await analysisOf(CHECKS, { clock: slow() })
    expect(evidence.planTrials).toBeLessThan(3)
    expect(report.plan?.map(({ gain }) => gain)).toContain('unknown')
    const again = await analyseAgain(MESSAGE, readEvidence(JSON.parse(JSON.stringify(evidence))), CHECKS)
    expect(JSON.stringify(again.report)).toBe(JSON.stringify(report))
    expect(JSON.stringify(again.evidence)).toBe(JSON.stringify(evidence))
  })

  test('a plan that killed its process is not made again; the report is', async () => {
    const { report, evidence } = await analysisOf(CHECKS, { leaveOut: ['plan'] })
    expect(report.score).toBe(7)
    expect(report.plan?.map(({ gain }) => gain)).toEqual(CHECKS.map(() => 'unknown'))
    expect(evidence.leftOut).toEqual(['plan'])
  })

  test('most candidates are tried once and taken once', async () => {
    let runs = 0
    const counted = CHECKS.map(
      (one): Analyzer => ({
        ...one,
        run: (context) => {
          runs += 1
          return one.run(context)
        },
      }),
    )
    await analysisOf([
      ...counted,
      { ...NO_WORDS, name: 'server', group: 'server', weight: 1, costs: {}, run: () => neutral('x') },
    ])
    expect(runs).toBeLessThan(6 * 25)
  })

  test('steps that all change what the others gain are tried 80 times at most', async () => {
    let trials = -1
    const names = Array.from({ length: 20 }, (_, at) => `x-${String.fromCharCode(97 + at)}`)
    // What one of them gains depends on how many are there.
    const counts = check(
      'counts',
      ({ message }) => {
        trials += 1
        const missing = names.filter((name) => !message.first(name)).length
        return missing === 0 ? [] : [finding('missing', (missing * missing) / 200)]
      },
      2,
    )
    await analysisOf([...names.map((name) => wants(name, 0.1)), counts])
    expect(trials).toBe(80)
  })
})
