import { describe, expect, test } from 'bun:test'
import { parseHtml } from '../../../../src/mail/reading/markup/html.ts'

describe('what a reader sees', () => {
  test.each([
    ['text', '<p>Hello <b>wor</b>ld</p>', 'Hello world'],
    ['blocks on lines of their own', '<div>one<div>two</div></div><p>three<br>four', 'one\ntwo\nthree\nfour'],
    ['cells', '<table><tr><td>a</td><td>b</td></tr></table>', 'a\nb'],
    ['white space collapses', '<p> a \n\t b  </p>', 'a b'],
    ['entities', '<p>&lt;a&gt; &amp; &uuml;&nbsp;&#x263a;</p>', '<a> & ü\u00a0☺'],
    ['no head, style or script', '<head><title>t</title></head><style>p{}</style><script>s</script>x', 'x'],
    ['no comments', 'a<!-- b -->c<!--[if mso]>d<![endif]-->', 'ac'],
    ['what all but Outlook shows', '<![if !mso]>shown<![endif]>', 'shown'],
    ['not display:none', 'a<div style="color:red; DISPLAY : none !important">b</div>c', 'a\nc'],
    [
      'not visibility:hidden',
      'a<div style="visibility:hidden">b<i style="visibility:visible">c</i></div>',
      'a\nc',
    ],
    ['not the hidden attribute', 'a<p hidden>b</p>', 'a'],
    ['not opacity 0, yet 0.5', 'a<i style="opacity:0">b</i><i style="opacity:.5">c</i>', 'ac'],
    ['not a clipped preheader', 'a<div style="max-height:0px;overflow:hidden">b</div>', 'a'],
    [
      'text within a wrapper of size 0 that sets its own size',
      '<td style="font-size:0">x<div style="font-size:13px">a</div></td>',
      'a',
    ],
    ['nothing closed', '<div><p>a<p>b<b>c', 'a\nbc'],
    ['no markup', 'just text', 'just text'],
    ['nothing', '', ''],
  ])('%s', (_name, html, text) => {
    expect(parseHtml(html).text).toBe(text)
  })

  test('images, their alternative texts, and tracking pixels left out', () => {
    const html = parseHtml(
      '<img src=a alt="A picture"><img src=b width=1 height=1 alt=pixel><img src=c style="display:none">',
    )
    expect(html.images).toBe(1)
    expect(html.alternativeText).toBe('A picture')
  })

  test.each([
    ['text', '<p>a', false],
    ['an image', '<img src=a>', false],
    ['a background', '<table background="https://x.example/a.png"><tr><td>', false],
    ['nothing', '<html><body></body></html>', true],
    ['only a pixel', '<img src=a width="1" height="1">', true],
    ['only invisible letters', '<p>&nbsp;&zwnj;&#8203;&#847;</p>', true],
    ['only hidden text', '<p style="display:none">text</p>', true],
    ['only a style sheet', '<style>p{color:red}</style>', true],
  ])('shows nothing: %s', (_name, html, nothing) => {
    expect(parseHtml(html).rendersNothing).toBe(nothing)
  })
})

describe('bounds', () => {
  test('200,000 nested elements are flattened, and what is inside is still seen', () => {
    const html = parseHtml(`${'<div>'.repeat(200_000)}deep${'</div>'.repeat(200_000)}behind`)
    expect(html.depth).toBeLessThan(520)
    expect(html.limits.join()).toContain('nested deeper')
    expect(html.text).toContain('deep')
  })

  test('after too deep a place the tree is as it was', () => {
    const html = parseHtml(
      `<table><tr><td>${'<b>'.repeat(2_000)}x${'</b>'.repeat(2_000)}</td></tr></table><p>end</p>`,
    )
    expect(html.text).toBe('x\nend')
    expect(html.root.children).toHaveLength(2)
  })

  test('2,000,000 characters at most', () => {
    const html = parseHtml(`${'a '.repeat(1_500_000)}<p>end</p>`)
    expect(html.limits).toHaveLength(1)
    expect(html.text).not.toContain('end')
  })

  test.each([
    '<b>',
    '</b>',
    '<a b',
    '<form>',
    '<svg><desc>',
    '<p>',
    '<table><td>',
    '&amp;',
    '<',
    '<!--',
    '<a href="',
    '</p>',
    '<i></x>',
  ])('nothing but %s', (piece) => {
    expect(() => parseHtml(piece.repeat(300_000))).not.toThrow()
  })
})
