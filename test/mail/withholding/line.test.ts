import { describe, expect, test } from 'bun:test'
import type { Signal, Signals } from '../../../src/mail/withholding/weighing/coefficients.ts'
import { lineOf } from '../../../src/mail/withholding/weighing/line.ts'
import { judgeRaw, rawOf } from './cases.ts'

const signs = (...names: Signal[]): Signals => Object.fromEntries(names.map((name) => [name, 1]))

describe('the line a window must pass', () => {
  test('is zero in a short body', () => {
    expect(lineOf(signs('by token'), 12)).toBe(0)
  })

  test('rises with the sentences where nothing names the carrier, up to a limit', () => {
    const lines = [13, 15, 20, 40, 4_000].map((sentences) => lineOf(signs('by token'), sentences))
    expect(lines).toEqual(lines.toSorted((one, other) => one - other))
    expect(lines[0]).toBeGreaterThan(0)
    expect(lines.at(-1)).toBe(4)
  })

  test('rises less where the subject speaks of passwords', () => {
    expect(lineOf(signs('by token', 'subject password'), 4_000)).toBe(2)
  })

  test.each([
    signs('by token', 'code strong'),
    signs('by token', 'token labelled'),
    signs('by token', 'subject code strong'),
    signs('by token', 'token to use', 'code weak'),
    signs('by words', 'credential'),
    signs('by link', 'link of sign-in'),
    signs('by link', 'link asked for', 'anchor confirm'),
    signs('by link', 'link alone', 'link named'),
  ])('stays zero where the carrier is named: %j', (named) => {
    expect(lineOf(named, 4_000)).toBe(0)
  })

  test.each([
    signs('by token', 'token to use'),
    signs('by token', 'beside code strong'),
    signs('by token', 'subject code strong', 'subject over'),
    signs('by link', 'link asked for'),
    signs('by link', 'link asked for', 'link in a row'),
  ])('is none of them: %j', (unnamed) => {
    expect(lineOf(unnamed, 4_000)).toBeGreaterThan(0)
  })
})

test.each([
  'Your verification code is 482913.',
  'Recovery code: 9505-8114',
  'Ihr vorläufiges Passwort: Xk7-pQ29',
  'Confirm your address: https://shop.example/confirm?token=k3J9qZ81LmPw02Xb',
])('among a hundred sentences it is withheld: %s', (secret) => {
  const around = Array.from(
    { length: 100 },
    (_, index) => `We met neighbours and talked about day ${index} of May.`,
  )
  const text = [...around.slice(0, 50), '', secret, '', ...around.slice(50)].join('\n')
  expect(judgeRaw(rawOf('Hello', { text }))).toBeDefined()
})
