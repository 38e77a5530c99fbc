import { describe, expect, test } from 'bun:test'
import { judgeAccessibility } from '../../../../src/mail/content/accessibility/verdict.ts'
import { parseHtml } from '../../../../src/mail/reading/markup/html.ts'
import { processorTime } from '../../../support/processor-time.ts'

const FRAME = '<html lang="en"><title>x</title>'
const judge = (html: string) => judgeAccessibility(parseHtml(`${FRAME}${html}`), { typed: false })
const codes = (html: string) =>
  judge(html)
    .remarks.map(({ code }) => code)
    .join(' ')
const inFrame = (html: string) =>
  judgeAccessibility(parseHtml(html), { typed: false })
    .remarks.map(({ code }) => code)
    .join(' ')
const HEAD = '<html lang="en"><head><title>News</title></head>'
const LETTERS = 'abcdefghij'.repeat(10)
const HEBREW = 'שלום לכולם וברוכים הבאים אל הידיעון שלנו'

describe('the document', () => {
  test.each<[string, string, string]>([
    ['complete', `${HEAD}<body>x</body></html>`, ''],
    ['nothing', '<p>x</p>', 'lang-missing title-missing'],
    ['lang on the element around the text', '<title>x</title><body><div lang="de-CH">x</div>', ''],
    ['lang far inside', `<title>x</title>${'<p>x</p>'.repeat(20)}<p lang="de">x</p>`, 'lang-missing'],
    ['a lang that is none', '<html lang="english language"><title>x</title>x', 'lang-wrong'],
    ['an empty lang', '<html lang=""><title>x</title>x', 'lang-wrong'],
    ['an empty title', '<html lang="en"><title> </title>x', 'title-missing'],
    [
      'no zooming',
      `${HEAD}<meta name="viewport" content="width=device-width, user-scalable = no">x`,
      'zoom-forbidden',
    ],
    ['zooming to ten', `${HEAD}<meta name="viewport" content="maximum-scale=10">x`, ''],
    ['zooming to 1.5', `${HEAD}<meta name="viewport" content="maximum-scale=1.5">x`, ''],
    ['zooming to one', `${HEAD}<meta name="viewport" content="maximum-scale=1.0">x`, 'zoom-forbidden'],
  ])('%s', (_, html, expected) => {
    expect(inFrame(html)).toBe(expected)
  })

  test('whoever types mail has no say in its frame, tables and images', () => {
    const html = parseHtml('<table><td><img src="a.png"><a href="https://a.example">here</a></table>')
    const { remarks } = judgeAccessibility(html, { typed: true })
    expect(remarks.map(({ code }) => code)).toEqual(['link-text-vague'])
  })
})

test.each<[string, string, string]>([
  ['a table with a role', '<table role="presentation"><tr><td>x</table>', ''],
  ['a table of data', '<table><tr><th>x</th></tr><tr><td>y</table>', ''],
  ['a table without either', '<table><tr><td>x</table>', 'table-role-missing'],
  [
    'a table of data inside a table of layout',
    '<table><tr><td><table><tr><th>x</th></table></td></tr></table>',
    'table-role-missing',
  ],
  ['an image with words', '<img src="a.png" alt="A house">', ''],
  ['an image that decorates', '<img src="a.png" alt="">', ''],
  ['an image set aside', '<img src="a.png" role="presentation">', ''],
  ['an image without alt', '<img src="a.png">', 'alt-missing'],
  ['an image named like its file', '<img src="a.png" alt="IMG_20.png">', 'alt-file-name'],
  ['an input image without alt', '<input type="image" src="a.png">', 'alt-missing'],
  ['a link with words', '<a href="https://a.example">Our shop</a>', ''],
  ['a link that is an image with words', '<a href="https://a.example"><img alt="Our shop"></a>', ''],
  [
    'a link that is an image without words',
    '<a href="https://a.example"><img alt=""></a>',
    'link-without-words',
  ],
  ['a link with a label', '<a href="https://a.example" aria-label="Our shop"></a>', ''],
  ['a link with nothing', '<a href="https://a.example"> </a>', 'link-without-words'],
  ['an anchor', '<a name="top"></a>', ''],
  ['click here', '<a href="https://a.example"><b>Click</b> here »</a>', 'link-text-vague'],
  ['more than click here', '<a href="https://a.example">Click here for the invoice</a>', ''],
  ['vague words with a label', '<a href="https://a.example" aria-label="Our shop">here</a>', ''],
  ['German', '<a href="https://a.example">Hier klicken!</a>', 'link-text-vague'],
  ['Swedish', '<a href="https://a.example">Läs mer</a>', 'link-text-vague'],
  ['Turkish', '<a href="https://a.example">BURAYA TIKLAYIN</a>', 'link-text-vague'],
  ['Russian', '<a href="https://a.example">Подробнее…</a>', 'link-text-vague'],
  ['Arabic', '<a href="https://a.example">اضغط هنا</a>', 'link-text-vague'],
  ['Japanese', '<a href="https://a.example">こちら</a>', 'link-text-vague'],
  ['Korean', '<a href="https://a.example">자세히 보기</a>', 'link-text-vague'],
  ['Thai', '<a href="https://a.example">คลิกที่นี่</a>', 'link-text-vague'],
  ['Hindi', '<a href="https://a.example">यहाँ क्लिक करें</a>', 'link-text-vague'],
  ['headings in order', '<h1>a</h1><h2>b</h2><h3>c</h3><h1>d</h1>', ''],
  ['a heading that skips', '<h1>a</h1><h3>b</h3>', 'heading-level-skipped'],
  ['headings that begin at two', '<h2>a</h2><h3>b</h3>', ''],
  ['letters of 12 px', `<p style="font-size:12px">${LETTERS}</p>`, ''],
  ['letters of 11 px', `<p style="font-size:11px">${LETTERS}</p>`, 'text-small'],
  [
    'letters of 11 px by a class',
    `<style>.s{font-size:11px}</style><p class="s">${LETTERS}</p>`,
    'text-small',
  ],
  ['a footnote mark of 8 px', '<sup style="font-size:8px">1</sup>', ''],
  ['small letters that nobody sees', `<p style="display:none;font-size:8px">${LETTERS}</p>`, ''],
  ['justified text', `<p style="text-align:justify">${LETTERS}</p>`, 'text-justified'],
  ['justified by attribute', `<div align="justify"><p>${LETTERS}</p></div>`, 'text-justified'],
  ['justified outside only', `<div align="justify"><p align="left">${LETTERS}</p></div>`, ''],
  [
    'a centred table in justified text',
    `<div align="justify"><table role="none" align="center"><td>${LETTERS}</table>`,
    'text-justified',
  ],
  ['a few justified letters', '<p style="text-align:justify">abc</p>', ''],
  ['moving text', '<marquee>x</marquee>', 'text-moving'],
  ['Hebrew without direction', `<p>${HEBREW}</p>`, 'direction-missing'],
  ['Hebrew with direction', `<div dir="rtl"><p>${HEBREW}</p></div>`, ''],
  ['Hebrew with direction by CSS', `<div style="direction:rtl"><p>${HEBREW}</p></div>`, ''],
  ['Hebrew set left to right', `<div dir="rtl"><p dir="ltr">${HEBREW}</p></div>`, 'direction-missing'],
  ['a Hebrew name', '<p>Dear שלום, welcome</p>', ''],
])('%s', (_, html, expected) => {
  expect(codes(html)).toBe(expected)
})

describe('contrast', () => {
  test.each<[string, string, string]>([
    ['black on white', '<p>x</p>', ''],
    ['just enough', '<p style="color:#767676">x</p>', ''],
    ['not quite', '<p style="color:#777777">x</p>', 'contrast-low'],
    ['large text needs less', '<p style="color:#777;font-size:24px">x</p>', ''],
    ['bold text is large earlier', '<p style="color:#777;font-size:19px;font-weight:700">x</p>', ''],
    ['a heading is bold', '<h1 style="color:#777;font-size:19px">x</h1>', ''],
    [
      'a heading that is not bold',
      '<h1 style="color:#777;font-size:19px;font-weight:400">x</h1>',
      'contrast-low',
    ],
    [
      'on a ground of its own',
      '<table role="none" bgcolor="#333333"><td><font color="#444444">x</font></table>',
      'contrast-low',
    ],
    [
      'by classes',
      '<style>.a{background:#000}.b{color:#333}</style><div class="a"><p class="b">x</p></div>',
      'contrast-low',
    ],
    [
      'over a picture nobody can tell',
      '<div style="background-image:url(a.png)"><p style="color:#eee">x</p></div>',
      '',
    ],
    [
      'for another screen nobody can tell',
      '<style>@media (prefers-color-scheme:dark){.a{color:#fff}}</style><p class="a" style="color:#999">x</p>',
      '',
    ],
    ['colour on colour is hidden text', '<p style="color:#fefefe">x</p>', ''],
    ['half transparent', '<p style="color:rgba(0,0,0,.3)">x</p>', 'contrast-low'],
    ['a rule instead of text', '<p style="color:#ccc">———</p>', ''],
  ])('%s', (_, html, expected) => {
    expect(codes(html)).toBe(expected)
  })

  test('the worst pair is named, and the letters counted', () => {
    const { remarks, evidence } = judge('<p style="color:#777">abc</p><p style="color:#999">de</p>')
    expect(remarks[0]?.says).toBe(
      '5 letters stand out too little from their ground, #999999 on #ffffff least (2.8:1).',
    )
    expect(evidence['low_contrast']).toContain('#777777 on #ffffff 4.4:1 (3 letters)')
  })
})

test('many faults of one kind are one remark', () => {
  const { remarks } = judge('<table><tr><td>x</table>'.repeat(40))
  expect(remarks).toHaveLength(1)
  expect(remarks[0]?.says).toContain('40 tables')
})

test('elements behind the bound are not looked at, and it is said', () => {
  expect(judge('<i></i>'.repeat(20_001)).limits).toHaveLength(1)
  expect(judge('<i></i>'.repeat(19_998)).limits).toEqual([])
})

test.each([
  ['', '<table>'],
  ['', '<a href=x>'],
  ['', '<p style="color:#777;text-align:justify">x'],
  ['<style>.a{color:red}</style>', '<p class="a b c">'],
  [
    `<style>${Array.from({ length: 5_000 }, (_, i) => `.a.b${i}{color:red}`).join('')}</style>`,
    '<p class="a">x</p>',
  ],
  [`<style>${'.a .b .c{color:red}'.repeat(5_000)}</style>`, '<p class="a b c">'],
  ['<p>', 'א '],
  ['<a href=x>', '<img alt=x>'],
])('hostile HTML takes bounded time: %#', (start, piece) => {
  const began = processorTime()
  judge(start + piece.repeat(1_800_000 / piece.length))
  expect(processorTime() - began).toBeLessThan(20_000)
})
