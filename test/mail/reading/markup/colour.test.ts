import { expect, test } from 'bun:test'
import { BLACK, contrastOf, over, readColour, WHITE } from '../../../../src/mail/reading/markup/colour.ts'

test.each([
  ['#FFF', 255],
  ['ffffff', 255],
  ['White', 255],
  ['rgb(255, 0, 0)', 255],
  ['hsl(0 0% 100%)', 255],
  [' #ff000080 ', 255],
  ['transparent', 0],
])('%s', (text, red) => {
  expect(readColour(text)?.r).toBe(red)
})

test.each(['', 'inherit', 'var(--x)', 'url(x)', 'windowtext', 'f'.repeat(100_000)])(
  'no colour: %p',
  (text) => {
    expect(readColour(text)).toBeUndefined()
  },
)

test('contrast and transparency', () => {
  expect(contrastOf(BLACK, WHITE)).toBe(21)
  expect(over({ ...BLACK, a: 0 }, WHITE)).toEqual(WHITE)
  expect(contrastOf(over({ ...BLACK, a: 0.01 }, WHITE), WHITE)).toBeLessThan(1.2)
})
