import { describe, expect, test } from 'bun:test'
import { shownText } from '../../../src/mail/reading/shown-text.ts'

const html = (text: string) => ({ text })
const bytes = (text: string) => new TextEncoder().encode(text).length

describe('what a reader is shown of a message', () => {
  test('is its plain text', () => expect(shownText({ text: 'plain\n' }, html('rich'))).toBe('plain\n'))
  test('is its HTML as it renders, without plain text', () =>
    expect(shownText({}, html('rich'))).toBe('rich'))
  test('is its HTML when the plain text shows nothing', () =>
    expect(shownText({ text: ' \n' }, html('rich'))).toBe('rich'))
  test('is nothing without either', () => expect(shownText({}, undefined)).toBe(''))

  test.each(['x', 'ä', '漢', '😀', '\uD800'])(
    'is cut at 256 KB between characters, and says so: %p',
    (character) => {
      const shown = shownText({ text: character.repeat(400_000) }, undefined)
      const [kept = '', said] = shown.split('\n\n')
      expect(said).toBe('[Cut here: the text of the message is longer than 256 KB.]')
      expect(bytes(kept)).toBeLessThanOrEqual(256 * 1024)
      expect(bytes(kept)).toBeGreaterThan(256 * 1024 - 4)
      expect(new Set(kept).size).toBe(1)
    },
  )

  test('is whole at exactly 256 KB', () => {
    for (const text of ['x'.repeat(256 * 1024), 'ä'.repeat(128 * 1024)])
      expect(shownText({ text }, undefined)).toBe(text)
    expect(shownText({ text: `${'x'.repeat(256 * 1024)}y` }, undefined)).toStartWith(
      `${'x'.repeat(256 * 1024)}\n`,
    )
  })
})
