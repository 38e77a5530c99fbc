import { describe, expect, test } from 'bun:test'
import { countStuffed, findMixedWords } from '../../../../src/mail/reading/words/disguise.ts'

describe('characters that show nothing inside words', () => {
  test.each([
    ['none', 'plain words', 0],
    ['zero-width spaces', 'v\u200bi\u200ba', 2],
    ['a run counts once', 'v\u200b\u200c\u200di', 1],
    ['soft hyphens between single letters', 'v\u00adi\u00ada\u00adg', 1],
    ['hyphenation', 'Donau\u00addampf\u00adschiff', 0],
    ['Persian', 'می\u200cخواهم', 0],
    ['emoji', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}', 0],
    ['before an address', 'see example\u200b.com', 0],
    ['a filler', `word${'\u200c\u00a0'.repeat(50)}`, 0],
  ])('%s', (_name, text, count) => {
    expect(countStuffed(text)).toBe(count)
  })
})

describe('words of two alphabets', () => {
  test.each([
    ['Latin', 'ordinary words', []],
    ['Russian', 'обычные слова', []],
    ['both, each in words of its own', 'Windows и Linux', []],
    ['a Cyrillic letter inside', 'p\u0430ypal', ['p\u0430ypal']],
    ['a Cyrillic letter in front', '\u0420aypal', ['\u0420aypal']],
    ['a Latin letter inside', 'зapaботок', ['зapaботок']],
    ['a Latin letter typed by mistake in front', 'Cтатья', []],
    ['an ending of grammar', 'iPhoneа и PDFу', []],
    ['a hyphen', 'SMS-сообщение', []],
    ['letters that look like none', 'VIPщик Wikiмания', []],
    ['short', 'aо', []],
  ])('%s', (_name, text, words) => {
    expect(findMixedWords(text)).toEqual(words)
  })
})

test.each([
  ['zero-width', 'a\u200b'],
  ['a run of them', '\u200b'],
  ['mixed', 'p\u0430'],
])('%s: long input takes no long time', (_name, piece) => {
  const started = process.cpuUsage()
  const text = piece.repeat(2_000_000)
  countStuffed(text)
  findMixedWords(text)
  expect(process.cpuUsage(started).user / 1_000).toBeLessThan(1_000)
})
