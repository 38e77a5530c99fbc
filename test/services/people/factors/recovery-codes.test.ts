import { describe, expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import {
  newRecoveryCodes,
  recoveryCodeIn,
  recoveryHash,
} from '../../../../src/services/people/factors/recovery-codes.ts'

const random = (length: number) => new Uint8Array(randomBytes(length))

describe('recovery codes', () => {
  test('are ten, of 60 bits each', () => {
    const codes = newRecoveryCodes(random)
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){2}$/)
  })

  test.each([
    ['7gk2-m4xp-q9vt', '7gk2m4xpq9vt'],
    ['7GK2M4XPQ9VT', '7gk2m4xpq9vt'],
    ['  7gk2 m4xp q9vt\n', '7gk2m4xpq9vt'],
    ['7gk2–m4xp—q9vt', '7gk2m4xpq9vt'],
    ['oil0-1111-0000', '011011110000'],
    ['7gk2-m4xp-q9v', undefined],
    ['7gk2-m4xp-q9vtt', undefined],
    ['7gk2-m4xp-q9vu', undefined],
    ['', undefined],
    ['7'.repeat(100_000), undefined],
  ])('%j is read as %j', (typed, code) => {
    expect(recoveryCodeIn(typed)).toBe(code)
  })

  test('the hash is the same however a code is typed, and another for each person', () => {
    const one = recoveryHash('per_1', '7gk2-m4xp-q9vt')
    expect(recoveryHash('per_1', '7GK2M4XPQ9VT')).toEqual(one)
    expect(recoveryHash('per_2', '7gk2-m4xp-q9vt')).not.toEqual(one)
    expect(one.length).toBe(32)
  })
})
