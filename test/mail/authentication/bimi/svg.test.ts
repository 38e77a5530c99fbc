import { describe, expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import { type LogoCode, readLogo } from '../../../../src/mail/authentication/bimi/svg.ts'
import { processorTime } from '../../../support/processor-time.ts'
import { logo } from './logo.ts'

const codes = (text: string | Buffer) => readLogo(Buffer.from(text)).faults.map(({ code }) => code)

test.each<[string, string]>([
  ['as it should be', logo()],
  ['with a size in pixels', logo('', ' width="96" height="96px"')],
  [
    'with a description, groups and gradients',
    logo(
      '<desc>x</desc><defs><linearGradient id="a"><stop/></linearGradient></defs><g><path d="M0 0" fill="url(#a)"/></g>',
    ),
  ],
  ['using its own parts', logo('<use xlink:href="#a"/><use href="#a"/>')],
  [
    'with metadata of any vocabulary',
    logo('<metadata><rdf:RDF><cc:Work rdf:about=""/></rdf:RDF></metadata>'),
  ],
  ['with a style sheet of its own', logo('<style>.a{fill:url(#b)}</style>')],
  ['with a byte order mark', `\ufeff${logo()}`],
  [
    'with a DOCTYPE',
    logo().replace('<svg', '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/x.dtd"><svg'),
  ],
])('a logo %s', (_name, text) => {
  expect(codes(text)).toEqual([])
  expect(codes(gzipSync(text))).toEqual([])
})

test.each<[LogoCode, string]>([
  ['bimi-logo-profile', logo().replace('tiny-ps', 'tiny')],
  ['bimi-logo-profile', logo().replace('version="1.2"', 'version="1.1"')],
  ['bimi-logo-profile', logo().replace(' baseProfile="tiny-ps"', '')],
  ['bimi-logo-namespace', logo().replace('2000/svg', '1999/svg')],
  ['bimi-logo-position', logo('', ' x="0"')],
  ['bimi-logo-position', logo('', ' y="0px"')],
  ['bimi-logo-view-box', logo().replace('0 0 200 200', '0 0 200')],
  ['bimi-logo-view-box', logo().replace('0 0 200 200', '0 0 a b')],
  ['bimi-logo-view-box', logo().replace('0 0 200 200', '0 0 0 0')],
  ['bimi-logo-view-box', logo().replace('viewBox', 'box')],
  ['bimi-logo-not-square', logo().replace('0 0 200 200', '0 0 200 100')],
  ['bimi-logo-relative-size', logo('', ' width="100%" height="100%"')],
  ['bimi-logo-relative-size', logo('', ' width="95" height="95"')],
  ['bimi-logo-title', logo().replace('<title>Example</title>', '')],
  ['bimi-logo-title', logo().replace('Example', ' ')],
  ['bimi-logo-title', logo('<title>Again</title>')],
  ['bimi-logo-title', logo('<g><title>Inside</title></g>').replace('<title>Example</title>', '')],
  ['bimi-logo-active', logo('<script>alert(1)</script>')],
  ['bimi-logo-active', logo('<rect onclick="a()"/>')],
  ['bimi-logo-active', logo('<rect><animateTransform attributeName="x"/></rect>')],
  ['bimi-logo-active', logo('<set attributeName="x"/>')],
  ['bimi-logo-active', logo('<g x="javascript:alert(1)"/>')],
  ['bimi-logo-external', logo('<use xlink:href="https://example.org/a.svg#b"/>')],
  ['bimi-logo-external', logo('<use href="data:image/png;base64,AAAA"/>')],
  ['bimi-logo-external', logo('<rect fill="url(https://example.org/#a)"/>')],
  ['bimi-logo-external', logo('<rect style="fill: url( \'https://example.org/#a\' )"/>')],
  ['bimi-logo-external', logo('<style>@import "a.css";</style>')],
  ['bimi-logo-external', logo().replace('<svg', '<?xml-stylesheet href="a.css"?><svg')],
  ['bimi-logo-external', logo().replace('<svg', '<!DOCTYPE svg [<!ENTITY a "b">]><svg')],
  ['bimi-logo-elements', logo('<image width="1"/>')],
  ['bimi-logo-elements', logo('<a><rect/></a>')],
  ['bimi-logo-elements', logo('<switch/>')],
  ['bimi-logo-elements', logo('<foreignObject/>')],
  ['bimi-logo-elements', logo('<sodipodi:namedview/>')],
  ['bimi-logo-elements', logo('<svg/>')],
  ['bimi-logo-unreadable', logo('<g>')],
  ['bimi-logo-unreadable', logo('<g><path></g>')],
  ['bimi-logo-unreadable', '<html><body>not found</body></html>'],
  ['bimi-logo-unreadable', ''],
  ['bimi-logo-unreadable', '\u0000\u0001'],
  ['bimi-logo-unreadable', logo('<g>'.repeat(200) + '</g>'.repeat(200))],
])('%s: %p', (code, text) => {
  expect(codes(text)).toContain(code)
})

test('the names of elements are told, not what else stands there', () => {
  const [fault] = readLogo(Buffer.from(logo('<image/><x.y!z/>'))).faults
  expect(fault?.says).toContain('image')
  expect(fault?.says).not.toContain('!')
})

describe('hostile files', () => {
  test('a gzip bomb is not unpacked', () => {
    expect(codes(gzipSync(Buffer.alloc(50_000_000)))).toEqual(['bimi-logo-unreadable'])
  })

  test('a broken gzip file', () => {
    expect(codes(Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3]))).toEqual(['bimi-logo-unreadable'])
  })

  test.each<[string, (n: number) => string]>([
    ['deep', (n) => '<g>'.repeat(n)],
    ['many stray ends', (n) => logo('</x>'.repeat(n))],
    ['many elements', (n) => logo('<x/>'.repeat(n))],
    ['many attributes', (n) => logo(`<g ${'a="" '.repeat(n)}/>`)],
    ['one long attribute', (n) => logo(`<g fill="${'url( '.repeat(n)}"/>`)],
    ['open comment', (n) => `<!--${'-'.repeat(n)}`],
    ['many instructions', (n) => '<!DOCTYPE svg '.repeat(n)],
    ['long style', (n) => logo(`<style>${'@import '.repeat(n)}</style>`)],
  ])('%s: read in no time', (_name, make) => {
    const file = Buffer.from(make(20_000))
    const begun = processorTime()
    readLogo(file)
    expect(processorTime() - begun).toBeLessThan(3_000)
  })
})
