import { describe, expect, test } from 'bun:test'
import { previewMessage } from '../../../src/mail/preview/preview.ts'
import { parseHtml } from '../../../src/mail/reading/markup/html.ts'
import { parseMessage } from '../../../src/mail/reading/parse.ts'

const PNG = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(40)])
const DATA = `data:image/png;base64,${PNG.toString('base64')}`
const preview = (html: string) =>
  previewMessage(new Uint8Array(), { attachments: [] }, parseHtml(`${html}<p>text</p>`))
const body = (html: string) => /<body[^>]*>(.*)<p>text<\/p><\/body>/s.exec(preview(html).document)?.[1] ?? ''

/** The HTML in a message that holds one picture, `cid:a`. */
function withPicture(html: string): string {
  const raw = Buffer.from(
    `From: a@example.org\r\nContent-Type: multipart/related; boundary=r\r\n\r\n--r\r\nContent-Type: text/html\r\n\r\n${html}<p>text\r\n--r\r\nContent-Type: image/png\r\nContent-ID: <a>\r\nContent-Transfer-Encoding: base64\r\n\r\n${PNG.toString('base64')}\r\n--r--\r\n`,
  )
  const message = parseMessage(raw)
  return previewMessage(raw, message, parseHtml(message.html ?? '')).document
}

describe('the ground', () => {
  test('of the body is the author’s: no style of ours stands before his attributes', () => {
    const { document } = preview('<html dir="rtl" lang="he"><body bgcolor="#222" text="#fff" topmargin="0">')
    expect(document).toContain('<html dir="rtl" lang="he"><head>')
    expect(document).toContain('<body bgcolor="#222" text="#fff" topmargin="0">')
    expect(document).not.toMatch(/body\{[^}]*(?:background|color|margin)/)
  })

  test.each(['body', 'table', 'td', 'th'])('an attribute of %s shows a picture of the message', (name) => {
    const inside = name === 'body' || name === 'table' ? '' : '<table><tr>'
    expect(withPicture(`${inside}<${name} background="cid:a" bgcolor=red>`)).toContain(
      `<${name} bgcolor="red" background="${DATA}"`,
    )
    expect(preview(`${inside}<${name} background=" ${DATA}">`).document).toContain(` background="${DATA}"`)
  })

  test.each([
    'https://img.example/secret.png',
    '//img.example/secret.png',
    'cid:nothing',
    'secret.png',
    'data:image/svg+xml;base64,PHN2Zy8+',
    'javascript:secret()',
    ' \thttps://img.example/secret.png',
  ])('nothing is fetched for %p, and the colour stays', (address) => {
    const shown = body(`<table bgcolor="#123456" background="${address}"><tr><td>x</table>`)
    expect(shown).toStartWith('<table bgcolor="#123456"><tr>')
  })

  test.each([
    ['background:#123456 url(https://a.example/b.png) no-repeat', 'background:#123456 none no-repeat'],
    [`background:url("//a.example/b") center/cover rgb(1,2,3)`, 'background:none center/cover rgb(1,2,3)'],
    ['background:url(https://a.example/b), url("c") navy', 'background:none, none navy'],
    [
      'background-image:url(https://a.example/b), linear-gradient(red, blue)',
      'background-image:none, linear-gradient(red, blue)',
    ],
    ['background:url(https://a.example/b.png) no-repeat', ''],
    ['background-image:url(https://a.example/b.png)', ''],
    ['background:#fff image-set(url(https://a.example/b) 1x)', ''],
    ['background:#fff URL( "https://a.example/b" )', 'background:#fff none'],
    ['list-style:url(https://a.example/b) square', ''],
    ['--a:url(https://a.example/b)', ''],
  ])('a style keeps the colour beside a picture that is not fetched: %s', (written, shown) => {
    expect(body(`<p style='${written}'>x</p>`)).toBe(shown ? `<p style="${shown}">x</p>` : '<p>x</p>')
    const { document } = preview(`<style>.x{${written}}</style>`)
    if (shown) expect(document).toContain(`.x{${shown}}`)
    else expect(document).not.toContain('.x{')
  })

  test('a style shows a picture of the message', () => {
    expect(withPicture('<div style="background:#fff url(cid:a) center">x</div>')).toContain(
      `<div style="background:#fff url(&quot;${DATA}&quot;) center">`,
    )
    expect(withPicture(`<div style="background-image:url('cid:a')">x</div>`)).toContain(`url(&quot;${DATA}`)
  })

  test('pictures that were left out are counted once each', () => {
    const cell = '<td background="https://a.example/1" style="background:url(https://a.example/1)">x</td>'
    expect(preview(`<table><tr>${cell.repeat(3)}</table><img src="https://a.example/2">`).remoteImages).toBe(
      2,
    )
  })
})

describe('the box in place of a remote image', () => {
  const box = (attributes: string) => body(`<img src="https://a.example/i" alt="A" ${attributes}>`)

  test.each([
    ['width="600" style="max-width:300px"', 'width:600px;min-height:24px;max-width:300px'],
    [
      'width="600" height="200" style="width:100%;max-width:600px;height:auto;display:block"',
      'width:100%;height:auto;aspect-ratio:600/200;max-width:600px;display:block',
    ],
    ['width="100%"', 'width:100%;min-height:24px'],
    ['width=40 height="50%"', 'width:40px;min-height:24px'],
    ['style="height:90px;width:80px;border:0;outline:none;color:#fff"', 'width:80px;height:90px'],
    ['width=9 height=9 align=left', 'width:9px;height:9px;float:left'],
    ['width=9 height=9 style="display:none"', 'width:9px;height:9px;display:none'],
    ['width=9 height=9 style="display:inline"', 'width:9px;height:9px'],
    [
      'width=9 height=9 style="margin:0 auto;max-width:url(x);max-height:expression(1)"',
      'width:9px;height:9px;margin:0 auto',
    ],
  ])('%s', (attributes, style) => {
    expect(box(attributes)).toBe(
      `<span class="mailgauge-image" style="${style}" title="Image at a.example, not loaded">A</span>`,
    )
  })

  test('has the names by which the style sheet speaks of the image, and gives way to it', () => {
    const shown = box('class="fluid &quot;x" id=hero width=9')
    expect(shown).toStartWith('<span class="mailgauge-image fluid &quot;x" id="hero" style="')
    expect(preview('').document).toContain(':where(.mailgauge-image){display:inline-block;')
  })

  test.each(['width=1 height=1', 'style="width:1px"', 'style="height:0"', 'width=0'])(
    'a pixel is none: %s',
    (size) => {
      expect(box(size)).toBe('')
    },
  )
})

test('a picture of the message keeps the author’s size and place', () => {
  expect(
    withPicture(
      '<img src="cid:a" width="100%" align="left" border=0 class="c" style="max-width:300px;display:block;background:url(https://a.example/)">',
    ),
  ).toContain(
    `<img src="${DATA}" width="100%" alt="" align="left" border="0" class="c" style="max-width:100%;max-width:300px;display:block">`,
  )
})

test('what stands in a video for clients that show none is shown', () => {
  const shown = body(
    '<video poster="https://a.example/p"><source src="https://a.example/v"><a>Watch it</a></video>',
  )
  expect(shown).toBe('<a>Watch it</a>')
})

test('links look as the style sheet says', () => {
  const { document } = preview(
    '<style>.b:link, a:any-link{color:#fff}a:link-x{color:red}</style><a class=b href="https://a.example">x</a>',
  )
  expect(document).toContain('.b[title], a[title]{color:#fff}')
  expect(document).toContain(':where(a[title]){color:#00e')
})

test('pictures do not count as markup, and hidden ones are not a way around the bound', () => {
  const { document } = preview(
    `<p class="data:image/">${'<p class="data:image/ x" style="color:red">abcdefghij</p>'.repeat(40_000)}`,
  )
  expect(document).toContain('[Cut here')
})
