import { describe, expect, test } from 'bun:test'
import { RETRY_AFTER_MS } from '../../../src/core/watching/destination.ts'
import { afterAttempt, type Tried } from '../../../src/services/destinations/delivering/after.ts'
import { DAY, later, THEN } from '../../support/builders.ts'

const HOUR = 3_600_000

function after(changes: Partial<Tried> & { status?: number; retryAfterMs?: number }, chance = 0) {
  const { status = 500, retryAfterMs, ...rest } = changes
  const sent = {
    outcome: 'refused' as const,
    response: { status, headers: {}, body: '' },
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  }
  return afterAttempt(
    { sent, destination: { kind: 'webhook' }, begunAt: THEN, tries: 0, at: THEN, ...rest },
    chance,
  )
}

/** Milliseconds until the next attempt. */
function wait(changes: Parameters<typeof after>[0], chance = 0) {
  const decided = after(changes, chance)
  return decided.kind === 'again' ? decided.at.getTime() - (changes.at ?? THEN).getTime() : decided.kind
}

describe('the schedule of a webhook', () => {
  test('is 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, and then it is given up', () => {
    const minutes = Array.from({ length: 10 }, (_, tries) => wait({ tries }))
    expect(minutes).toEqual([
      5000,
      300_000,
      1_800_000,
      2 * HOUR,
      5 * HOUR,
      10 * HOUR,
      14 * HOUR,
      20 * HOUR,
      24 * HOUR,
      'given_up',
    ])
  })

  test.each([0, 0.5, 1])('is lengthened by up to a tenth by chance, and never shortened (%p)', (chance) => {
    for (const [tries, delay] of RETRY_AFTER_MS.entries())
      expect(wait({ tries }, chance)).toBe(Math.ceil(delay * (1 + chance / 10)))
  })

  test('of channels for people ends a day after the event, as late news alarm nobody', () => {
    const destination = { kind: 'slack' as const }
    const at = (hours: number) => later(hours * HOUR)
    expect(wait({ destination, tries: 5, at: at(7.6) })).toBe(10 * HOUR)
    expect(wait({ destination, tries: 6, at: at(17.6) })).toBe('given_up')
    expect(wait({ tries: 6, at: at(17.6) })).toBe(14 * HOUR)
    // A replay begins its own day.
    expect(wait({ destination, tries: 0, begunAt: at(100), at: at(100) })).toBe(5000)
  })
})

describe('Retry-After', () => {
  test.each([
    ['429, longer than the schedule', 429, 0, 60_000, 60_000],
    ['429, shorter than the schedule', 429, 1, 60_000, 300_000],
    ['503, up to an hour', 503, 0, HOUR, HOUR],
    ['503, for a day: an hour', 503, 0, DAY, HOUR],
    ['503, for a day, late in the schedule', 503, 4, DAY, 5 * HOUR],
    ['500 does not ask for anything', 500, 0, 60_000, 5000],
    ['429 with nonsense', 429, 0, -60_000, 5000],
    ['429 without', 429, 0, undefined, 5000],
  ])('%s', (_name, status, tries, retryAfterMs, expected) => {
    expect(wait({ status, tries, ...(retryAfterMs !== undefined && { retryAfterMs }) })).toBe(expected)
  })

  test('holds all that is due there, while other failures do not', () => {
    for (const status of [429, 503])
      expect(after({ status, retryAfterMs: 60_000 })).toEqual({
        kind: 'again',
        at: later(60_000),
        holdUntil: later(60_000),
      })
    // Late in the schedule this one waits longer than was asked for, and the others do not.
    expect(after({ status: 503, retryAfterMs: 60_000, tries: 6 })).toEqual({
      kind: 'again',
      at: later(14 * HOUR),
      holdUntil: later(60_000),
    })
    expect(after({ status: 429 })).not.toHaveProperty('holdUntil')
    expect(after({ status: 500, retryAfterMs: 60_000 })).not.toHaveProperty('holdUntil')
  })
})

describe('what disables', () => {
  test('410 does at once', () => {
    const sent = { outcome: 'refused' as const, gone: true as const }
    expect(after({ sent })).toEqual({ kind: 'disable', reason: 'gone' })
  })

  test('five days without a delivery do, once the one at hand was tried for some hours', () => {
    const failing = (failedForMs: number, tries: number) =>
      after({
        destination: { kind: 'webhook', failingSince: THEN },
        tries,
        at: later(failedForMs),
        begunAt: THEN,
      }).kind
    expect(failing(5 * DAY - 1, 5)).toBe('again')
    expect(failing(5 * DAY, 3)).toBe('again')
    expect(failing(5 * DAY, 4)).toBe('disable')
    expect(after({ tries: 8, at: later(50 * DAY) }).kind).toBe('again')
  })

  test('a relay of ours that takes nothing disables no address, and an address that it refuses is disabled', () => {
    const mail = (outcome: 'refused' | 'unreached') =>
      after({
        sent: { outcome },
        destination: { kind: 'email', failingSince: THEN },
        tries: 4,
        at: later(6 * DAY),
        begunAt: later(6 * DAY),
      }).kind
    expect(mail('unreached')).toBe('again')
    expect(mail('refused')).toBe('disable')
  })

  test('a delivery that is taken is taken, whatever failed before', () => {
    const destination = { kind: 'webhook' as const, failingSince: THEN }
    const sent = { outcome: 'delivered' as const }
    expect(after({ sent, destination, tries: 8, at: later(9 * DAY) })).toEqual({ kind: 'delivered' })
  })
})
