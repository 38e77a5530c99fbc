import { expect, test } from 'bun:test'
import { findActiveContent } from '../../../../src/mail/content/html/active.ts'
import { parseHtml } from '../../../../src/mail/reading/markup/html.ts'

const find = (html: string) => {
  const found = findActiveContent(parseHtml(html).root)
  return Object.fromEntries(
    Object.entries(found).filter(([, value]) => (Array.isArray(value) ? value.length > 0 : value > 0)),
  )
}

test.each<[string, string, Record<string, unknown>]>([
  ['nothing', '<p one="x" only="y">a</p>', {}],
  ['a script', '<script>x()</script>', { scripts: 1 }],
  ['a module', '<script type=module src=x></script>', { scripts: 1 }],
  ['an old script', '<script language=JScript type="text/JScript"></script>', { scripts: 1 }],
  ['mail markup', '<script type="application/ld+json">{"@context":"http://schema.org"}</script>', {}],
  ['a template', '<script type="text/x-template"></script>', {}],
  ['a form', '<form action=x><input></form>', { forms: 1 }],
  ['frames', '<iframe src=x></iframe><frame>', { frames: 2 }],
  ['embedded objects', '<object data=x></object><embed src=x><applet></applet>', { embeds: 3 }],
  ['media', '<video src=x></video><audio></audio>', { media: 2 }],
  ['a redirect', '<meta http-equiv=" Refresh " content="0;url=x">', { refreshes: 1 }],
  ['another meta', '<meta http-equiv="Content-Type" content="text/html">', {}],
  ['a base', '<base href="https://a.example/">', { bases: 1 }],
  ['handlers, once an element', '<p ONCLICK=a onmouseover=b>x<img onerror=c>', { handlers: 2 }],
  ['a sheet', '<link rel="StyleSheet" href="https://a.example/b.css">', { sheets: ['a.example'] }],
  ['a relative sheet', '<link rel=stylesheet href=b.css>', { sheets: [''] }],
  ['another link', '<link rel=icon href="https://a.example/b.ico">', {}],
  [
    'imports',
    '<style>@import "https://a.example/b"; @import url( "//c.example/d" );</style>',
    { sheets: ['a.example', 'c.example'] },
  ],
  [
    'fonts',
    '<link rel=stylesheet href="https://fonts.googleapis.com/css?family=A"><style>@import url(https://use.typekit.net/x.css);</style>',
    { fonts: ['fonts.googleapis.com', 'use.typekit.net'] },
  ],
  [
    'a host that ends like one of fonts',
    '<link rel=stylesheet href="https://evilfonts.com/">',
    { sheets: ['evilfonts.com'] },
  ],
])('%s', (_name, html, found) => {
  expect(find(html)).toEqual(found)
})
