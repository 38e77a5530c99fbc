import { describe, expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import {
  newTotpSecret,
  readTotpSecret,
  stepOf,
  totpCodeIn,
} from '../../../../src/services/people/factors/totp.ts'

const LABEL = { issuer: 'Mail: gauge', account: 'ann@example.org' }
const random = (length: number) => new Uint8Array(randomBytes(length))
/** RFC 6238, appendix B: the secret of its SHA-1 vectors. */
const RFC = new TextEncoder().encode('12345678901234567890')
const at = (seconds: number) => new Date(seconds * 1000)

describe('codes of an app', () => {
  // The last six of the eight digits of appendix B.
  test.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [1_234_567_890, '005924', 41_152_263],
    [2_000_000_000, '279037', 66_666_666],
    [20_000_000_000, '353130', 666_666_666],
  ])('at %d it is %s (RFC 6238, appendix B)', async (seconds, code, step) => {
    expect(await stepOf(code, RFC, at(seconds))).toBe(step)
  })

  test('a clock may be one step early or late, not two', async () => {
    const code = '005924'
    const begin = 41_152_263 * 30
    const steps = [-2, -1, 0, 1, 2].map((drift) => stepOf(code, RFC, at(begin + drift * 30)))
    expect(await Promise.all(steps)).toEqual([undefined, 41_152_263, 41_152_263, 41_152_263, undefined])
  })

  test('the secret has 160 bits and comes back from a form', async () => {
    const made = await newTotpSecret(random, LABEL)
    expect(made.bytes.length).toBe(20)
    expect(made.uri).toBe(
      `otpauth://totp/Mail%20%20gauge:ann%40example.org?issuer=Mail%20%20gauge&secret=${made.base32}&algorithm=SHA1&digits=6&period=30`,
    )
    const again = await readTotpSecret(made.base32, LABEL)
    expect(again?.bytes).toEqual(made.bytes)
    expect(again?.uri).toBe(made.uri)
  })

  test.each(['', 'A', 'a'.repeat(32), '1'.repeat(32), 'A'.repeat(33), 'A'.repeat(31)])(
    '%j is no secret',
    async (text) => {
      expect(await readTotpSecret(text, LABEL)).toBeUndefined()
    },
  )

  test.each([
    ['123456', '123456'],
    [' 123 456 ', '123456'],
    ['123-456', '123456'],
    ['12345', undefined],
    ['1234567', undefined],
    ['١٢٣٤٥٦', undefined],
    ['12345a', undefined],
  ])('in %j the code is %j', (typed, code) => {
    expect(totpCodeIn(typed)).toBe(code)
  })
})
