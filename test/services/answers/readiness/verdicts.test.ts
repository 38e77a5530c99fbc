import { describe, expect, test } from 'bun:test'
import type { Evidence, SourceMail } from '../../../../src/services/answers/readiness/evidence.ts'
import {
  evidence,
  judge,
  judgedOf,
  liveOf,
  RUA,
  readinessWith,
  row,
  sends,
  verdictOf,
  verdictsIn,
} from '../../../support/dmarc-readiness.ts'

const NONE = `v=DMARC1; p=none; ${RUA}`
const own = (messages: number, fail = 0) => sends('sender:own', 'own', { messages, fail })

/** What of each policy for the domain itself. */
async function ready(...sources: SourceMail[]): Promise<[quarantine: string, reject: string]> {
  const readiness = await readinessWith(NONE, sources)
  return [verdictOf(readiness, 'p', 'quarantine').ready, verdictOf(readiness, 'p', 'reject').ready]
}

describe('limits', () => {
  const table: readonly [what: string, sources: SourceMail[], quarantine: string, reject: string][] = [
    ['all own mail passes', [own(1_000)], 'yes', 'yes'],
    ['0.5% fails', [own(1_000, 5)], 'yes', 'yes'],
    ['a little more than 0.5% fails', [own(999, 5)], 'yes', 'no'],
    ['0.51% fails', [own(10_000, 51)], 'yes', 'no'],
    ['2% fails', [own(1_000, 20)], 'yes', 'no'],
    ['a little more than 2% fails', [own(999, 20)], 'no', 'no'],
    ['2.01% fails', [own(10_000, 201)], 'no', 'no'],
    ['all fails', [own(1_000, 1_000)], 'no', 'no'],
    // 20 of 2,000: 1% of own mail and 20 messages, of which more than half fail.
    [
      'a source of weight fails, 1% of own mail and 20 messages',
      [own(1_980), sends('ip:192.0.2.2', 'own', { messages: 20, fail: 11 })],
      'no',
      'no',
    ],
    [
      'half of it fails',
      [own(1_980), sends('ip:192.0.2.2', 'own', { messages: 20, fail: 10 })],
      'yes',
      'yes',
    ],
    ['19 messages', [own(1_881), sends('ip:192.0.2.2', 'own', { messages: 19, fail: 19 })], 'yes', 'no'],
    ['less than 1%', [own(1_981), sends('ip:192.0.2.2', 'own', { messages: 20, fail: 20 })], 'yes', 'no'],
    [
      'many small sources that fail together',
      [
        own(960),
        ...Array.from({ length: 4 }, (_, at) => sends(`ip:192.0.2.${at}`, 'own', { messages: 10, fail: 10 })),
      ],
      'no',
      'no',
    ],
  ]
  for (const [what, sources, quarantine, reject] of table) {
    test(what, async () => expect(await ready(...sources)).toEqual([quarantine, reject]))
  }

  test('what stands against it, most first, with its source', async () => {
    const sources = [
      own(900, 4),
      sends('sender:newsletter', 'own', { messages: 80, fail: 80 }),
      sends('ip:192.0.2.7', 'own', { messages: 20, fail: 20 }),
    ]
    const { missing, simulation } = verdictOf(await readinessWith(NONE, sources), 'p', 'quarantine')
    expect(missing).toEqual([
      {
        kind: 'own_mail',
        says: '10.4% of your own mail fails and would be treated as spam (104 of 1,000 messages): at most 2% may.',
      },
      {
        kind: 'own_source',
        says: 'Repair sender:newsletter first: all 80 messages from it fail.',
        key: 'sender:newsletter',
      },
      {
        kind: 'own_source',
        says: 'Repair ip:192.0.2.7 first: all 20 messages from it fail.',
        key: 'ip:192.0.2.7',
      },
    ])
    expect(simulation).toEqual({
      policy: 'quarantine',
      messages: 1_000,
      legitimate: 1_000,
      refusedOwn: 104,
      refusedForwarded: 0,
      refusedUnknown: 0,
      refusedAbuse: 0,
      bySource: [
        { key: 'sender:newsletter', name: 'sender:newsletter', standing: 'broken', messages: 80 },
        { key: 'ip:192.0.2.7', name: 'ip:192.0.2.7', standing: 'broken', messages: 20 },
        { key: 'sender:own', name: 'sender:own', standing: 'broken', messages: 4 },
      ],
    })
  })

  test('the source with most mail that fails is named first, and those that need not be repaired are not', async () => {
    const sources = [
      own(9_000, 20),
      sends('sender:large', 'own', { messages: 2_000, fail: 600 }),
      sends('ip:192.0.2.7', 'own', { messages: 200, fail: 200 }),
      sends('ip:192.0.2.8', 'own', { messages: 100, fail: 10 }),
    ]
    const { missing } = verdictOf(await readinessWith(NONE, sources), 'p', 'reject')
    expect(missing.map(({ key }) => key)).toEqual([undefined, 'sender:large', 'ip:192.0.2.7'])
  })

  test('a share past the limit is never shown as the limit', async () => {
    const { missing } = verdictOf(await readinessWith(NONE, [own(100_000, 501)]), 'p', 'reject')
    expect(missing[0]?.says).toStartWith(
      '0.6% of your own mail fails and would be refused (501 of 100,000 messages)',
    )
  })
})

describe('whose mail it is', () => {
  test('abuse does not count, whatever there is of it', async () => {
    expect(
      await ready(own(1_000), sends('ip:198.51.100.1', 'others', { messages: 90_000, fail: 90_000 })),
    ).toEqual(['yes', 'yes'])
  })

  test('likely abuse that may come from a forgotten server is named beside the verdict', async () => {
    const stranger = (at: number, fail: number, maybeForgotten = true) => {
      const mail = sends(`ip:203.0.113.${at}`, 'others', { messages: fail, fail })
      return { ...mail, source: { ...mail.source, ...(maybeForgotten && { maybeForgotten: true as const }) } }
    }
    const named = (at: number, messages: string, done: string) =>
      `ip:203.0.113.${at} counts as likely abuse, and sends steadily, as a forgotten server would: its ${messages} would be ${done}. If it is yours, mark it as yours first.`
    const readiness = await readinessWith(NONE, [own(1_000), stranger(7, 120), stranger(8, 9_000, false)])
    expect(verdictOf(readiness, 'p', 'quarantine')).toMatchObject({
      ready: 'yes',
      notes: [named(7, '120 messages', 'treated as spam')],
    })
    expect(verdictOf(readiness, 'p', 'reject')).toMatchObject({
      ready: 'yes',
      notes: [named(7, '120 messages', 'refused')],
    })
    expect(verdictOf(readiness, 'sp', 'reject').notes).toEqual([])

    const many = await readinessWith(NONE, [own(1_000), ...[1, 2, 3, 4, 5].map((at) => stranger(at, at))])
    expect(verdictOf(many, 'p', 'reject').notes).toEqual([
      named(5, '5 messages', 'refused'),
      named(4, '4 messages', 'refused'),
      named(3, '3 messages', 'refused'),
      '2 more sources count as likely abuse and may be forgotten servers of yours.',
    ])
  })

  test('mail of forwarders and lists is told, and does not count', async () => {
    const sources = [
      own(900),
      sends('domain:forwarder.example', 'passed_on', { messages: 100, fail: 100, forwarded: 60 }),
    ]
    const readiness = await readinessWith(NONE, sources)
    const { ready, simulation, notes } = verdictOf(readiness, 'p', 'reject')
    expect(ready).toBe('yes')
    expect(simulation).toMatchObject({ legitimate: 900, refusedOwn: 0, refusedForwarded: 100 })
    expect(notes).toEqual([
      '100 messages failed on the way, by forwarding or a mailing list: receivers that make no exception for forwarders and lists refuse them. RFC 9989 advises against p=reject where people of a domain write to mailing lists.',
    ])
  })

  test('own mail that a receiver took for forwarded does not count', async () => {
    expect(await ready(sends('sender:own', 'own', { messages: 1_000, fail: 100, forwarded: 100 }))).toEqual([
      'yes',
      'yes',
    ])
    expect(await ready(sends('sender:own', 'own', { messages: 1_000, fail: 100, forwarded: 79 }))).toEqual([
      'no',
      'no',
    ])
  })

  test('nobody decided: it counts where it would break the limit if it were own mail', async () => {
    const unknown = (fail: number) => sends('ip:203.0.113.9', 'undecided', { messages: fail, fail })
    // 5 of 1,000, 6 of 1,000, 19 of 950: below the weight of 20 messages.
    expect(await ready(own(995), unknown(5))).toEqual(['yes', 'yes'])
    expect(await ready(own(994), unknown(6))).toEqual(['yes', 'no'])
    expect(await ready(own(931), unknown(19))).toEqual(['yes', 'no'])
    expect(await ready(own(930), unknown(19))).toEqual(['no', 'no'])
    expect(await ready(own(980), unknown(20))).toEqual(['no', 'no'])
  })

  test('it is asked to decide, about the largest first', async () => {
    const sources = [
      own(900),
      sends('ip:203.0.113.1', 'undecided', { messages: 30, fail: 30 }),
      sends('ip:203.0.113.2', 'undecided', { messages: 70, fail: 70 }),
    ]
    const { ready, missing } = verdictOf(await readinessWith(NONE, sources), 'p', 'quarantine')
    expect(ready).toBe('no')
    expect(missing).toEqual([
      {
        kind: 'undecided',
        says: 'Decide first whether ip:203.0.113.2 is yours: 70 messages from it fail.',
        key: 'ip:203.0.113.2',
      },
      {
        kind: 'undecided',
        says: 'Decide first whether ip:203.0.113.1 is yours: 30 messages from it fail.',
        key: 'ip:203.0.113.1',
      },
    ])
  })

  test('mail that passes is own mail, whoever sent it', async () => {
    const { simulation } = verdictOf(
      await readinessWith(NONE, [
        own(500),
        sends('domain:list.example', 'passed_on', { messages: 500, fail: 20, forwarded: 20 }),
      ]),
      'p',
      'reject',
    )
    expect(simulation).toMatchObject({ legitimate: 980, refusedForwarded: 20, refusedOwn: 0 })
  })

  test('addresses beyond those that were looked at: what authenticated is undecided, the rest is abuse', async () => {
    const rest = { ips: 5_000, messages: 6_000, pass: 100, forwarded: 200, unaligned: 0 }
    const readiness = (unaligned: number) =>
      judge(judgedOf(evidence([own(1_000)], { rest: { ...rest, unaligned } })))
    expect(verdictOf(readiness(0), 'p', 'reject').ready).toBe('yes')
    expect(verdictOf(readiness(0), 'p', 'reject').simulation).toMatchObject({
      messages: 7_000,
      legitimate: 1_100,
      refusedForwarded: 200,
      refusedAbuse: 5_700,
    })
    const many = readiness(300)
    expect(verdictsIn(many).filter((one) => one.includes('quarantine'))).toEqual([
      'p=quarantine: no',
      'sp=quarantine: no',
      'np=quarantine: yes',
    ])
    expect(verdictOf(many, 'p', 'quarantine').missing).toEqual([
      {
        kind: 'undecided',
        says: '300 messages from addresses with little mail each passed SPF or DKIM for other domains and failed DMARC: it is not known whose they are.',
      },
    ])
  })

  test('mail that passes by SPF alone is told before p=reject', async () => {
    const notes = async (bySpfAlone: number) =>
      verdictOf(
        await readinessWith(NONE, [sends('sender:own', 'own', { messages: 1_000, bySpfAlone })]),
        'p',
        'reject',
      ).notes
    expect(await notes(50)).toEqual([])
    expect(await notes(51)).toEqual([
      '5.1% of the mail that passes does so by SPF alone, which forwarding breaks: sign it with DKIM before p=reject.',
    ])
  })
})

describe('enough data', () => {
  const some = (more: Partial<Evidence>): Evidence => ({
    ...evidence([own(100)], { days: 14, reporters: 3 }),
    ...more,
  })
  const dataOf = (given: Evidence) => judge(judgedOf(given)).data

  test('14 days, 3 reporters, 100 messages are', () => {
    expect(dataOf(some({}))).toEqual({ days: 14, reporters: 3, messages: 100, enough: true, missing: [] })
    expect(verdictsIn(judge(judgedOf(some({}))))).toContain('p=reject: yes')
  })

  const missing: readonly [more: Partial<Evidence>, says: string][] = [
    [{ days: 13 }, '1 more day with reports is needed: so far 13 of 14.'],
    [{ days: 4 }, '10 more days with reports are needed: so far 4 of 14.'],
    [{ reporters: 2 }, '1 more reporter is needed: so far 2 of 3.'],
    [{ messages: 99 }, '1 more message in reports is needed: so far 99 of 100.'],
    [{ messages: 0 }, '100 more messages in reports are needed: so far 0 of 100.'],
  ]
  for (const [more, says] of missing) {
    test(says, () => {
      const readiness = judge(judgedOf(some(more)))
      expect(readiness.data.missing).toEqual([says])
      expect(readiness.data.enough).toBe(false)
      expect(new Set(readiness.scopes.flatMap(({ verdicts }) => verdicts.map(({ ready }) => ready)))).toEqual(
        new Set(['not_enough_data']),
      )
      expect(verdictOf(readiness, 'p', 'reject').missing).toEqual([{ kind: 'data', says }])
      expect(readiness.next).toEqual([])
      expect(readiness.says).toBe(`Not enough data for a verdict. ${says}`)
    })
  }

  test('no record is offered', async () => {
    const live = await liveOf(NONE)
    expect(judge(judgedOf(some({ days: 13 }), { live })).next).toEqual([])
    expect(judge(judgedOf(some({}), { live })).next).toHaveLength(2)
  })

  test('authenticated reports alone, where they are enough', () => {
    const good = some({})
    const all = some({ days: 30, sources: [own(1_000, 900)], messages: 1_000 })
    const readiness = judge(judgedOf(good, { all }))
    expect(readiness.basis).toBe('authenticated')
    expect(verdictOf(readiness, 'p', 'reject').ready).toBe('yes')
  })

  test('all of them where these are not, which is said', () => {
    const few = some({ days: 13 })
    const readiness = judge(judgedOf(few, { all: some({ days: 20 }) }))
    expect(readiness.basis).toBe('all')
    expect(readiness.data.days).toBe(20)
    expect(verdictOf(readiness, 'p', 'reject').ready).toBe('yes')
    expect(readiness.notes[0]).toBe(
      'There are too few authenticated reports, so reports whose own mail did not pass DMARC count too. Anybody could have sent those: look at them before you publish a stricter policy.',
    )
  })

  test('no record is offered on them', async () => {
    const live = await liveOf(NONE)
    const readiness = judge(judgedOf(some({ days: 13 }), { all: some({ days: 20 }), live }))
    expect(readiness.basis).toBe('all')
    expect(readiness.next).toEqual([])
    expect(readiness.says).toEndWith(
      'No record is offered on reports that anybody could have sent: it is once authenticated reports alone are enough.',
    )
  })

  test('neither: what is missing is told of all', () => {
    const readiness = judge(judgedOf(some({ days: 2 }), { all: some({ days: 12 }) }))
    expect(readiness.basis).toBe('all')
    expect(readiness.data.missing).toEqual(['2 more days with reports are needed: so far 12 of 14.'])
    expect(judge(judgedOf(some({ days: 2 }))).basis).toBe('authenticated')
  })

  test('a domain that sends nothing has its verdict by abuse alone', async () => {
    const abuse = (messages: number) => sends('ip:198.51.100.1', 'others', { messages, fail: messages })
    const readiness = await readinessWith(NONE, [abuse(100)])
    expect(verdictOf(readiness, 'p', 'reject').ready).toBe('yes')
    expect(verdictOf(readiness, 'p', 'reject').notes).toEqual([
      'No mail of your own was reported: what fails is not yours. Make sure that you send none.',
    ])
    const fewer = await readinessWith(NONE, [abuse(99)])
    expect(verdictOf(fewer, 'p', 'reject').ready).toBe('not_enough_data')
  })

  test('little own mail is told', async () => {
    const readiness = await readinessWith(NONE, [
      own(12),
      sends('ip:198.51.100.1', 'others', { messages: 500, fail: 500 }),
    ])
    expect(verdictOf(readiness, 'p', 'reject').notes).toEqual([
      'Only 12 messages are your own: mail that you send less often than once a month may not be among them.',
    ])
  })

  test('no rows at all', () => {
    const readiness = judge(judgedOf(evidence([], { days: 0, reporters: 0 })))
    expect(readiness.data.missing).toHaveLength(3)
    expect(verdictOf(readiness, 'p', 'reject').simulation).toMatchObject({
      messages: 0,
      legitimate: 0,
      bySource: [],
    })
  })

  test('From that is missing, or of nobody here, counts as the domain itself', async () => {
    const rows = [
      row({ from: '', messages: 50 }),
      row({ from: 'example.net', messages: 30 }),
      row({ from: 'notexample.org', messages: 20 }),
    ]
    const mail: SourceMail = { source: { key: 'a', name: 'a', standing: 'passing', whose: 'own' }, rows }
    const readiness = await readinessWith(NONE, [mail])
    expect(verdictOf(readiness, 'p', 'reject').simulation.messages).toBe(100)
    expect(verdictOf(readiness, 'sp', 'reject').simulation.messages).toBe(0)
  })
})
