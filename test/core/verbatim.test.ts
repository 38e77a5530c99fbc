import { expect, test } from 'bun:test'
import { partsOf, verbatim, withoutMarks } from '../../src/core/verbatim.ts'

const ADVICE = `Add "${verbatim('MIME-Version: 1.0')}", or write ${verbatim('a`b@example.org')}.`

test('marks are told nowhere but on pages', () => {
  expect(withoutMarks(ADVICE)).toBe('Add "MIME-Version: 1.0", or write a`b@example.org.')
})

test('an advice is parted where its marks are', () => {
  expect(partsOf(ADVICE).map(({ text, isVerbatim }) => (isVerbatim ? [text] : text))).toEqual([
    'Add "',
    ['MIME-Version: 1.0'],
    '", or write ',
    ['a`b@example.org'],
    '.',
  ])
  expect(partsOf('Words alone.')).toEqual([{ text: 'Words alone.', isVerbatim: false }])
  expect(partsOf('')).toEqual([])
})

test('marks that are left open, doubled or out of place lose no words', () => {
  const [opens = '', closes = ''] = verbatim('')
  for (const broken of [
    `a${opens}b`,
    `a${closes}b`,
    `${opens}${opens}a${closes}b`,
    `${closes}a${opens}b${closes}${closes}`,
  ]) {
    const parts = partsOf(broken).map(({ text }) => text)
    expect(parts.join('')).toBe('ab')
  }
})
