import { describe, expect, test } from 'bun:test'
import {
  type ClientSupport,
  judgeClientSupport,
} from '../../../../src/mail/content/client-support/verdict.ts'
import data from '../../../../src/mail/data/client-support.json' with { type: 'json' }
import { parseHtml } from '../../../../src/mail/reading/markup/html.ts'
import { processorTime } from '../../../support/processor-time.ts'

const support = (html: string) => judgeClientSupport(parseHtml(html))
const slugs = ({ features }: ClientSupport) => features.map(({ slug }) => slug).toSorted()
const one = (html: string, slug: string) => support(html).features.find((feature) => feature.slug === slug)

describe('the data', () => {
  test('say of every feature what every client does', () => {
    expect(data.clients.length).toBeGreaterThan(30)
    expect(data.features.length).toBeGreaterThan(250)
    for (const { support } of data.features) {
      expect(support).toHaveLength(data.clients.length)
      expect(support).toMatch(/^[yanu]+$/)
    }
    expect(data.date).toMatch(/^20\d\d-\d\d-\d\d$/)
  })

  test('no two features are recognised by the same key', () => {
    const keys = data.features.flatMap(({ keys }) => keys)
    const twice = keys.filter((key, at) => keys.indexOf(key) !== at)
    expect(twice).toEqual([])
  })

  test('the latest version of a client counts, in the order of the source', () => {
    const { support = '' } = data.features.find(({ slug }) => slug === 'css-clip-path') ?? {}
    const of = (client: string) => support[data.clients.indexOf(client)]
    expect([of('Apple Mail (macOS)'), of('Outlook (macOS)'), of('Orange (web)')]).toEqual(['y', 'n', 'n'])
  })
})

test.each<[string, string]>([
  ['<div hidden>', 'html-div html-hidden'],
  ['<p style="display:flex;gap:1px">', 'css-display css-display-flex css-gap css-unit-px html-p'],
  ['<!doctype html><!-- x -->', 'html-comments html-doctype'],
  ['<input type=TEXT>', 'html-input-text'],
  ['<a href="#top">x</a><a href="mailto:a@b.example">y</a>', 'html-anchor-links html-mailto-links'],
  ['<meta name="color-scheme" content="light dark">', 'html-meta-color-scheme'],
  ['<img src="data:image/png;base64,AA" width=1>', 'html-img html-width image-base64 image-png'],
  [
    '<style>/*x*/@media (prefers-color-scheme:dark){a:hover{color:red!important}}</style>',
    'css-at-media css-at-media-prefers-color-scheme css-comments css-important css-pseudo-class-hover css-selector-type html-style',
  ],
  [
    '<style>@keyframes x{from{left:0}to{left:9%}}</style>',
    'css-at-keyframes css-left-right-top-bottom css-unit-percent html-style',
  ],
  ['<style>.a{.b{color:red}}</style>', 'css-nesting css-selector-class html-style'],
  ['text', ''],
  ['<p>display:flex</p>', 'html-p'],
  ['<!--[if mso]><style>a{display:grid}</style><![endif]-->', 'html-comments'],
])('recognised: %s', (html, expected) => {
  expect(slugs(support(html))).toEqual(expected.split(' ').filter(Boolean).toSorted())
})

test('shares add up, and name the clients', () => {
  const grid = one(
    '<div style="display:grid"></div><style>a{display:grid}b{display:inline-grid}</style>',
    'css-display-grid',
  )!
  expect(grid.uses).toEqual({ html: 0, inline: 1, sheet: 2 })
  expect(grid.full + grid.partly + grid.none).toBeCloseTo(1)
  expect(grid.notIn).toContain('Outlook (Windows)')
  expect(grid.notIn).not.toContain('Apple Mail (iOS)')
  expect(grid.url).toBe('https://www.caniemail.com/features/css-display-grid/')
})

test('the worst feature and the worst client come first', () => {
  const { features, clients, everywhere } = support(
    '<table><td style="position:fixed"><object></object></table>',
  )
  expect(features[0]?.slug).toBe('html-object')
  expect(features.at(-1)?.slug).toBe('html-table')
  expect(everywhere).toBe(1)
  expect(clients[0]?.none).toBeGreaterThan(0)
  expect(clients.map(({ none }) => none)).toEqual(clients.map(({ none }) => none).toSorted((a, b) => b - a))
})

test('nothing used, nothing judged', () => {
  expect(support('').overall).toEqual({ full: 0, partly: 0, none: 0 })
})

test('elements behind the bound are not counted, and it is said', () => {
  const { features, limits } = support('<p>'.repeat(20_001))
  expect(features[0]?.uses.html).toBe(20_000)
  expect(limits).toHaveLength(1)
  expect(support('<p></p>'.repeat(20_000)).limits).toEqual([])
})

test.each([
  ['<p style="a:b;c:d">', ''],
  ['<style>', ''],
  ['<style>.a{b:c}</style>', ''],
  ['<p style="width:calc(', ''],
  ['<style>', 'a:not('],
  ['<style>', '.a.b>c '],
  ['<style>', '@media x{'],
  ['<p style="', '(1px '],
])('hostile HTML takes linear time: %s %s', (start, piece) => {
  const took = (length: number) => {
    const html = piece ? start + piece.repeat(length / piece.length) : start.repeat(length / start.length)
    const began = processorTime()
    support(html)
    return processorTime() - began
  }
  took(100_000)
  expect(took(1_600_000)).toBeLessThan(Math.max(3_000, took(400_000) * 10))
})
