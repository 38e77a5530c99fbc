import { describe, expect, test } from 'bun:test'
import { type Analyzer, conclude, neutral, undetermined } from '../../src/analysis/analyzer.ts'
import { analyse } from '../../src/analysis/pipeline.ts'
import { NotAMessage } from '../../src/mail/reading/parse.ts'
import { cached } from '../../src/net/dns/cache.ts'
import { createRecorder } from '../../src/net/dns/recorder.ts'
import type { Resolver } from '../../src/net/ports.ts'
import { NO_WORDS } from '../support/builders.ts'
import { testClock } from '../support/clock.ts'
import { envelope } from '../support/envelope.ts'
import { outside } from '../support/outside.ts'
import { withFix } from '../support/with-fix.ts'
import { zone } from '../support/zone.ts'

const MESSAGE = 'From: Ann <ann@example.org>\r\nSubject: Secret words\r\nDate: x\r\n\r\nHello.\r\n'

function analyzer(name: string, run: Analyzer['run'], weight = 1): Analyzer {
  return { ...NO_WORDS, name, group: 'content', weight, costs: {}, run }
}

const finding = (cost: number) => ({
  code: `cost-${cost}`,
  cost,
  says: `It costs ${cost}.`,
  advice: 'Fix it.',
  reference: 'RFC 5322',
})

async function reportOf(
  analyzers: Analyzer[],
  options: { leaveOut?: string[]; waitAtMost?: number; dns?: Resolver; raw?: string } = {},
) {
  const clock = testClock()
  const steps: string[] = []
  const analysis = await analyse(
    {
      raw: Buffer.from(options.raw ?? MESSAGE),
      envelope: envelope(),
      settings: { hostname: 'mx.test.example', lists: [], listStates: [] },
      leaveOut: options.leaveOut ?? [],
      waitAtMost: options.waitAtMost ?? 300_000,
    },
    analyzers,
    outside(createRecorder(cached(options.dns ?? zone({})), clock), clock, {
      began: (step) => steps.push(step),
    }),
  )
  return {
    ...analysis,
    steps,
    check: (name: string) => analysis.report.checks.find((one) => one.name === name),
  }
}

describe('the pipeline', () => {
  test('the domain of From is told apart where it is a domain name', async () => {
    const of = async (from: string) => (await reportOf([], { raw: `From: ${from}\r\n\r\nHi\r\n` })).fromDomain
    expect(await of('Ann <ann@Mail.Example.ORG>')).toBe('mail.example.org')
    expect(await of('ann@bücher.example, bob@example.com')).toBe('xn--bcher-kva.example')
    for (const none of ['ann@[192.0.2.1]', 'ann', '', `ann@${'a'.repeat(64)}.example`, '<script>@"><img>'])
      expect(await of(none), none).toBeUndefined()
  })

  test('the headline is what the fields say, or else the envelope, and no longer than is read', async () => {
    const { report } = await reportOf([])
    expect(report.headline).toEqual({ from: 'Ann <ann@example.org>', date: 'x', subject: 'Secret words' })
    const bare = await reportOf([], { raw: 'X-Other: x\r\n\r\nHello.\r\n' })
    expect(bare.report.headline).toEqual({ from: 'bounce@example.org', date: '', subject: '' })
    const long = 'a'.repeat(1_001)
    const cut = await reportOf([], {
      raw: `From: ${long}\r\nDate: ${long}\r\nSubject: ${long}\r\n\r\nHello.\r\n`,
    })
    const kept = long.slice(1)
    expect(cut.report.headline).toEqual({ from: kept, date: kept, subject: kept })
  })

  test('the score counts down from 10 by what the checks cost, in report order', async () => {
    const { report } = await reportOf([
      analyzer('first', () => conclude(1, { findings: [finding(0.3), finding(0)], passed: 'Fine.' })),
      analyzer('second', () => conclude(1, { findings: [finding(0.8), finding(0.9)], passed: 'Fine.' })),
      analyzer('third', () => conclude(1, { findings: [], passed: 'Fine.' })),
    ])
    expect(report.score).toBe(8.7)
    expect(report.checks.map(({ name, status, score }) => [name, status, score])).toEqual([
      ['first', 'failed', -0.3],
      ['second', 'failed', -1],
      ['third', 'passed', 0],
    ])
    expect(report.checks.map(withFix)[0]?.detail).toEqual({
      summary: 'It costs 0.3.',
      advice: 'Fix it.',
      reference: 'RFC 5322',
      findings: 'cost-0.3,cost-0',
    })
  })

  test('the score never goes below 0', async () => {
    const many = Array.from({ length: 15 }, (_, at) =>
      analyzer(`check-${at}`, () => conclude(1, { findings: [finding(1)], passed: '' })),
    )
    expect((await reportOf(many)).report.score).toBe(0)
  })

  test('one that does not apply here has no check, and nothing is open for it', async () => {
    const error = () => undetermined('no answer')
    const { report, steps } = await reportOf([
      { ...analyzer('never', error), applies: ({ scanners }) => scanners !== undefined },
      { ...analyzer('here', error), applies: ({ scanners }) => scanners === undefined },
    ])
    expect(report.checks.map(({ name }) => name)).toEqual(['here'])
    expect(report.undetermined).toEqual({ checks: 1, points: 1 })
    expect(steps).not.toContain('never')
  })

  test('one that throws is an error that costs nothing; the others stand', async () => {
    const { check, report } = await reportOf([
      analyzer('broken', () => {
        throw new TypeError('Secret words of the message')
      }),
      analyzer('sound', () => conclude(1, { findings: [], passed: 'Fine.' })),
    ])
    expect(check('broken')).toMatchObject({ status: 'error', score: 0 })
    expect(JSON.stringify(report.checks)).not.toContain('Secret words')
    expect(check('sound')?.status).toBe('passed')
    expect(report.undetermined).toEqual({ checks: 1, points: 1 })
  })

  test('an answer that could not be had is named, and asks for a second analysis', async () => {
    const dns = zone({}, { 'MX example.org': 'timeout' })
    const asks = analyzer('asks', async (context) => {
      await context.dns('server').query('example.org', 'MX')
      return neutral('not reached')
    })
    const { check, questionsFailed, evidence } = await reportOf([asks], { dns })
    expect(check('asks')?.summary).toContain('MX of example.org')
    expect(questionsFailed).toBe(true)
    expect(evidence.dns).toMatchObject([
      { name: 'example.org', type: 'MX', answer: { kind: 'failure', reason: 'timeout' } },
    ])
  })

  test('a failed question that no scored check needed asks for nothing', async () => {
    const dns = zone({}, { 'MX example.org': 'timeout' })
    const shown = analyzer(
      'shown',
      async (context) => {
        await context.dns('server').query('example.org', 'MX')
        return neutral('not reached')
      },
      0,
    )
    expect((await reportOf([shown], { dns })).questionsFailed).toBe(false)
  })

  test('one that waits for ever is given up; its time is written down', async () => {
    const { check, evidence } = await reportOf(
      [analyzer('patient', () => new Promise(() => {})), analyzer('quick', () => neutral('Done.'))],
      { waitAtMost: 50 },
    )
    expect(check('patient')).toMatchObject({ status: 'error', score: 0 })
    expect(check('quick')?.status).toBe('neutral')
    expect(evidence.timedOut).toEqual(['patient'])
  })

  test.each([
    ['more than its weight', { status: 'failed', score: -1.2 }],
    ['points for the sender', { status: 'failed', score: 0.5 }],
    ['points lost though passed', { status: 'passed', score: -0.5 }],
    ['points lost though neutral', { status: 'neutral', score: -0.5 }],
    ['no number', { status: 'failed', score: Number.NaN }],
  ] as const)('a conclusion that breaks the contract costs nothing: %s', async (_name, broken) => {
    const { check, report } = await reportOf([analyzer('wrong', () => ({ ...neutral(''), ...broken }))])
    expect(check('wrong')).toMatchObject({ status: 'error', score: 0 })
    expect(report.score).toBe(10)
  })

  test('what killed an earlier try is left out and says so', async () => {
    let ran = false
    const { check, evidence, steps } = await reportOf(
      [
        analyzer('killer', () => {
          ran = true
          return neutral('')
        }),
      ],
      { leaveOut: ['killer'] },
    )
    expect(ran).toBe(false)
    expect(steps).not.toContain('killer')
    expect(check('killer')).toMatchObject({
      status: 'error',
      summary: expect.stringContaining('left out'),
    })
    expect(evidence.leftOut).toEqual(['killer'])
  })

  test('the step is named before its code runs, at the beginning and after each answer', async () => {
    const seen: string[] = []
    const steps: string[] = []
    const asking = (name: string) =>
      analyzer(name, async (context) => {
        await context.dns('server').query(`${name}.example`, 'A')
        seen.push(`${name}:${steps.at(-1)}`)
        return neutral('')
      })
    const clock = testClock()
    await analyse(
      {
        raw: Buffer.from(MESSAGE),
        envelope: envelope(),
        settings: { hostname: 'mx.test.example', lists: [], listStates: [] },
        leaveOut: [],
        waitAtMost: 300_000,
      },
      [asking('one'), asking('two'), asking('three')],
      outside(createRecorder(cached(zone({})), clock), clock, { began: (step) => steps.push(step) }),
    )
    expect(steps[0]).toBe('parse')
    expect(seen).toEqual(['one:one', 'two:two', 'three:three'])
  })

  test('checks that could not be determined are counted with their weights, the unscored ones not', async () => {
    const { report } = await reportOf([
      analyzer('a', () => undetermined('no answer'), 1.5),
      analyzer('b', () => undetermined('no answer'), 0.2),
      analyzer('c', () => undetermined('no answer'), 0),
    ])
    expect(report.undetermined).toEqual({ checks: 2, points: 1.7 })
    expect(report.score).toBe(10)
  })

  test.each([
    ['nothing at all', ''],
    ['only NULs', '\0\0\0\0'],
  ])('bytes that are no message: %s', async (_name, raw) => {
    expect(reportOf([], { raw })).rejects.toBeInstanceOf(NotAMessage)
  })

  test('whether the words are withheld is decided here and stands in the report', async () => {
    const mail = (subject: string, text: string) =>
      `From: a@example.org\r\nSubject: ${subject}\r\n\r\n${text}\r\n`
    const code = await reportOf([], {
      raw: mail('Your verification code', 'Your verification code is 482913.'),
    })
    expect(code.report.withheld?.kind).toBe('verification_code')
    expect(code.report.withheld?.reason).not.toContain('482913')
    const lunch = await reportOf([], { raw: mail('Lunch', 'Shall we meet for lunch on Tuesday at noon?') })
    expect(lunch.report).not.toHaveProperty('withheld')
  })
})
