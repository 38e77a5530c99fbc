import { describe, expect, test } from 'bun:test'
import { type Element, isTag, isText } from 'domhandler'
import { previewMessage } from '../../../src/mail/preview/preview.ts'
import { parseHtml } from '../../../src/mail/reading/markup/html.ts'
import { buildMarkup } from '../../../src/mail/reading/markup/tree.ts'
import { walk } from '../../../src/mail/reading/markup/walk.ts'
import { parseMessage } from '../../../src/mail/reading/parse.ts'
import { processorTime } from '../../support/processor-time.ts'
import { ATTACKS } from './attacks.ts'

const NOTHING = { attachments: [] }
const preview = (html: string) => previewMessage(new Uint8Array(), NOTHING, parseHtml(`${html}<p>text</p>`))
const body = (html: string) => /<body[^>]*>(.*)<p>text<\/p><\/body>/s.exec(preview(html).document)?.[1] ?? ''

const KNOWN =
  /^(?:html|head|meta|title|style|body|img|a|b|p|i|div|span|table|tbody|tr|td|th|font|details|summary|center|h1|ul|li|br|hr|pre)$/
const QUIET =
  /^(?:charset|content|http-equiv|style|class|id|alt|title|width|height|align|bgcolor|color|face|open|dir|lang|role|border)$/

function faultsOf(document: string): string[] {
  const faults: string[] = []
  walk(buildMarkup(document).root, {
    enter(element) {
      faults.push(...faultsOfElement(element))
      return true
    },
  })
  return faults
}

function faultsOfElement({ name, attribs, children }: Element): string[] {
  const faults = KNOWN.test(name) ? [] : [name]
  for (const [key, value] of Object.entries(attribs)) {
    if (key === 'src' ? !value.startsWith('data:image/') : !QUIET.test(key)) faults.push(`${key}=${value}`)
  }
  const css =
    (attribs['style'] ?? '') +
    (name === 'style'
      ? children
          .filter(isText)
          .map(({ data }) => data)
          .join('')
      : '')
  if (/url|image-set|expression|@import|@font-face|binding|[\\<]/i.test(css)) faults.push(css)
  if (name === 'style' && children.some(isTag)) faults.push('markup in a style sheet')
  return faults
}

describe('hostile mail', () => {
  test('is seen by this test where it is let through', () => {
    expect(ATTACKS.filter((attack) => faultsOf(attack).length === 0).length).toBeLessThan(20)
  })

  test.each(ATTACKS.map((attack) => [attack]))('%s', (attack) => {
    const { document } = preview(attack)
    expect(faultsOf(document)).toEqual([])
    expect(document).not.toMatch(/(?:src|href|url\()[^>]{0,20}evil\.example/i)
    expect(document).not.toContain('secret')
    expect(document.match(/<body/g)).toHaveLength(1)
  })

  test('all of it at once', () => {
    expect(faultsOf(preview(ATTACKS.slice(0, -1).join('\n')).document)).toEqual([])
  })

  test('in a text', () => {
    const { document } = previewMessage(new Uint8Array(), { ...NOTHING, text: ATTACKS.join('\n') }, undefined)
    expect(faultsOf(document)).toEqual([])
    expect(document).toContain('&lt;script&gt;alert(1)')
  })
})

describe('what is shown', () => {
  test.each<[string, string, string]>([
    [
      'layout and old attributes',
      '<table width="600" bgcolor="#fff"><tr><td align=center>x</table>',
      '<table width="600" bgcolor="#fff"><tr><td align="center">x</td></tr></table>',
    ],
    [
      'inline styles',
      '<p style="color:red;padding:0 4px!important">x</p>',
      '<p style="color:red;padding:0 4px!important">x</p>',
    ],
    [
      'gradients and calc',
      '<p style="background:linear-gradient(90deg, #fff, rgba(0,0,0,.5));width:calc(100% - 4px)">x</p>',
      '<p style="background:linear-gradient(90deg, #fff, rgba(0,0,0,.5));width:calc(100% - 4px)">x</p>',
    ],
    [
      'what is harmless beside what is not',
      '<p style="color:red;background:url(x);margin:0">x</p>',
      '<p style="color:red;margin:0">x</p>',
    ],
    ['the content of a form', '<form action="x"><b>Sign up</b><input></form>', '<b>Sign up</b>'],
    ['the content of unknown elements', '<o:p>x</o:p>', 'x'],
    ['text as text', 'a &lt;b&gt; &amp; "c"', 'a &lt;b&gt; &amp; &quot;c&quot;'],
    [
      'a link without its address',
      '<a href="https://www.Example.org/path?secret#f">x</a>',
      '<a title="www.example.org">x</a>',
    ],
    [
      'a link to a mailbox',
      '<a href="mailto:jane@example.org?subject=x">x</a>',
      '<a title="mail to example.org">x</a>',
    ],
    [
      'a link elsewhere',
      '<a href="tel:123">x</a>',
      '<a title="a link that does not lead to a website">x</a>',
    ],
    ['an anchor', '<a name="top">x</a>', '<a>x</a>'],
    ['a tracking pixel not at all', '<img src="https://example.org/p" width="1" height="1">', ''],
    ['letters that HTML does not allow', 'a\u0001b\ud800c', 'a\ufffdb\ufffdc'],
  ])('%s', (_, html, expected) => {
    expect(body(html)).toBe(expected)
  })

  test('style sheets, rule by rule', () => {
    const { document } = preview(
      '<style>.a > b, #c:hover{color:red;background:url(x)}@media (max-width:600px){.d[class="e"]{width:100%!important}}@font-face{font-family:x}.f{}</style>',
    )
    expect(document).toContain(
      '<style>.a > b, #c:hover{color:red}\n@media (max-width:600px){.d[class="e"]{width:100%!important}}\n</style>',
    )
  })

  test('the ground of the body', () => {
    expect(preview('<body bgcolor="#eee" style="margin:0" onload=x>').document).toContain(
      '<body bgcolor="#eee" style="margin:0">',
    )
  })

  test('a box of its size for a remote image, with its words and host', () => {
    const shown = body(
      '<img src="https://img.example/logo.png?id=secret" width="120" height=40 alt="Our <logo>">',
    )
    expect(shown).toContain('width:120px;height:40px')
    expect(shown).toContain('title="Image at img.example, not loaded">Our &lt;logo&gt;</span>')
    expect(shown).not.toContain('secret')
    expect(body('<img src="https://img.example/a" style="width:99px">')).toContain(
      'width:99px;min-height:24px',
    )
    expect(body('<img src="https://img.example/a" width=999999>')).toContain('width:2000px')
    expect(
      preview('<img src="https://a.example/a"><img src="//a.example/b"><img src="cid:x">').remoteImages,
    ).toBe(2)
  })

  test('text keeps its lines and is never markup', () => {
    const { document } = previewMessage(new Uint8Array(), { ...NOTHING, text: 'a\n  <b> & c' }, undefined)
    expect(document).toContain('<pre dir="auto">a\n  &lt;b&gt; &amp; c</pre>')
    expect(document).toContain('white-space:pre-wrap')
  })

  test('HTML that shows nothing gives way to the text', () => {
    const { document } = previewMessage(new Uint8Array(), { ...NOTHING, text: 'hello' }, parseHtml('<p></p>'))
    expect(document).toContain('hello')
  })

  test('its own policy forbids what the frame forbids', () => {
    expect(preview('').document).toContain(
      `content="default-src 'none'; img-src data:; style-src 'unsafe-inline'"`,
    )
  })
})

const PNG = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(40)])

function related(parts: { id: string; content: Buffer; type?: string }[], html: string) {
  const written = parts.map(
    ({ id, content, type = 'image/png' }) =>
      `--r\r\nContent-Type: ${type}\r\nContent-ID: <${id}>\r\nContent-Transfer-Encoding: base64\r\n\r\n${content.toString('base64')}\r\n`,
  )
  const raw = Buffer.from(
    `From: a@example.org\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=r\r\n\r\n--r\r\nContent-Type: text/html\r\n\r\n${html}\r\n${written.join('')}--r--\r\n`,
    'latin1',
  )
  const message = parseMessage(raw)
  return previewMessage(raw, message, parseHtml(message.html ?? '')).document
}

describe('pictures inside the message', () => {
  test('are shown', () => {
    const document = related([{ id: 'Logo@x', content: PNG }], '<img src="cid:logo%40x" width=20 alt="L">')
    expect(document).toContain(
      `<img src="data:image/png;base64,${PNG.toString('base64')}" width="20" alt="L"`,
    )
  })

  test('of a wrong type are shown as what they are', () => {
    const document = related([{ id: 'a', content: PNG, type: 'text/html' }], '<img src="cid:a">')
    expect(document).toContain('src="data:image/png;')
  })

  test.each<[string, Buffer]>([
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['HTML', Buffer.from('<script>alert(1)</script>')],
    ['more than a megabyte', Buffer.concat([PNG, Buffer.alloc(1_000_000)])],
  ])('are not shown: %s', (_, content) => {
    expect(related([{ id: 'a', content }], '<img src="cid:a">')).not.toContain('<img')
  })

  test('are shown up to three megabytes', () => {
    const content = Buffer.concat([PNG, Buffer.alloc(900_000)])
    const document = related([{ id: 'a', content }], '<img src="cid:a">'.repeat(5))
    expect(document.match(/<img/g)).toHaveLength(3)
  })

  test('as data: addresses', () => {
    expect(body(`<img src="data:image/png;base64,${PNG.toString('base64')}">`)).toContain(
      'src="data:image/png;base64,',
    )
    expect(body('<img src="data:image/png;base64,AAAA">')).not.toContain('<img')
  })
})

describe('bounds', () => {
  test('a long message is cut, and it is said', () => {
    const { document, limits } = preview('<p>abcdefghij</p>'.repeat(90_000))
    expect(document.length).toBeLessThan(2_000_000)
    expect(document).toContain('[Cut here')
    expect(limits).toHaveLength(1)
    expect(faultsOf(document)).toEqual([])
  })

  test('many rules are cut', () => {
    const { document, limits } = preview(
      `<style>${'.abcdefghij{color:red;margin:0 0 0 0;padding:0 0 0 0}'.repeat(5_000)}</style>`,
    )
    expect(document.length).toBeLessThan(300_000)
    expect(limits).toHaveLength(1)
  })

  test.each([
    '<div>',
    '<b><p>',
    '<img src=cid:a>',
    '<img src="data:image/png;base64,iVBORw0KGgo=">',
    '<p style="color:red;background:url(',
    '<a href="https://a.example/">',
    '<style>a{b:c}</style>',
    '&',
    '</p>',
    '<!--',
    '<table><tr><td>',
    "<p style='a:(((((((((((((((((((((((((((('>",
  ])('hostile HTML takes bounded time and room: %s', (piece) => {
    const html = piece.repeat(1_900_000 / piece.length)
    const began = processorTime()
    const { document } = preview(html)
    expect(processorTime() - began).toBeLessThan(20_000)
    expect(document.length).toBeLessThan(9_000_000)
  })
})
