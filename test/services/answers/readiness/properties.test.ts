import { describe, expect, test } from 'bun:test'
import type { LivePolicy } from '../../../../src/core/aggregate/live-policy.ts'
import { policyOf } from '../../../../src/mail/authentication/dmarc/policy.ts'
import { readDmarcRecord } from '../../../../src/mail/authentication/dmarc/tags.ts'
import type { Ownership } from '../../../../src/services/answers/answered.ts'
import type { SourceMail } from '../../../../src/services/answers/readiness/evidence.ts'
import { windowOf } from '../../../../src/services/answers/readiness/evidence.ts'
import { ENFORCED, type Readiness } from '../../../../src/services/answers/ready.ts'
import { chance } from '../../../support/chance.ts'
import { evidence, judge, judgedOf, liveOf, row } from '../../../support/dmarc-readiness.ts'

const RUNS = 400
const FROM = [
  'example.org',
  'example.org',
  'example.org',
  'a.example.org',
  'b.example.org',
  'missing.example.org',
]
const NAMES = {
  'a.example.org': { exists: 'yes', governed: 'yes' },
  'b.example.org': { exists: 'yes', governed: 'no' },
  'missing.example.org': { exists: 'no', governed: 'yes' },
} as const
const TAGS = [
  'p=none',
  'p=quarantine',
  'p=reject',
  'p=none; sp=reject',
  'p=reject; sp=none',
  'p=quarantine; np=none',
  'p=quarantine; t=y',
  'p=reject; sp=quarantine; t=y; pct=30',
  'p=none; t=y; pct=20',
]

interface Chance {
  under(most: number): number
  of<T>(list: readonly T[]): T
}

function chances(seed: number): Chance {
  const next = chance(seed)
  const under = (most: number) => Math.floor(next() * most)
  return { under, of: (list) => list[under(list.length)] ?? (list[0] as never) }
}

/** Around the limits: much mail that passes, and a little of it that fails. */
function sources({ under, of }: Chance): SourceMail[] {
  const whose: readonly Ownership[] = ['own', 'own', 'passed_on', 'others', 'undecided']
  const good = {
    source: { key: 'sender:good', name: 'good', standing: 'passing', whose: 'own' } as const,
    rows: [row({ messages: 900 + under(1_200) })],
  }
  const more = Array.from({ length: under(6) }, (_, at): SourceMail => {
    const rows = Array.from({ length: 1 + under(2) }, () => {
      const messages = 1 + under(40)
      const fail = Math.min(under(45), messages)
      return row({ from: of(FROM), messages, fail, forwarded: of([0, 0, under(fail + 1)]) })
    })
    return {
      source: { key: `ip:192.0.2.${at}`, name: `s${at}`, standing: 'unknown', whose: of(whose) },
      rows,
    }
  })
  return [good, ...more]
}

const LIVE = new Map<string, LivePolicy>()
for (const tags of TAGS) LIVE.set(tags, await liveOf(`v=DMARC1; ${tags}; rua=mailto:d@example.org`))

function readinessOf(mail: readonly SourceMail[], tags = 'p=none'): Readiness {
  const live = LIVE.get(tags)
  return judge(judgedOf(evidence(mail), { names: NAMES, ...(live && { live }) }))
}

const RANK = { yes: 1, no: 0, not_enough_data: 0 } as const
const ranks = ({ scopes }: Readiness) =>
  scopes.flatMap(({ verdicts }) => verdicts.map(({ ready }) => RANK[ready]))
const verdicts = ({ scopes }: Readiness) => scopes.map(({ verdicts }) => verdicts.map(({ ready }) => ready))

function always(holds: (given: Chance, mail: SourceMail[]) => void): void {
  for (let seed = 1; seed <= RUNS; seed++) {
    const given = chances(seed)
    holds(given, sources(given))
  }
}

const one = (key: string, whose: Ownership, rows: SourceMail['rows']): SourceMail => ({
  source: { key, name: key, standing: 'unknown', whose },
  rows,
})

describe('readiness', () => {
  test('both verdicts are met, and both kinds of no', () => {
    const seen = new Set<string>()
    always((_, mail) => {
      for (const { verdicts } of readinessOf(mail).scopes) {
        for (const { policy, ready, missing } of verdicts)
          seen.add(`${policy} ${ready} ${missing[0]?.kind ?? ''}`)
      }
    })
    expect([...seen].sort()).toEqual([
      'quarantine no own_mail',
      'quarantine no own_source',
      'quarantine no undecided',
      'quarantine yes ',
      'reject no own_mail',
      'reject no undecided',
      'reject yes ',
    ])
  })

  test('never improves when own mail that fails is added', () => {
    always(({ under, of }, mail) => {
      const before = ranks(readinessOf(mail))
      const fail = 1 + under(60)
      const more = row({ from: of(FROM), messages: fail, fail })
      const changed = of([true, false])
        ? [...mail, one('ip:198.51.100.200', 'own', [more])]
        : mail.map((source, at) => (at === 0 ? { ...source, rows: [...source.rows, more] } : source))
      for (const [at, rank] of ranks(readinessOf(changed)).entries())
        expect(rank).toBeLessThanOrEqual(before[at] ?? 0)
    })
  })

  test('never says that reject is ready while quarantine is not', () => {
    always((_, mail) => {
      for (const { verdicts } of readinessOf(mail).scopes) {
        const [quarantine, reject] = verdicts
        if (reject?.ready === 'yes') expect(quarantine?.ready).toBe('yes')
      }
    })
  })

  test('abuse that is added changes no verdict and no record', () => {
    always(({ under, of }, mail) => {
      const messages = 1 + under(50_000)
      const abuse = one('ip:198.51.100.66', 'others', [row({ from: of(FROM), messages, fail: messages })])
      const [before, after] = [readinessOf(mail), readinessOf([...mail, abuse])]
      expect(verdicts(after)).toEqual(verdicts(before))
      expect(after.next.map(({ value }) => value)).toEqual(before.next.map(({ value }) => value))
    })
  })

  test('forwarded mail that is added changes no verdict', () => {
    always(({ under, of }, mail) => {
      const messages = 1 + under(5_000)
      const forwarded = one('domain:forwarder.example', 'passed_on', [
        row({ from: of(FROM), messages, fail: messages, forwarded: under(messages + 1) }),
      ])
      const [before, after] = [readinessOf(mail), readinessOf([...mail, forwarded])]
      expect(verdicts(after)).toEqual(verdicts(before))
      const own = ({ scopes }: Readiness) =>
        scopes.map(({ verdicts }) =>
          verdicts.map(({ simulation }) => [simulation.refusedOwn, simulation.legitimate]),
        )
      expect(own(after)).toEqual(own(before))
    })
  })

  test('unknown mail of weight leads to “decide first”', () => {
    always(({ under, of }, mail) => {
      const messages = 2_500 + under(2_000)
      const unknown = one('ip:203.0.113.77', 'undecided', [
        row({ from: of(FROM.slice(0, 4)), messages, fail: messages }),
      ])
      const { scopes } = readinessOf([...mail, unknown])
      const told = scopes.flatMap(({ verdicts }) => verdicts.flatMap(({ missing }) => missing))
      expect(told).toContainEqual({
        kind: 'undecided',
        says: `Decide first whether ip:203.0.113.77 is yours: ${messages.toLocaleString('en-US')} messages from it fail.`,
        key: 'ip:203.0.113.77',
      })
      const struck = unknown.rows[0]?.headerFrom === 'example.org' ? 0 : 1
      expect(scopes[struck]?.verdicts.map(({ ready }) => ready)).toEqual(['no', 'no'])
    })
  })

  test('the order of sources and rows is irrelevant', () => {
    always(({ of }, mail) => {
      const turned = mail.map((source) => ({ ...source, rows: source.rows.toReversed() })).toReversed()
      const tags = of(TAGS)
      expect(readinessOf(turned, tags)).toEqual(readinessOf(mail, tags))
    })
  })

  test('no message is lost, and none counted twice', () => {
    always((_, mail) => {
      for (const { verdicts } of readinessOf(mail).scopes) {
        for (const { simulation: s } of verdicts) {
          const pass = s.legitimate - s.refusedOwn
          expect(pass + s.refusedOwn + s.refusedForwarded + s.refusedUnknown + s.refusedAbuse).toBe(
            s.messages,
          )
        }
      }
    })
  })

  test('a record that is offered never lowers a policy, and is allowed by the data', () => {
    always(({ of }, mail) => {
      const tags = of(TAGS)
      const { next, scopes } = readinessOf(mail, tags)
      for (const { value, replaces } of next) {
        const [is, was] = [policyOf(readDmarcRecord(value)), policyOf(readDmarcRecord(replaces))]
        for (const { scope, verdicts } of scopes) {
          const rank = (policy: string) => ['none', ...ENFORCED].indexOf(policy)
          expect(rank(is[scope])).toBeGreaterThanOrEqual(rank(was[scope]))
          if (is[scope] === was[scope]) continue
          expect(verdicts.find(({ policy }) => policy === is[scope])?.ready).toBe('yes')
        }
        expect(value).toContain('rua=mailto:d@example.org')
      }
    })
  })
})

describe('the window', () => {
  const DAY = 86_400_000
  const numberOf = (at: string) => Math.floor(Date.parse(at) / DAY)

  test('30 settled days, which turn at midnight in UTC', () => {
    const before = windowOf(numberOf('2026-11-22T23:59:59.999Z'))
    const after = windowOf(numberOf('2026-11-23T00:00:00.000Z'))
    expect(after.to).toBe(numberOf('2026-11-21T00:00:00Z'))
    expect(after.from).toBe(numberOf('2026-10-23T00:00:00Z'))
    expect(after.to - after.from + 1).toBe(30)
    expect(before).toEqual({ from: after.from - 1, to: after.to - 1 })
  })
})
