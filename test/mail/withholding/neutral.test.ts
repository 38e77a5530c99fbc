import { describe, expect, test } from 'bun:test'
import { judgeRaw, rawOf } from './cases.ts'
import { readWritten } from './padding.ts'

const BLOCKS = readWritten()
const NEUTRAL = 'See you tomorrow.'
const isWithheld = (...parts: string[]) =>
  judgeRaw(rawOf('Lunch', { text: parts.join('\n\n') })) !== undefined

describe('what stands around a neutral message withholds nothing', () => {
  test.each(BLOCKS.map(({ lang, kind, text }, index) => [`${index} ${kind} ${lang}`, text] as const))(
    '%s',
    (_, text) => {
      expect(isWithheld(NEUTRAL, text)).toBeFalse()
      expect(isWithheld(text, NEUTRAL)).toBeFalse()
    },
  )

  /** `PADDING=all` takes every pair, otherwise each block goes before four others. */
  const others = process.env['PADDING'] === 'all' ? BLOCKS.map((_, step) => step).slice(1) : [1, 17, 36, 52]

  test.each(others)('pairs, %d apart', (step) => {
    const held = BLOCKS.keys().filter((index) => {
      const other = BLOCKS[(index + step) % BLOCKS.length]
      return isWithheld(NEUTRAL, BLOCKS[index]?.text ?? '', other?.text ?? '')
    })
    expect(held.toArray()).toEqual([])
  })
})

describe('a secret among them is withheld', () => {
  const SECRETS = [
    'Your verification code is 482913. It expires in 10 minutes.',
    'Reset your password: https://shop.example/reset?token=k3J9qZ81LmPw02Xb\nIf you did not request this, ignore this message.',
    'Ihr Anmeldecode lautet 482 913.',
    'Votre mot de passe temporaire : Xk7-pQ29',
  ]
  test.each(SECRETS)('%s', (secret) => {
    for (const { text } of BLOCKS) {
      expect(isWithheld(secret, text)).toBeTrue()
      expect(isWithheld(text, secret)).toBeTrue()
    }
  })
})
