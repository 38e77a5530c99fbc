import { describe, expect, test } from 'bun:test'
import { normalForm } from '../../../../src/mail/reading/unicode/normal-form.ts'

const FORMS = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const

describe('the normal form of a text', () => {
  test.each(FORMS)('%s is that of Unicode while no thirty-one marks stand in a row', (form) => {
    const texts = [
      'Zürich, ﬁne, ﷺ, ｶﾞ, 각, क़, ạ̈́',
      `a${'\u0301\u0327'.repeat(15)}`,
      `a${'\u0327'.repeat(30)}b${'\u0301'.repeat(30)}`,
      `ｶ${'\uff9e'.repeat(30)}`,
    ]
    for (const text of texts) expect(normalForm(text, form)).toBe(text.normalize(form))
  })

  test('more marks are sorted thirty at a time', () => {
    const marks = '\u0301\u0327'.repeat(40)
    const formed = normalForm(`a${marks}`, 'NFD')
    expect(formed).toBe(`a${marks}`.replace(/(\p{M}{30})/gu, '$1\u034f').normalize('NFD'))
    expect(normalForm(formed, 'NFD').length).toBeLessThan(formed.length * 2)
  })
})
