import { expect, test } from 'bun:test'
import { correctionOf } from '../../../../../src/mail/authentication/spf/repair/corrections.ts'

test.each<[string, string | undefined]>([
  ['inlcude:x.example', 'include:x.example'],
  ['~includes:x.example', '~include:x.example'],
  ['nclude:x.example', 'include:x.example'],
  ['exist:x.example', 'exists:x.example'],
  ['redirct:x.example', 'redirect=x.example'],
  ['enclosed:x.example', undefined],
  ['-al', '-all'],
  ['~alll', '~all'],
  ['–all', '-all'],
  ['\u00e2\u0080\u0093all', '-all'],
  ['\u0096all', '-all'],
  ['~all.', '~all'],
  ['include:localhost', undefined],
  ['exists:%{x}.example', undefined],
  ['-a', undefined],
  ['al', undefined],
  ['ip4:192.0.2.1/33', undefined],
])('%s is read as %s', (term, meant) => {
  expect(correctionOf(term)).toBe(meant)
})
