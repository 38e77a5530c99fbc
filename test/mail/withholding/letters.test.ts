import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseMessage } from '../../../src/mail/reading/parse.ts'
import { foldedOf, plainOf } from '../../../src/mail/withholding/letters.ts'
import { CASE_NAMES } from '../../golden/corpus-case.ts'

/** The last steps of folding as they read at first sight; they take the square of the length of a word. */
function foldedAtFirstSight(bare: string): string {
  return bare
    .replace(/n['\u2019\u02bc`\u00b4]t(?![a-z])/g, 'nt')
    .replace(/['\u2018\u2019\u02bc`\u00b4\-_/*|]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/[a-z]+0[a-z]+/g, (word) => word.replaceAll('0', 'o'))
    .replace(/(?<![a-z0-9])[a-z](?: [a-z]){4,30}(?![a-z0-9])/g, (spaced) => spaced.replaceAll(' ', ''))
}

const ascii = (text: string) => text.replace(/[^\n\x20-\x7e]/g, '').toLowerCase()

describe('folding', () => {
  test('a zero between letters is an o, each letter beside one zero', () => {
    const folded = {
      'passw0rd c0de': 'password code',
      a0b0c0d: 'aob0cod',
      '1a0b2 x00y 0ab ab0': '1aob2 x00y 0ab ab0',
      p0stb0x: 'postb0x',
    }
    for (const [text, is] of Object.entries(folded)) {
      expect(foldedOf(text)).toBe(is)
      expect(foldedAtFirstSight(text)).toBe(is)
    }
  })

  test('one spelling for accents, letters of other alphabets and marks of any number', () => {
    const folded = {
      Vérification: 'verification',
      'pаsswоrd reset': 'password reset',
      'DON’T share': 'dont share',
      'V e r i f y now': 'verify now',
      'رَمْز التَّحَقُّق': 'رمز التحقق',
      'каталог https://example.org/login': 'каталог https: example.org login',
    }
    for (const [text, is] of Object.entries(folded)) expect(foldedOf(plainOf(text))).toBe(is)
    for (const row of ['\u0301', '\u0301\u0327', '\u05b0\u0301\u0334']) {
      expect(foldedOf(plainOf(`co${row.repeat(20_000)}de`))).toBe('code')
    }
  })

  test.each(CASE_NAMES)('of ordinary text is what it was: %s', (name) => {
    const path = join(import.meta.dir, '../../corpus/cases', name, 'message.eml')
    const { text = '', html = '', subject } = parseMessage(readFileSync(path))
    for (const one of [subject, text, html].map((given) => given.slice(0, 20_000))) {
      if (!/\p{M}{31}/u.test(one.normalize('NFKD'))) {
        const decomposed = one.normalize('NFKC')
        expect(plainOf(one)).toBe(plainOf(decomposed))
      }
      expect(foldedOf(ascii(one))).toBe(foldedAtFirstSight(ascii(one)))
    }
  })
})
