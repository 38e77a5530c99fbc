import { describe, expect, test } from 'bun:test'
import type { LivePolicy } from '../../../../src/core/aggregate/live-policy.ts'
import type { SourceMail } from '../../../../src/services/answers/readiness/evidence.ts'
import type { Readiness } from '../../../../src/services/answers/ready.ts'
import {
  evidence,
  judge,
  judgedOf,
  liveOf,
  RUA,
  readinessWith,
  sends,
  verdictOf,
} from '../../../support/dmarc-readiness.ts'

/** Of the domain itself: all passes, 1% fails, 10% fails, and some of it is undecided. */
const CLEAN = sends('sender:own', 'own')
const SOME_FAIL = sends('sender:own', 'own', { messages: 1_000, fail: 10 })
const MANY_FAIL = sends('sender:own', 'own', { messages: 1_000, fail: 100 })
const UNDECIDED = sends('ip:203.0.113.9', 'undecided', { messages: 300, fail: 300 })
/** Of a name below. */
const BELOW = 'news.example.org'
const BELOW_FAILS = sends('sender:news', 'own', { from: BELOW, messages: 100, fail: 50 })
const BELOW_CLEAN = sends('sender:news', 'own', { from: BELOW, messages: 100 })
const names = (exists: 'yes' | 'no' | 'unknown', governed: 'yes' | 'no' | 'unknown' = 'yes') => ({
  names: { [BELOW]: { exists, governed } },
})

const offered = ({ next }: Readiness) => next.map(({ value }) => value)
const record = (tags: string) => `v=DMARC1; ${tags}; ${RUA}`

describe('the next record, whole', () => {
  const table: readonly [
    what: string,
    tags: string,
    sources: SourceMail[],
    given: Parameters<typeof readinessWith>[2],
    next: string[],
  ][] = [
    ['p=none, all passes', 'p=none', [CLEAN], {}, ['p=quarantine', 'p=quarantine; t=y']],
    ['p=quarantine, all passes', 'p=quarantine', [CLEAN], {}, ['p=reject', 'p=reject; t=y']],
    ['p=reject', 'p=reject', [CLEAN], {}, []],
    ['1% fails', 'p=none', [SOME_FAIL], {}, ['p=quarantine', 'p=quarantine; t=y']],
    ['1% fails at p=quarantine', 'p=quarantine', [SOME_FAIL], {}, []],
    ['10% fails', 'p=none', [MANY_FAIL], {}, []],
    ['10% fails at p=quarantine: nothing weaker is offered', 'p=quarantine', [MANY_FAIL], {}, []],
    ['10% fails at p=reject: nothing weaker is offered', 'p=reject', [MANY_FAIL], {}, []],
    ['undecided', 'p=none', [CLEAN, UNDECIDED], {}, []],
    // Names below that may not follow.
    [
      'sp is held',
      'p=none',
      [CLEAN, BELOW_FAILS],
      names('yes'),
      ['p=quarantine; sp=none', 'p=quarantine; sp=none; t=y'],
    ],
    [
      'sp is held at what applies, which t=y would weaken',
      'p=quarantine',
      [CLEAN, BELOW_FAILS],
      names('yes'),
      ['p=reject; sp=quarantine'],
    ],
    [
      'a name with a record of its own holds nothing',
      'p=none',
      [CLEAN, BELOW_FAILS],
      names('yes', 'no'),
      ['p=quarantine', 'p=quarantine; t=y'],
    ],
    [
      'a name of which that is not known does',
      'p=none',
      [CLEAN, BELOW_FAILS],
      names('yes', 'unknown'),
      ['p=quarantine; sp=none', 'p=quarantine; sp=none; t=y'],
    ],
    [
      'np is held where sp may follow',
      'p=none',
      [CLEAN, sends('sender:big', 'own', { from: 'mail.example.org', messages: 10_000 }), BELOW_FAILS],
      {
        names: {
          [BELOW]: { exists: 'no', governed: 'yes' },
          'mail.example.org': { exists: 'yes', governed: 'yes' },
        },
      },
      ['p=quarantine; np=none', 'p=quarantine; np=none; t=y'],
    ],
    [
      'which names exist is not known: np goes with sp',
      'p=none',
      [CLEAN, sends('sender:big', 'own', { from: 'mail.example.org', messages: 10_000 }), BELOW_FAILS],
      { names: { [BELOW]: { exists: 'unknown', governed: 'yes' } } },
      ['p=quarantine', 'p=quarantine; t=y'],
    ],
    [
      'sp that is written stays',
      'p=none; sp=none',
      [CLEAN],
      {},
      ['p=quarantine; sp=none', 'p=quarantine; sp=none; t=y'],
    ],
    // Left behind.
    [
      'sp comes up to p',
      'p=reject; sp=none',
      [CLEAN, BELOW_CLEAN],
      names('yes'),
      ['p=reject; sp=quarantine'],
    ],
    ['sp comes up by one step', 'p=reject; sp=quarantine', [CLEAN], {}, ['p=reject; sp=reject']],
    [
      'sp waits, and np need not',
      'p=reject; sp=none',
      [CLEAN, BELOW_FAILS],
      names('yes'),
      ['p=reject; sp=none; np=quarantine'],
    ],
    ['sp and np have to wait', 'p=reject; sp=none', [CLEAN, BELOW_FAILS], names('no'), []],
    ['np comes up to p', 'p=reject; np=none', [CLEAN], {}, ['p=reject; np=quarantine']],
    [
      'np comes up while sp waits',
      'p=reject; sp=none',
      [
        CLEAN,
        BELOW_FAILS,
        sends('ip:198.51.100.1', 'others', { from: 'x.example.org', messages: 9, fail: 9 }),
      ],
      {
        names: {
          [BELOW]: { exists: 'yes', governed: 'yes' },
          'x.example.org': { exists: 'no', governed: 'yes' },
        },
      },
      ['p=reject; sp=none; np=quarantine'],
    ],
    ['sp above p is left alone', 'p=none; sp=reject', [MANY_FAIL], {}, []],
    // With t=y, receivers that read RFC 9989 would do less below than now: it is not offered.
    ['t=y weakens nothing', 'p=none; sp=quarantine', [CLEAN], {}, ['p=quarantine; sp=quarantine']],
    // What weakens a policy goes first.
    ['t=y goes', 'p=quarantine; t=y', [CLEAN], {}, ['p=quarantine']],
    ['t=y stays where the data do not allow the policy', 'p=reject; t=y', [SOME_FAIL], {}, []],
    ['t=y stays where they do not allow sp', 'p=quarantine; t=y', [CLEAN, BELOW_FAILS], names('yes'), []],
    ['t=y of p=none does nothing', 'p=none; t=y', [CLEAN], {}, ['p=quarantine', 'p=quarantine; t=y']],
    ['pct goes', 'p=quarantine; pct=20', [CLEAN], {}, ['p=quarantine']],
    ['pct stays where the data do not allow the policy', 'p=quarantine; pct=20', [MANY_FAIL], {}, []],
    ['pct and t=y go', 'p=reject; pct=1; t=y', [CLEAN], {}, ['p=reject']],
    ['pct of p=none goes with it', 'p=none; pct=20', [CLEAN], {}, ['p=quarantine', 'p=quarantine; t=y']],
    ['pct=100 goes with it', 'p=quarantine; pct=100', [CLEAN], {}, ['p=reject', 'p=reject; t=y']],
    [
      'strict alignment stays',
      'p=none; adkim=s; aspf=s',
      [CLEAN],
      {},
      ['p=quarantine; adkim=s; aspf=s', 'p=quarantine; t=y; adkim=s; aspf=s'],
    ],
    // What cannot be changed with certainty.
    ['a tag that may be another one', 'p=none; pp=reject', [CLEAN], {}, []],
    ['a tag in capitals', 'p=none; SP=none', [CLEAN], {}, []],
  ]
  for (const [what, tags, sources, given, next] of table) {
    test(`${what}: ${tags}`, async () => {
      const readiness = await readinessWith(record(tags), sources, given)
      expect(offered(readiness)).toEqual(next.map(record))
      for (const rung of readiness.next) {
        expect(rung).toMatchObject({ name: '_dmarc.example.org', replaces: record(tags) })
        expect(rung.value).not.toContain('pct')
        expect(rung.testing === true).toBe(rung.value.includes('t=y'))
      }
    })
  }
})

describe('what is said of a step', () => {
  test('p=quarantine, and the same with t=y', async () => {
    const { next, says } = await readinessWith(record('p=none'), [SOME_FAIL])
    const effect =
      'p=quarantine asks receivers to treat mail from example.org as spam where it fails DMARC. Of 1,000 messages of your own in these 30 days 10 failed (1.0%).'
    expect(next).toEqual([
      {
        scope: 'p',
        policy: 'quarantine',
        name: '_dmarc.example.org',
        value: record('p=quarantine'),
        replaces: record('p=none'),
        says: effect,
      },
      {
        scope: 'p',
        policy: 'quarantine',
        name: '_dmarc.example.org',
        value: record('p=quarantine; t=y'),
        replaces: record('p=none'),
        says: `${effect} With t=y only receivers that read RFC 9989 apply the policy one step weaker (none in place of quarantine); all others apply it in full, so your mail has to be ready for it in full.`,
        testing: true,
      },
    ])
    expect(says).toBe(
      'Your mail is ready for p=quarantine. Of 1,000 messages of your own in these 30 days 10 failed (1.0%). Publish the record that is offered.',
    )
  })

  test('pct and what is held', async () => {
    const { next } = await readinessWith(record('p=none; pct=20'), [CLEAN, BELOW_FAILS], names('yes'))
    expect(next[0]?.says).toBe(
      'p=quarantine asks receivers to treat mail from example.org as spam where it fails DMARC. Of 1,000 messages of your own in these 30 days none failed. sp=none leaves mail from names below example.org as it is: that mail is not ready for quarantine yet. pct=20 is left out: receivers that read RFC 9989 ignore it and apply the policy to all mail, and the others do so without it.',
    )
  })

  test('own mail that is refused by now comes first', async () => {
    const { says, next } = await readinessWith(record('p=reject'), [
      CLEAN,
      sends('Newsletter', 'own', { messages: 32, fail: 32 }),
    ])
    expect(next).toEqual([])
    expect(says).toBe(
      'At p=reject, 3.2% of your own mail from example.org fails and is refused by receivers that apply the policy. Repair Newsletter first: all 32 messages from it fail. Going back to p=quarantine would send it to spam folders instead, and forged mail too: do that only while mail that has to arrive is refused.',
    )
  })

  test('what has to wait, and for what', async () => {
    const { says } = await readinessWith(record('p=none'), [CLEAN, UNDECIDED])
    expect(says).toBe(
      'p=none is published. p=quarantine has to wait. Decide first whether ip:203.0.113.9 is yours: 300 messages from it fail.',
    )
  })

  test('a policy that is weakened stays so until the data allow it in full', async () => {
    const { says } = await readinessWith(record('p=reject; t=y'), [CLEAN, UNDECIDED])
    expect(says).toBe(
      'p=reject is published, and weakened by t=y: leave t=y in the record for now. Decide first whether ip:203.0.113.9 is yours: 300 messages from it fail.',
    )
  })

  test('a policy that strikes mail nobody decided about is not borne out', async () => {
    expect((await readinessWith(record('p=reject'), [CLEAN, UNDECIDED])).says).toBe(
      'p=reject is published, and applies to mail that may be yours. Decide first whether ip:203.0.113.9 is yours: 300 messages from it fail.',
    )
  })

  test('the end of the ladder', async () => {
    expect((await readinessWith(record('p=reject'), [CLEAN])).says).toBe(
      'p=reject is published, for names below too. The reports show no reason against it. Of 1,000 messages of your own in these 30 days none failed.',
    )
  })
})

describe('the record that is there', () => {
  const given = (live: LivePolicy, ...sources: SourceMail[]) => judge(judgedOf(evidence(sources), { live }))

  test('unknown: verdicts, and nothing to publish', () => {
    const readiness = given({ state: 'unknown' }, CLEAN)
    expect(readiness.next).toEqual([])
    expect(readiness.record).toEqual({ state: 'unknown' })
    expect(
      readiness.scopes.every(({ published, applied }) => published === undefined && applied === undefined),
    ).toBe(true)
    expect(readiness.says).toBe(
      'By its reports, example.org is ready for p=reject. The DNS did not say which record is published, so none is offered: look again later.',
    )
  })

  test('none', () => {
    const readiness = given({ state: 'none', domain: 'example.org' }, CLEAN)
    expect(readiness.next).toEqual([])
    expect(readiness.scopes[0]).toMatchObject({ published: 'none', applied: 'none' })
    expect(readiness.says).toBe(
      'There is no DMARC record for example.org now. Publish one that asks for reports (p=none) first. By its reports, example.org is ready for p=reject.',
    )
  })

  test('too little data, and no record that more of it could come by', () => {
    const few = judge(
      judgedOf(evidence([CLEAN], { days: 3 }), { live: { state: 'none', domain: 'example.org' } }),
    )
    expect(few.says).toBe(
      'There is no DMARC record for example.org now. Publish one that asks for reports (p=none) first. Not enough data for a verdict. 11 more days with reports are needed: so far 3 of 14.',
    )
  })

  test('broken', () => {
    const fault = 'There are 2 DMARC records at _dmarc.example.org: receivers act as if there were none.'
    const readiness = given({ state: 'broken', domain: 'example.org', fault }, CLEAN)
    expect(readiness.next).toEqual([])
    expect(readiness.says).toBe(
      `${fault} Correct it first. By its reports, example.org is ready for p=reject.`,
    )
  })

  const inherited = (sp: 'none' | 'reject'): LivePolicy => {
    const all = { p: sp, sp, np: sp }
    const by = { domain: 'example.com', published: all, applied: all }
    return {
      state: 'inherited',
      domain: 'example.com',
      text: `v=DMARC1; p=reject; sp=${sp}`,
      itself: by,
      below: by,
    }
  }

  test('inherited: which policy of which record, and what to do about it there', () => {
    const readiness = given(inherited('none'), CLEAN)
    expect(readiness.next).toEqual([])
    expect(readiness.record).toMatchObject({ state: 'inherited', domain: 'example.com' })
    expect(readiness.scopes.map(({ published, by }) => [published, by?.domain, by?.tag])).toEqual([
      ['none', 'example.com', 'sp'],
      ['none', 'example.com', 'sp'],
      ['none', 'example.com', 'np'],
    ])
    expect(readiness.says).toBe(
      'example.org has no DMARC record of its own: sp=none of the record of example.com applies. By its reports, example.org is ready for p=reject. Make sp= of example.com stricter, which applies to all names below it without a record of their own, or publish a record for example.org itself.',
    )
  })

  test('inherited: own mail that is refused by now comes first', () => {
    expect(given(inherited('reject'), MANY_FAIL).says).toStartWith(
      'At sp=reject of example.com, 10.0% of your own mail from example.org fails and is refused',
    )
  })

  test('inherited: what applies is all that the data allow', () => {
    expect(given(inherited('reject'), CLEAN).says).toBe(
      'example.org has no DMARC record of its own: sp=reject of the record of example.com applies. By its reports, example.org is ready for p=reject.',
    )
  })

  test('inherited of a registry', () => {
    expect(given({ ...inherited('none'), registry: true }, CLEAN).says).toBe(
      'example.org has no DMARC record of its own, and that of example.com applies, which is not yours to change. By its reports, example.org is ready for p=reject. Publish a record for example.org itself.',
    )
  })

  test('below its organization: sp= and np= of its own reach nothing', async () => {
    const above = { p: 'none', sp: 'none', np: 'none' } as const
    const live: LivePolicy = {
      ...(await liveOf(record('p=none; sp=none'))),
      below: { domain: 'example.com', published: above, applied: above },
    }
    const readiness = given(live, CLEAN, BELOW_FAILS)
    expect(offered(readiness)).toEqual([
      record('p=quarantine; sp=none'),
      record('p=quarantine; sp=none; t=y'),
    ])
    expect(readiness.notes).toContain(
      'Names below example.org go by the record of their organization, not by that of example.org: sp=none of example.com applies there. sp= of example.org has no effect.',
    )
    const plain = given(
      {
        ...(await liveOf(record('p=none'))),
        below: { domain: 'example.com', published: above, applied: above },
      },
      CLEAN,
      BELOW_FAILS,
    )
    expect(offered(plain)).toEqual([record('p=quarantine'), record('p=quarantine; t=y')])
  })

  test('an alias', async () => {
    const policy = { p: 'none', adkim: 'r', aspf: 'r' } as const
    const all = { p: 'none', sp: 'none', np: 'none' } as const
    const governing = { domain: 'example.org', published: all, applied: all }
    const readiness = given(
      {
        state: 'found',
        domain: 'example.org',
        text: record('p=none'),
        alias: 'dmarc.hosted.example',
        policy,
        itself: governing,
        below: governing,
      },
      CLEAN,
    )
    expect(readiness.next).toEqual([])
    expect(readiness.says).toContain(
      '_dmarc.example.org is an alias of dmarc.hosted.example: change the policy there',
    )
  })
})

describe('domains of the account below', () => {
  const governed = { domain: 'shop.example.org', governed: 'yes' } as const
  const fails = sends('sender:shop', 'own', { from: 'shop.example.org', messages: 100, fail: 50 })

  test('their mail counts for sp, under their name', async () => {
    const readiness = await readinessWith(record('p=none'), [CLEAN], {
      below: [{ ...governed, sources: [fails] }],
    })
    expect(offered(readiness)[0]).toBe(record('p=quarantine; sp=none'))
    const { missing, simulation } = verdictOf(readiness, 'sp', 'quarantine')
    expect(missing[1]).toEqual({
      kind: 'own_source',
      says: 'Find out why mail from sender:shop in the name of shop.example.org fails: 50 of 100 messages do.',
      key: 'sender:shop',
      domain: 'shop.example.org',
    })
    expect(simulation.bySource).toEqual([
      {
        key: 'sender:shop',
        name: 'sender:shop',
        standing: 'broken',
        messages: 50,
        domain: 'shop.example.org',
      },
    ])
    expect(verdictOf(readiness, 'p', 'quarantine').simulation.messages).toBe(1_000)
  })

  test('a record of their own keeps them out of it', async () => {
    const below = [{ ...governed, governed: 'no' as const, sources: [fails] }]
    const readiness = await readinessWith(record('p=none'), [CLEAN], { below })
    expect(offered(readiness)[0]).toBe(record('p=quarantine'))
  })

  test('what could not be read holds sp', async () => {
    const readiness = await readinessWith(record('p=none'), [CLEAN], { below: [governed] })
    expect(offered(readiness)[0]).toBe(record('p=quarantine; sp=none'))
    expect(verdictOf(readiness, 'sp', 'quarantine').missing).toEqual([
      {
        kind: 'not_read',
        says: 'The policy would apply to mail of shop.example.org too, whose reports were not read here: look at its own page, or publish a DMARC record for it.',
      },
    ])
  })
})
