import { describe, expect, test } from 'bun:test'
import { afterLook, endOfVerification, newEntry } from '../../../src/core/domains/verification.ts'
import type { DomainEntry, SeenRecord } from '../../../src/core/sender-domain.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const NOON = new Date('2026-11-20T12:00:00.000Z')
const at = (milliseconds: number) => new Date(NOON.getTime() + milliseconds)

const SEEN = {
  found: { state: 'found' },
  absent: { state: 'absent', seconds: 60 },
  other: { state: 'other', texts: ['v=spf1 -all'], more: 0, foreign: false },
  unknown: { state: 'unknown', reason: 'servfail' },
} as const satisfies Record<string, SeenRecord>
type State = keyof typeof SEEN

const fresh = () => newEntry({ id: '1', accountId: 'a', domain: 'example.org', token: 't', createdAt: NOON })

const look = (entry: DomainEntry, state: State, when: Date, room = true) =>
  afterLook(entry, { ...SEEN[state], at: when }, { room, later: 0 })

/** A verified domain after looks at these times, in hours since. */
function after(looks: readonly (readonly [hours: number, state: State])[]) {
  let { entry } = look(fresh(), 'found', NOON)
  const became: string[] = []
  for (const [hours, state] of looks) {
    const looked = look(entry, state, at(hours * HOUR))
    entry = looked.entry
    if (looked.became) became.push(`${looked.became} at ${hours}`)
  }
  return { entry, became, verified: entry.verifiedAt !== undefined }
}

describe('a verified domain', () => {
  test.each<[string, readonly (readonly [number, State])[], string[]]>([
    [
      'is not any more on the third day',
      [
        [24, 'absent'],
        [48, 'absent'],
        [72, 'absent'],
      ],
      ['unverified at 72'],
    ],
    [
      'stays within two days',
      [
        [24, 'absent'],
        [48, 'absent'],
        [71.9, 'absent'],
      ],
      [],
    ],
    [
      'stays on two days, however often it was looked for',
      [
        [1, 'absent'],
        [2, 'absent'],
        [3, 'absent'],
        [24, 'absent'],
        [35, 'absent'],
      ],
      [],
    ],
    [
      'stays where two days lie between but no third look',
      [
        [1, 'absent'],
        [80, 'absent'],
      ],
      [],
    ],
    [
      'may be looked for on other days than the next',
      [
        [1, 'absent'],
        [100, 'absent'],
        [200, 'absent'],
      ],
      ['unverified at 200'],
    ],
    [
      'stays after a success in between',
      [
        [24, 'absent'],
        [48, 'absent'],
        [49, 'found'],
        [72, 'absent'],
        [96, 'absent'],
      ],
      [],
    ],
    [
      'ends three days after the last success',
      [
        [24, 'absent'],
        [30, 'found'],
        [48, 'absent'],
        [72, 'absent'],
        [96, 'absent'],
      ],
      ['unverified at 96'],
    ],
    [
      'stays for ever without an answer',
      Array.from({ length: 60 }, (_, day) => [24 * (day + 1), 'unknown'] as const),
      [],
    ],
    [
      'stays for ever with another record',
      Array.from({ length: 60 }, (_, day) => [24 * (day + 1), 'other'] as const),
      [],
    ],
    [
      'ends by a look that saw it gone, not by a failure after',
      [
        [24, 'absent'],
        [48, 'absent'],
        [72, 'unknown'],
        [96, 'other'],
        [120, 'absent'],
      ],
      ['unverified at 120'],
    ],
    [
      'comes back by itself',
      [
        [24, 'absent'],
        [48, 'absent'],
        [72, 'absent'],
        [96, 'found'],
      ],
      ['unverified at 72', 'verified at 96'],
    ],
    [
      'is not ended by midnight alone',
      [
        [11.9, 'absent'],
        [12.1, 'absent'],
        [36.1, 'absent'],
      ],
      [],
    ],
  ])('%s', (_what, looks, became) => {
    expect(after(looks).became).toEqual(became)
  })

  test('flapping never ends it', () => {
    const looks = Array.from(
      { length: 200 },
      (_, index) => [index * 12, index % 5 === 4 ? 'found' : 'absent'] as const,
    )
    expect(after(looks.slice(1)).became.filter((one) => one.startsWith('unverified')).length).toBe(0)
  })

  test('is looked for once a day, sooner after a first failure', () => {
    const due = (looks: readonly (readonly [number, State])[]) => after(looks).entry.dueAt
    expect(due([])).toEqual(at(DAY))
    expect(due([[24, 'absent']])).toEqual(at(2 * DAY))
    expect(due([[24, 'unknown']])).toEqual(at(28 * HOUR))
    expect(
      due([
        [24, 'unknown'],
        [28, 'unknown'],
      ]),
    ).toEqual(at(52 * HOUR))
  })

  test('says when it ends at the earliest', () => {
    const end = (looks: readonly (readonly [number, State])[]) => endOfVerification(after(looks).entry)
    expect(end([])).toBeUndefined()
    expect(end([[24, 'absent']])).toEqual(at(3 * DAY))
    expect(
      end([
        [24, 'absent'],
        [48, 'absent'],
      ]),
    ).toEqual(at(3 * DAY))
    expect(
      end([
        [24, 'absent'],
        [48, 'unknown'],
        [52, 'absent'],
      ]),
    ).toEqual(at(76 * HOUR))
    expect(
      end([
        [24, 'absent'],
        [48, 'found'],
      ]),
    ).toBeUndefined()
  })
})

describe('an unverified domain', () => {
  test('is looked for often at first, then daily, and after two weeks on request alone', () => {
    let entry = fresh()
    const looks: number[] = []
    while (entry.dueAt) {
      looks.push(entry.dueAt.getTime() - NOON.getTime())
      ;({ entry } = look(entry, 'absent', entry.dueAt))
    }
    expect(looks.filter((time) => time <= HOUR).length).toBe(6)
    expect(looks.filter((time) => time <= DAY).length).toBe(29)
    expect(looks.length).toBeLessThan(45)
    expect(looks.at(-1)).toBeGreaterThanOrEqual(14 * DAY)
    expect(entry.verifiedAt).toBeUndefined()
    const asked = look(entry, 'absent', at(20 * DAY)).entry
    expect(asked.dueAt).toBeUndefined()
    expect(look(asked, 'found', at(21 * DAY))).toMatchObject({
      became: 'verified',
      entry: { dueAt: at(22 * DAY) },
    })
  })

  test('waits where no more may be verified', () => {
    const { entry, became } = look(fresh(), 'found', at(HOUR), false)
    expect({ became, verifiedAt: entry.verifiedAt }).toEqual({ became: undefined, verifiedAt: undefined })
    expect(look(entry, 'found', at(2 * HOUR)).became).toBe('verified')
  })

  test('is watched anew after it stopped being verified', () => {
    const { entry } = after([
      [24, 'absent'],
      [48, 'absent'],
      [72, 'absent'],
    ])
    expect(entry.absence).toBeUndefined()
    expect(entry.dueAt?.getTime()).toBeLessThan(at(73 * HOUR).getTime())
    expect(entry.watchedUntil).toEqual(at(17 * DAY))
  })
})

test('of two looks that end in another order the later one holds', () => {
  const { entry } = look(fresh(), 'found', at(10))
  const looked = look(entry, 'absent', at(5))
  expect(looked).toEqual({ entry })
})
