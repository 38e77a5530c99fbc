import { expect, test } from 'bun:test'
import { domainToASCII } from 'node:url'
import { deceitOf, looksLike } from '../../../../src/mail/reading/unicode/domain-labels.ts'
import { isMixed, scriptsOf } from '../../../../src/mail/reading/unicode/scripts.ts'
import { imitatesAscii, skeletonOf } from '../../../../src/mail/reading/unicode/skeleton.ts'

test.each<[string, string, string | undefined]>([
  ['Latin', 'example.org', undefined],
  ['Latin with marks', 'b\u00fccher.de', undefined],
  ['Cyrillic under a Cyrillic top level', '\u0441\u043e\u0441\u043e.\u0440\u0444', undefined],
  ['Cyrillic that reads as Cyrillic', '\u043f\u0440\u0438\u043c\u0435\u0440.com', undefined],
  ['Cyrillic that reads as Latin', '\u0430\u0440\u0440\u04cf\u0435.com', 'read-as-latin'],
  ['Cyrillic among Latin', 'p\u0430ypal.com', 'mixed-scripts'],
  ['Greek among Latin', '\u03bctorrent.com', 'mixed-scripts'],
  ['Japanese with Latin', '\u65e5\u672cabc.jp', undefined],
  ['all of Japanese', '\u65e5\u672c\u306e\u30e1\u30fc\u30eb.jp', undefined],
  ['Korean with Chinese', '\ud55c\u570b.kr', undefined],
  ['Hiragana with Hangul', '\u3072\ud55c.jp', 'mixed-scripts'],
  ['labels of different scripts', '\u043f\u0440\u0438\u043c\u0435\u0440.example.org', undefined],
])('%s', (_, name, deceit) => {
  expect(deceitOf(domainToASCII(name))).toBe(deceit as never)
})

test('a name that IDNA does not know is not valid', () => {
  expect(deceitOf('xn--zzzzzzzzzzzzzzzzz.com')).toBe('invalid')
})

test.each([
  ['examp1e.org', 'example.org', true],
  ['exarnple.org', 'example.org', true],
  [domainToASCII('\u0441\u0430\u0441\u0435.com'), 'cace.com', true],
  ['example.org', 'example.org', false],
  ['www.example.org', 'mail.example.org', false],
  ['example.org', 'example.com', false],
  ['', 'example.org', false],
])('%s and %s look alike: %p', (a, b, alike) => {
  expect(looksLike(a, b)).toBe(alike)
})

test('skeletons by UTS #39', () => {
  expect(skeletonOf('\u0440\u0430ypal')).toBe(skeletonOf('paypal'))
  expect(skeletonOf('Paypa1')).toBe(skeletonOf('Paypal'))
  expect(skeletonOf('\u00fc')).toBe(skeletonOf('u\u0308'))
  expect(imitatesAscii('\u0430')).toBe(true)
  expect(imitatesAscii('a')).toBe(false)
  expect(imitatesAscii('\u0436')).toBe(false)
})

test('scripts', () => {
  expect([...scriptsOf('a1-\u0436')]).toEqual(['Latin', 'Cyrillic'])
  expect(isMixed('\u0645\u062a\u062c\u0631 1')).toBe(false)
  expect(isMixed('a\u0645')).toBe(true)
})
