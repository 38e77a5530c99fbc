import { describe, expect, test } from 'bun:test'
import { extractLinks, MAX_LINKS } from '../../../../src/mail/reading/links/links.ts'
import { parseHtml } from '../../../../src/mail/reading/markup/html.ts'

const inHtml = (html: string) => extractLinks(parseHtml(html), undefined)
const inText = (text: string) => extractLinks(undefined, text)

describe('in HTML', () => {
  test.each([
    [
      '<a href="https://x.example/a?b&amp;c">Go</a>',
      'https://x.example/a?b&c',
      'https',
      'x.example',
      'Go',
      'anchor',
    ],
    [
      '<a href=" HTTP://USER@X.example:8080/ ">a <b>b</b>\n c</a>',
      'HTTP://USER@X.example:8080/',
      'http',
      'x.example',
      'a b c',
      'anchor',
    ],
    [
      '<a href="https://exämple.example/"><img src="cid:i" alt="Logo"></a>',
      'https://exämple.example/',
      'https',
      'xn--exmple-cua.example',
      'Logo',
      'anchor',
    ],
    ['<a href="//cdn.example/a">x</a>', '//cdn.example/a', 'https', 'cdn.example', 'x', 'anchor'],
    ['<a href="www.x.example">x</a>', 'www.x.example', 'http', 'www.x.example', 'x', 'anchor'],
    ['<a href="tel:0301234567">x</a>', 'tel:0301234567', 'tel', '', 'x', 'anchor'],
    ['<a href="sms:12345">x</a>', 'sms:12345', 'sms', '', 'x', 'anchor'],
    ['<a href="b.example:8080/a">x</a>', 'b.example:8080/a', '', '', 'x', 'anchor'],
    ['<a href="mailto:a@b.example">x</a>', 'mailto:a@b.example', 'mailto', '', 'x', 'anchor'],
    ['<a href="java\nscript:alert(1)">x</a>', 'javascript:alert(1)', 'javascript', '', 'x', 'anchor'],
    ['<a href="{{url}}">x</a>', '{{url}}', '', '', 'x', 'anchor'],
    ['<a href="http://[bad/">x</a>', 'http://[bad/', 'http', '', 'x', 'anchor'],
    ['<area href="https://x.example/">', 'https://x.example/', 'https', 'x.example', '', 'anchor'],
    ['<img src="https://x.example/i.png">', 'https://x.example/i.png', 'https', 'x.example', '', 'image'],
    [
      '<td background="https://x.example/b.png">',
      'https://x.example/b.png',
      'https',
      'x.example',
      '',
      'image',
    ],
    ['<form action="https://x.example/f">', 'https://x.example/f', 'https', 'x.example', '', 'other'],
    ['<p>see https://x.example/a.</p>', 'https://x.example/a', 'https', 'x.example', '', 'text'],
  ] as const)('%s', (html, url, scheme, host, text, from) => {
    expect(inHtml(html)[0]).toEqual({ url, scheme, host, text, from })
  })

  test('a place in the page and an empty address are no links', () => {
    expect(
      inHtml(
        '<a href="#top">x</a><a href="">y</a><a name="z">z</a><style>a{background:url(http://x.example)}</style>',
      ),
    ).toEqual([])
  })

  test('the words of an anchor are not searched again', () => {
    expect(inHtml('<a href="https://a.example/">https://b.example/</a>').map(({ host }) => host)).toEqual([
      'a.example',
    ])
  })
})

describe('in text', () => {
  test.each([
    ['see https://x.example/a, then', ['https://x.example/a']],
    ['(https://x.example/a_(b))', ['https://x.example/a_(b)']],
    ['<https://x.example/a>', ['https://x.example/a']],
    ['"www.x.example"!', ['www.x.example']],
    ['https://x.example/パス。次', ['https://x.example/パス']],
    ['nothing here: x.example', []],
  ])('%s', (text, urls) => {
    expect(inText(text).map(({ url }) => url)).toEqual(urls)
  })
})

test('HTML first, then text; bounded in number and length', () => {
  const links = extractLinks(parseHtml('<a href="https://a.example/">a</a>'), 'https://b.example/')
  expect(links.map(({ host }) => host)).toEqual(['a.example', 'b.example'])
  expect(inHtml('<a href=https://x.example/>x</a>'.repeat(5_000))).toHaveLength(MAX_LINKS)
  expect(inText('https://x.example/ '.repeat(5_000))).toHaveLength(MAX_LINKS)
  expect(inHtml(`<a href="https://x.example/${'a'.repeat(9_000)}">x</a>`)[0]?.url).toHaveLength(2_048)
})
