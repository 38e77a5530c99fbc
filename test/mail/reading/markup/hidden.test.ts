import { describe, expect, test } from 'bun:test'
import { measureHidden } from '../../../../src/mail/reading/markup/hidden.ts'
import { parseHtml } from '../../../../src/mail/reading/markup/html.ts'

const measure = (html: string) => {
  const { hidden, shown, ways } = measureHidden(parseHtml(html).root)
  return { hidden, shown, by: [...ways.keys()].join() }
}

/** Five letters that may be hidden, and two that are shown. */
describe('what hides text', () => {
  test.each([
    ['display', '<p style="display:none">words</p>ok', 'display'],
    ['display with spaces and importance', '<p style="DISPLAY : none ! important">words</p>ok', 'display'],
    ['the attribute', '<p hidden>words</p>ok', 'display'],
    ['visibility', '<p style="visibility:hidden">words<b style="visibility:visible">ok</b></p>', 'display'],
    ['opacity', '<p style="opacity:.01">words</p>ok', 'opacity'],
    [
      'letters of no size',
      '<p style="font-size:0">words<b style="font-size:12px">ok</b></p>',
      'tiny letters',
    ],
    ['letters of a pixel', '<p style="font:bold 1px/1 Arial">words</p>ok', 'tiny letters'],
    ['a relative size', '<p style="font-size:10%"><b style="font-size:.1em">words</b></p>ok', 'tiny letters'],
    ['no height', '<div style="max-height:0;overflow:hidden">words</div>ok', 'no room'],
    ['no width', '<div style="width:1px;overflow:hidden">words</div>ok', 'no room'],
    ['far away', '<div style="position:absolute;left:-9999px">words</div>ok', 'off-screen'],
    ['far away by indent', '<div style="text-indent:-9999px">words</div>ok', 'off-screen'],
    ['white on white', '<font color=white>words</font>ok', 'colour on colour'],
    ['nearly white on white', '<p style="color:#eeeeee">words</p>ok', 'colour on colour'],
    ['no colour at all', '<p style="color:transparent">words</p>ok', 'colour on colour'],
    ['black on black', '<table bgcolor="#000000"><tr><td>words</table>ok', 'colour on colour'],
    [
      'a colour of the ground above',
      '<body bgcolor=navy text=white><p style="color:navy">words</p>ok',
      'colour on colour',
    ],
    ['a class', '<style>.x{display:none}</style><p class="y x">words</p>ok', 'display'],
    [
      'a class inside another',
      '<style>.y .x{display:none}</style><div class=y><p><b class=x>words</b></div>ok',
      'display',
    ],
    ['a rule for screens', '<style>@media screen{p{display:none}}</style><p>words</p>ok', 'display'],
    ['a later rule', '<style>p{display:block} p{display:none}</style><p>words</p>ok', 'display'],
    [
      'a more specific rule',
      '<style>#a{display:none} p{display:block}</style><p id=a>words</p>ok',
      'display',
    ],
    [
      'an important rule',
      '<style>p{display:none!important}</style><p style="display:block">words</p>ok',
      'display',
    ],
    ['a rule in a comment of old', '<style><!-- p{display:none} --></style><p>words</p>ok', 'display'],
  ])('%s', (_name, html, by) => {
    expect(measure(html)).toEqual({ hidden: 5, shown: 2, by })
  })
})

describe('what does not', () => {
  test.each([
    ['plain text', '<p>words</p>'],
    ['contrast that can be told', '<p style="color:#dddddd">words</p>'],
    ['a reset inside', '<table bgcolor=black><tr><td style="color:white">words</table>'],
    ['a picture behind', '<div style="color:#fff;background:url(x.png)">words</div>'],
    ['an old picture behind', '<table background="x.png"><tr><td><font color=white>words</font></table>'],
    ['a gradient behind', '<div style="color:#fff;background-image:linear-gradient(red,blue)">words</div>'],
    ['something laid over something', '<div style="position:absolute;color:#fff">words</div>'],
    ['a link on blue-less ground', '<body text=white><a href=x>words</a>'],
    [
      'what telephones show',
      '<style>.m{display:none}@media (max-width:600px){.m{display:block}}</style><p class=m>words</p>',
    ],
    [
      'what telephones show, by attribute',
      '<style>@media (max-width:600px){p[class="m"]{display:block}}</style><p class=m style="display:none">words</p>',
    ],
    [
      'what a tap shows',
      '<style>#t:checked ~ .m{display:block}</style><p class=m style="display:none">words</p>',
    ],
    [
      'dark colours for dark screens',
      '<style>@media (prefers-color-scheme:dark){p{color:#fff}}</style><p>words</p>',
    ],
    ['hidden from Outlook alone', '<p style="mso-hide:all">words</p>'],
    ['an unknown colour', '<p style="color:var(--x)">words</p>'],
    ['size of a small print', '<p style="font-size:8px">words</p>'],
    ['an inline style that wins', '<style>p{display:none}</style><p style="display:block">words</p>'],
    ['opacity of one', '<p style="opacity:1">words</p>'],
    ['a head', '<head><title>no</title><style>p{}</style></head><p>words</p>'],
  ])('%s', (_name, html) => {
    expect(measure(html)).toEqual({ hidden: 0, shown: 5, by: '' })
  })
})

test('fillers of preheaders are no text', () => {
  expect(measure(`<div style="display:none">words${'&zwnj;&nbsp;&#847;'.repeat(100)}</div>ok`)).toMatchObject(
    { hidden: 5 },
  )
})

test.each([
  ['one class with many rules', '.a', '<p class="a">x</p>'],
  ['many elements around', 'div div div div .a', `${'<div>'.repeat(400)}<p class="a">x</p>`],
  ['everything', '*', '<i>x</i>'],
])('%s: the work has an end', (_name, selector, element) => {
  const sheet = `<style>${`${selector}{color:#fff}`.repeat(4_000)}</style>`
  const started = process.cpuUsage()
  const { limits } = measureHidden(
    parseHtml(sheet + element.repeat(Math.ceil(400_000 / element.length))).root,
  )
  expect(process.cpuUsage(started).user / 1_000).toBeLessThan(3_000)
  expect(limits.join()).toContain('too many style rules')
})
