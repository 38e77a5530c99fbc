import { expect, test } from 'bun:test'
import { isInWord, lettersOf, wordEnd, wordFrom } from '../../../../src/mail/reading/words/words.ts'

test.each([
  ['abc 12.', 5],
  ['Żółć и день', 9],
  ['日本語', 3],
  ['\u{10330}\u{10331}', 2],
  ['a\ud800b', 2],
  ['😀 -', 0],
])('%j has %d letters', (text, letters) => {
  expect(lettersOf(text)).toBe(letters)
  expect(lettersOf(text)).toBe(text.match(/[\p{L}\p{N}]/gu)?.length ?? 0)
})

test('words are found as they are by the expression for them', () => {
  const text = '¿Qué? \u{10330}a-b, 3½ «ß» \udc00x\ud800'
  const found: string[] = []
  for (let at = wordFrom(text, 0); at < text.length; at = wordFrom(text, wordEnd(text, at)))
    found.push(text.slice(at, wordEnd(text, at)))
  expect(found).toEqual([...(text.match(/[\p{L}\p{N}]+/gu) ?? [])])
  expect(isInWord(text, text.length)).toBe(false)
})
