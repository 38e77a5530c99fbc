import { describe, expect, test } from 'bun:test'
import { readDeclarations, readStylesheet } from '../../../../src/mail/reading/markup/stylesheet.ts'
import { processorTime } from '../../../support/processor-time.ts'

const plain = (css: string) =>
  readStylesheet(css).rules.map(({ selector, within, declarations }) => [
    ...within,
    selector,
    declarations
      .map(({ property, value, important }) => `${property}: ${value}${important ? ' !' : ''}`)
      .join('; '),
  ])

describe('style sheets', () => {
  test.each<[string, string, string[][]]>([
    ['a rule', 'a { color : red }', [['a', 'color: red']]],
    ['importance and comments', 'a{/*x*/color:red/**/! IMPORTANT;}', [['a', 'color: red !']]],
    ['HTML comment marks', '<!-- a{color:red} -->', [['a', 'color: red']]],
    ['braces and semicolons in strings and urls', 'a{b:"};{";c:url(x;y)}', [['a', 'b: "};{"; c: url(x;y)']]],
    [
      'a group under @media',
      '@media (max-width:9px){a,.b>c{d:e}}',
      [['@media (max-width:9px)', 'a,.b>c', 'd: e']],
    ],
    ['@font-face', '@font-face{font-family:X}', [['@font-face', '', 'font-family: X']]],
    [
      'nesting',
      'a{b:c;&:hover{d:e}f:g}',
      [
        ['a', 'b: c; f: g'],
        ['a', '&:hover', 'd: e'],
      ],
    ],
    ['a custom property that holds a block', 'a{--x:{b:c};d:e}', [['a', '--x: {b:c}; d: e']]],
    ['escapes in names', 'a{c\\6f lor:red}', [['a', 'color: red']]],
    ['a missing closing brace', 'a{b:c', [['a', 'b: c']]],
    ['a closing brace too many', '}a{b:c}', [['a', 'b: c']]],
    ['a star before the name', 'a{*zoom:1;?:2;x}', [['a', 'zoom: 1']]],
    ['an open bracket takes the rest', 'a{b:(c;}d{e:f}', [['a', 'b: (c;}d{e:f}']]],
  ])('%s', (_, css, expected) => {
    expect(plain(css)).toEqual(expected)
  })

  test('at-rules are named', () => {
    const { atRules, comments } = readStylesheet('@IMPORT url(x);/**/@media print{@supports (a:b){}}')
    expect(atRules.map(({ name, prelude }) => `${name} ${prelude}`)).toEqual([
      'import url(x)',
      'media print',
      'supports (a:b)',
    ])
    expect(comments).toBe(1)
  })

  test('what is beyond the bounds is said', () => {
    expect(readStylesheet('a{}'.repeat(5_001)).limits).toHaveLength(1)
    expect(readStylesheet('a{}'.repeat(5_000)).limits).toEqual([])
    expect(readStylesheet(`a{${'b:c;'.repeat(50_001)}`).limits).toHaveLength(1)
    expect(readStylesheet('@media x{'.repeat(17)).limits).toHaveLength(1)
    expect(readStylesheet('@media x{'.repeat(16)).limits).toEqual([])
    expect(readStylesheet(' '.repeat(500_001)).limits).toHaveLength(1)
  })
})

test('style attributes', () => {
  expect(readDeclarations('COLOR:Red;;x;font:12px "A;B"')).toEqual([
    { property: 'color', value: 'Red', important: false },
    { property: 'font', value: '12px "A;B"', important: false },
  ])
  expect(readDeclarations('a{b:c}')).toEqual([])
})

test.each([
  '(',
  '{',
  'a{',
  '[{',
  '@media{',
  'a{b:c;',
  'a(',
  '\\',
  '"',
  '/*',
  ':;',
  'a:',
  '!important',
  '<!--',
  '&{',
])('hostile CSS takes linear time: %s', (piece) => {
  const took = (length: number) => {
    const css = piece.repeat(length / piece.length)
    const began = processorTime()
    readStylesheet(css)
    return processorTime() - began
  }
  took(100_000)
  expect(took(400_000)).toBeLessThan(Math.max(1_500, took(100_000) * 12))
})
