import { expect, test } from 'bun:test'
import { parseHtml } from '../../../../src/mail/reading/markup/html.ts'

test.each([
  ['all closed', '<div><p>a<br>b</p><img src=x></div>', 0, 0],
  ['end tags that may be left out', '<html><body><ul><li>a<li>b</ul><table><tr><td>c<td>d</table><p>e', 0, 0],
  ['end tags of void elements', 'a</br>b</img>c', 0, 0],
  ['not closed', '<div><span>a</span>', 1, 0],
  ['not open', 'a</div></span>', 0, 2],
  ['crossed', '<b><i>a</b></i>', 1, 1],
  ['deeper than is read', '<div>'.repeat(600), 0, 0],
])('%s', (_name, html, unclosed, stray) => {
  expect(parseHtml(html).nesting).toEqual({ unclosed, stray })
})
