import { expect, test } from 'bun:test'
import { judgeKind } from '../../../../src/mail/reading/kind/kind.ts'
import { extractLinks } from '../../../../src/mail/reading/links/links.ts'
import { parseHtml } from '../../../../src/mail/reading/markup/html.ts'
import { parseMessage } from '../../../../src/mail/reading/parse.ts'
import { readStructure } from '../../../../src/mail/reading/structure/structure.ts'

const SEEDS = [
  'From: "A, B" <a@b.example>\r\nTo: G: c@d.example;\r\nSubject: =?utf-8?Q?=C3=BC?= =?iso-2022-jp?B?GyRCJDMbKEI=?=\r\nMIME-Version: 1.0\r\n' +
    'Content-Type: multipart/mixed; boundary="b b"; name*0*=utf-8\'\'%C3%BC; name*1=x (c)\r\n\r\npre\r\n--b b\r\n' +
    'Content-Type: multipart/alternative; boundary=c\r\n\r\n--c\r\nContent-Type: text/plain; charset=utf-7; format=flowed\r\n\r\nHi +Jjo- \r\n> x\r\n' +
    '--c\r\nContent-Type: text/html; charset=gb18030\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<p style=3D"display:none">=C4=E3</p><a href=3D"https://x.example/">u</a>=\r\n\r\n--c--\r\n' +
    '--b b\r\nContent-Type: image/png; name=a.png\r\nContent-Disposition: attachment; filename="=?utf-8?B?w7w=?="\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=\r\n--b b--\r\n',
]

/** Small, fast, and the same on every run. */
function generator(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % below
  }
}

const PIECES = [
  '\r\n',
  '\n',
  '\r',
  '\r\n\r\n',
  '--',
  '--b b',
  '--c--',
  '=?',
  '?=',
  '=',
  ';',
  '"',
  '<',
  '>',
  '(',
  '\\',
  '\0',
  '\xff',
  '\xc3',
  ':',
  ' ',
  'Content-Type: text/html\r\n',
]

function mutate(raw: string, random: (below: number) => number): string {
  let text = raw
  for (let i = random(6); i >= 0; i -= 1) {
    const at = random(text.length + 1)
    const cut = random(3) === 0 ? random(60) : random(2)
    text = text.slice(0, at) + (random(2) ? PIECES[random(PIECES.length)] : '') + text.slice(at + cut)
  }
  return text
}

test('two thousand damaged messages are read, each within its bytes', () => {
  const random = generator(20_261_120)
  for (let i = 0; i < 2_000; i += 1) {
    const raw = Buffer.from(mutate(SEEDS[0] ?? '', random), 'latin1')
    const structure = readStructure(raw)
    const message = parseMessage(raw)
    const html = message.html === undefined ? undefined : parseHtml(message.html)
    expect(judgeKind(message, html, extractLinks(html, message.text)).reasons.length).toBeGreaterThan(0)
    const within = (part: typeof message.root): boolean =>
      part.bodyStart <= part.bodyEnd && part.bodyEnd <= raw.length && part.children.every(within)
    expect(within(message.root)).toBe(true)
    expect(structure.parts.every(({ bytes }) => bytes >= 0)).toBe(true)
  }
})
