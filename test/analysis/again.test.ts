import { describe, expect, test } from 'bun:test'
import { type Analyzer, neutral, undetermined } from '../../src/analysis/analyzer.ts'
import type { Evidence } from '../../src/analysis/context.ts'
import { analyseAgain } from '../../src/analysis/evidence/again.ts'
import { readEvidence, UnreadableEvidence } from '../../src/analysis/evidence/evidence.ts'
import { type Analysis, analyse } from '../../src/analysis/pipeline.ts'
import { analyzers as REAL } from '../../src/analysis/registry.ts'
import { listSettings, ROSTER } from '../../src/mail/server/blocklists/roster.ts'
import { createRecorder } from '../../src/net/dns/recorder.ts'
import { ask, type Clock, type Resolver } from '../../src/net/ports.ts'
import { NO_WORDS } from '../support/builders.ts'
import { envelope } from '../support/envelope.ts'
import { type Outside, outside } from '../support/outside.ts'
import { zone } from '../support/zone.ts'
import { plain } from './authentication/authentication-scene.ts'
import { CAME, SENDER, WELL_SENT, wellSent } from './whole-report.ts'

/** Each look is later than the last, as in life. */
function runningClock(): Clock {
  let at = Date.parse('2026-11-20T12:00:00Z')
  const now = () => {
    at += 3
    return new Date(at)
  }
  return { now }
}

/** Answers in an order that no one foresees. */
function unruly(resolver: Resolver): Resolver {
  return {
    async query(name, type) {
      await Bun.sleep(Math.random() * 4)
      return resolver.query(name, type)
    },
  }
}

const LISTS = listSettings(ROSTER)

function live(
  raw: Uint8Array,
  analyzers: readonly Analyzer[],
  given: {
    dns?: Resolver
    came?: (typeof CAME)[string] | undefined
    world?: Outside
    waitAtMost?: number
  } = {},
): Promise<Analysis> {
  const clock = runningClock()
  const dns = given.dns ?? zone({ ...SENDER, ...given.came?.zone })
  return analyse(
    {
      raw,
      envelope: envelope(given.came?.envelope),
      settings: {
        hostname: 'mx.receiver.example',
        lists: LISTS,
        listStates: LISTS.map(({ id }) => ({ id, usable: true })),
      },
      leaveOut: [],
      waitAtMost: given.waitAtMost ?? 300_000,
    },
    analyzers,
    outside(createRecorder(unruly(dns), clock), clock, given.world),
  )
}

/** Evidence as it comes back from the store or a file. */
const stored = (evidence: unknown): Evidence => readEvidence(JSON.parse(JSON.stringify(evidence)))

async function expectTheSameAgain(raw: Uint8Array, analyzers: readonly Analyzer[], first: Analysis) {
  const again = await analyseAgain(raw, stored(first.evidence), analyzers)
  expect(JSON.stringify(again.report)).toBe(JSON.stringify(first.report))
  expect(JSON.stringify(again.evidence)).toBe(JSON.stringify(first.evidence))
  expect(again.content).toBe(first.content)
}

const shown = (name: string, run: Analyzer['run']): Analyzer => ({
  ...NO_WORDS,
  name,
  group: 'server',
  weight: 1,
  costs: {},
  run,
})

describe('the same report again, byte for byte', () => {
  test.each(WELL_SENT)('%s', async (name) => {
    const raw = await wellSent(name)
    const first = await live(raw, REAL, { came: CAME[name] })
    await expectTheSameAgain(raw, REAL, first)
  })

  test.each([
    ['DNS servers that fail', zone(SENDER, { '* example.org': 'timeout', '* mail.example.org': 'servfail' })],
    ['a sender without anything', zone({})],
    [
      'an SPF record that leads to more questions than are allowed',
      zone({
        ...SENDER,
        'example.org': {
          TXT: [
            `v=spf1 ${Array.from({ length: 9 }, (_, at) => `include:s${at}.example.org`).join(' ')} -all`,
          ],
        },
        ...Object.fromEntries(
          Array.from({ length: 9 }, (_, at) => [
            `s${at}.example.org`,
            {
              TXT: [
                `v=spf1 ${Array.from({ length: 12 }, (_, to) => `a:h${at}-${to}.example.org`).join(' ')} -all`,
              ],
            },
          ]),
        ),
      }),
    ],
  ])('%s', async (_name, dns) => {
    const raw = plain()
    await expectTheSameAgain(raw, REAL, await live(raw, REAL, { dns }))
  })

  test('a share that ran dry is dry again, for those who were refused', async () => {
    const greedy = (name: string) =>
      shown(name, async ({ dns }) => {
        const asked = Array.from({ length: 60 }, (_, at) => ask(dns('dmarc'), `${at}.${name}.example`, 'A'))
        const kinds = (await Promise.all(asked)).map((one) =>
          one.kind === 'failure' ? one.reason : one.kind,
        )
        const one = await ask(dns('other'), `59.${name}.example`, 'A')
        return neutral(kinds.join(), { other: one.kind })
      })
    const analyzers = [greedy('a'), greedy('b'), greedy('c'), greedy('d'), greedy('e'), greedy('f')]
    const first = await live(plain(), analyzers)
    expect(first.report.checks[0]?.summary).toContain('limit')
    await expectTheSameAgain(plain(), analyzers, first)
  })

  test('fetches, refused ones too, and scanners', async () => {
    const fetches = shown('fetches', async ({ web, scanner, raw, envelope: session }) => {
      const said = await Promise.all(
        Array.from({ length: 6 }, (_, at) =>
          web('policy').fetch({
            url: `https://${at}.example/`,
            method: 'GET',
            maxBytes: 100,
            maxRedirects: 0,
          }),
        ),
      )
      const reply = await scanner('rspamd')?.scan(raw, {
        rcptTo: session.rcptTo,
        receivedAt: session.receivedAt.toISOString(),
      })
      return neutral(JSON.stringify(said), {
        reply: JSON.stringify(reply),
        other: `${scanner('spamassassin')}`,
      })
    })
    const world: Outside = {
      web: ({ url }) => ({
        kind: 'response',
        status: 200,
        url,
        redirects: [],
        contentType: 'text/plain',
        body: 'aGVsbG8=',
        truncated: false,
      }),
      scanners: { rspamd: { scan: async () => ({ kind: 'reply', body: '{"score":1}' }) } },
    }
    const first = await live(plain(), [fetches], { world })
    expect(first.evidence.fetched.map(({ refused }) => refused)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      'policy',
      'policy',
    ])
    await expectTheSameAgain(plain(), [fetches], first)
  })

  test('what ran out of time does so again, however fast it would be', async () => {
    const waits = shown('waits', async ({ dns }) => {
      await dns('other').query('slow.example', 'A')
      return neutral('It came.')
    })
    const slow: Resolver = { query: () => new Promise(() => undefined) }
    const first = await live(plain(), [waits], { dns: slow, waitAtMost: 60 })
    expect(first.evidence.timedOut).toEqual(['waits'])
    await expectTheSameAgain(plain(), [waits], first)
  })

  test('a name is told in the spelling in which it was asked', async () => {
    const shouts = shown('shouts', async ({ dns }) => {
      await dns('other').query('SHOUTS.Example.', 'TXT')
      return neutral('')
    })
    const first = await live(plain(), [shouts], { dns: zone({}, ['TXT shouts.example']) })
    expect(first.report.checks[0]?.summary).toContain('TXT of SHOUTS.Example.')
    await expectTheSameAgain(plain(), [shouts], first)
  })

  test('one clock holds for all verdicts of a report', async () => {
    const tells = (name: string) => shown(name, ({ clock }) => neutral(clock.now().toISOString()))
    const { report, evidence } = await live(plain(), [tells('a'), tells('b')])
    expect(new Set(report.checks.map(({ summary }) => summary))).toEqual(new Set([evidence.now]))
  })
})

describe('with another version of an analyzer', () => {
  test('a new question is not asked: the check says so, and the evidence stays as it was', async () => {
    const first = await live(plain(), [shown('asks', () => neutral('Nothing asked.'))])
    const asks = shown('asks', async ({ dns }) => {
      const answer = await ask(dns('other'), 'new.example', 'A')
      return answer.kind === 'failure' ? undetermined(answer.reason) : neutral(answer.kind)
    })
    const again = await analyseAgain(plain(), stored(first.evidence), [asks])
    expect(again.report.checks[0]).toMatchObject({ status: 'error', summary: 'not-asked' })
    expect(again.evidence.dns).toEqual([])
  })
})

describe('evidence that is read', () => {
  const GOOD = {
    scoringVersion: 1,
    now: '2026-11-20T12:00:00.000Z',
    envelope: JSON.parse(JSON.stringify(envelope())),
    settings: { hostname: 'mx.test.example', lists: [], listStates: [] },
    dns: [],
    timedOut: [],
    leftOut: [],
  }

  test('what an earlier version did not keep is empty', () => {
    expect(readEvidence(GOOD)).toMatchObject({
      fetched: [],
      scans: [],
      dataVersions: {},
      envelope: envelope(),
    })
  })

  test.each([
    ['nothing', null],
    ['a text', 'evidence'],
    ['a list', []],
    ['no envelope', { ...GOOD, envelope: undefined }],
    ['no time', { ...GOOD, now: 'yesterday' }],
    ['an envelope without times', { ...GOOD, envelope: { ...GOOD.envelope, receivedAt: {} } }],
    ['answers that are no list', { ...GOOD, dns: {} }],
    ['no settings', { ...GOOD, settings: 1 }],
    ['an answer that is nothing', { ...GOOD, dns: [null] }],
    ['a question without a name', { ...GOOD, dns: [{ type: 'A', answer: {} }] }],
    ['a fetch without an answer', { ...GOOD, fetched: [{ request: {} }] }],
    ['a scan without a reply', { ...GOOD, scans: [{ scanner: 'rspamd', reply: null }] }],
  ])('%s is refused', (_name, given) => {
    expect(() => readEvidence(given)).toThrow(UnreadableEvidence)
  })
})
