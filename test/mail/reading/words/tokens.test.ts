import { describe, expect, test } from 'bun:test'
import { createPhraseBook } from '../../../../src/mail/reading/words/phrase-book.ts'
import { countWords, fold, measureText } from '../../../../src/mail/reading/words/tokens.ts'

describe('tokens', () => {
  test.each([
    ['words', 'Hello, world: Grüße!', ['gruße', 'hello', 'world']],
    ['pairs of letters where there are no spaces', '今日は', ['今日', '日は']],
    ['both in one text', 'Bun入門 guide', ['bun', 'guide', '入門']],
    ['addresses are no words', 'see https://example.org/path?q=1 now', ['now', 'see']],
    ['width and case', 'ＡＢＣ abc', ['abc']],
    ['Thai', 'สวัส', ['วส', 'สว']],
  ])('%s', (_name, text, tokens) => {
    expect([...measureText(text).tokens].toSorted()).toEqual(tokens.toSorted())
  })

  test.each([
    ['', 0],
    ['one two, three.', 3],
    ['你好世界', 2],
    ['Hello 你好世界', 3],
    ['안녕하세요 세계', 2],
    ['https://example.org/a/b', 0],
    ['-- !! --', 0],
  ])('the words of "%s" are %i', (text, count) => {
    expect(countWords(text)).toBe(count)
  })

  test('one spelling for case, accents and the Turkish i', () => {
    expect(fold('DÉSABONNER')).toBe(fold('desabonner'))
    expect(fold('ABONELİKTEN ÇIK')).toBe(fold('abonelikten çık'))
  })

  test('long texts are bounded', () => {
    expect(measureText('word '.repeat(1_000_000)).tokens.size).toBe(1)
    expect(countWords('word '.repeat(1_000_000))).toBeLessThanOrEqual(40_001)
  })
})

describe('phrases', () => {
  const book = createPhraseBook({ one: { en: 'two words|single|begin*', ja: '停止' } })
  test.each([
    ['Two  WORDS!', ['two words']],
    ['two other words', []],
    ['singles', []],
    ['single', ['single']],
    ['beginning', ['begin*']],
    ['the begin', ['begin*']],
    ['配信停止する', ['停止']],
    ['nothing', []],
  ])('%s', (text, phrases) => {
    expect(book.find(text).map(({ phrase }) => phrase)).toEqual(phrases)
  })
})
