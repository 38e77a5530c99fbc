import { expect, test } from 'bun:test'
import { html } from '../../../src/analysis/analyzers/content/html.ts'
import { alternative, judge, mail, wrapped } from '../message-scene.ts'

const WORDS = 'The garden opens again on Saturday, and the gardeners show how roses are cut. '
const page = (body: string) =>
  alternative(WORDS, `<html><body><p>${WORDS.repeat(12)}</p>${body}</body></html>`)
const hide = (count: number) => `<div style="display:none">${'x'.repeat(count)}</div>`

test.each([
  ['plain text', mail({}, WORDS), 'neutral', 0, ''],
  ['ordinary HTML', page('<b>ok</b>'), 'passed', 0, ''],
  ['a preheader', page(hide(200)), 'passed', 0, ''],
  ['mail markup', page('<script type="application/ld+json">{}</script>'), 'passed', 0, ''],
  [
    'web fonts',
    page('<style>@import url(https://fonts.googleapis.com/css2?family=A);</style>'),
    'passed',
    0,
    '',
  ],
  ['a script', page('<script>x()</script>'), 'failed', -0.5, 'script'],
  ['a frame', page('<iframe src="https://a.example/"></iframe>'), 'failed', -0.5, 'frame'],
  ['an object', page('<embed src="a.swf">'), 'failed', -0.5, 'embedded-object'],
  ['a redirect', page('<meta http-equiv=refresh content="0;url=x">'), 'failed', -0.5, 'meta-refresh'],
  ['a form', page('<form action="https://a.example/"></form>'), 'failed', -0.3, 'form'],
  ['a handler', page('<p onclick="x()">a</p>'), 'failed', -0.2, 'event-handler'],
  [
    'a style sheet',
    page('<link rel=stylesheet href="https://a.example/b.css">'),
    'failed',
    -0.1,
    'external-stylesheet',
  ],
  ['a base', page('<base href="https://a.example/">'), 'passed', 0, 'base'],
  [
    'more than one',
    page('<script>x()</script><iframe></iframe><form></form>'),
    'failed',
    -1,
    'script,frame,form',
  ],
  ['hidden text, more than a preheader needs', page(hide(201)), 'failed', -0.5, 'hidden-text'],
  ['a small share of a long text', page(`${WORDS.repeat(100)}${hide(400)}`), 'passed', 0, ''],
  [
    'more than any preheader, though a small share',
    page(`${WORDS.repeat(100)}${hide(401)}`),
    'failed',
    -0.5,
    'hidden-text',
  ],
  ['nine places in words', page('v\u200bi '.repeat(9)), 'passed', 0, ''],
  [
    'letters hidden inside two words',
    page('V<span style="font-size:0">xq</span>iagra '.repeat(2)),
    'passed',
    0,
    '',
  ],
  [
    'letters hidden inside three words',
    page('V<span style="font-size:0">xq</span>iagra '.repeat(3)),
    'failed',
    -0.5,
    'hidden-in-words',
  ],
  [
    'a preheader before each of three paragraphs, and hidden words between words',
    page(
      '<div>Good<span style="display:none">xq</span></div><p>day <span style="display:none">x</span>Ann'.repeat(
        3,
      ),
    ),
    'passed',
    0,
    '',
  ],
  ['ten places in words', page('v\u200bi '.repeat(10)), 'failed', -0.3, 'zero-width-stuffing'],
  ['two words of two alphabets', page('p\u0430ypal g\u043eogle'), 'passed', 0, ''],
  [
    'three words of two alphabets',
    page('p\u0430ypal g\u043eogle \u0410pple'),
    'failed',
    -0.3,
    'mixed-script-words',
  ],
  ['two tags that do not pair', page('<b><i>a</b></i>'), 'passed', 0, ''],
  ['three tags that do not pair', page('<b><i>a</b></i></u>'), 'passed', 0, 'nesting-broken'],
])('%s', async (_name, message, status, score, findings) => {
  const check = await judge(html, message)
  expect({ status: check.status as string, score: check.score, findings: check.findings.join() }).toEqual({
    status,
    score,
    findings,
  })
})

test('what is hidden is told to the owner alone', async () => {
  const check = await judge(html, page(`<div style="font-size:0">${'zebra '.repeat(60)}</div>`))
  expect(check.detail).toMatchObject({ hidden_characters: '300', hidden_by: 'tiny letters 300' })
  expect(JSON.stringify(check.detail)).not.toContain('zebra')
  expect(check.quotes?.['hidden text']).toStartWith('zebra zebra')
})

test('an AMP part is named, not judged', async () => {
  const part = (type: string, body: string) =>
    `--b\r\nContent-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${wrapped(body)}\r\n`
  const check = await judge(
    html,
    mail(
      { 'MIME-Version': '1.0', 'Content-Type': 'multipart/alternative; boundary=b' },
      `${part('text/plain', WORDS)}${part('text/x-amp-html', '<html amp4email><script async src=x></script></html>')}${part('text/html', `<p>${WORDS}</p>`)}--b--\r\n`,
    ),
  )
  expect(check).toMatchObject({
    status: 'passed',
    detail: { amp: 'there is an AMP part, which is not judged' },
  })
})

test('what was not looked at is said', async () => {
  const check = await judge(html, page('<div>'.repeat(600)))
  expect(check.detail['not_looked_at']).toContain('nested deeper')
})
