import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const CORPUS = join(import.meta.dir, '../corpus')

/** Every message of the corpus, in CRLF. */
export const MESSAGES: readonly string[] = readdirSync(CORPUS, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.eml'))
  .toSorted()
  .map((file) => readFileSync(join(CORPUS, file), 'latin1').replace(/\r?\n/g, '\r\n'))

export const MESSAGE_PIECES = [
  ...[
    '\r\n',
    '\n',
    '\r',
    '\r\n\r\n',
    '--',
    '--b',
    '--b--\r\n',
    '=?',
    '?=',
    '=?utf-8?Q?',
    '=?iso-2022-jp?B?',
    '=',
    '=3D',
    ';',
  ],
  ...[
    '"',
    '<',
    '>',
    '(',
    ')',
    '\\',
    '\0',
    ':',
    ',',
    ' ',
    '\t',
    '@',
    'a@b.example, ',
    '\r\n\t',
    '[',
    ']',
    '"\\',
    '((',
  ],
  ...[
    'Content-Type: multipart/mixed; boundary=b\r\n',
    'Content-Type: text/html; charset=utf-7\r\n',
    'X: y\r\n',
  ],
  ...[
    'Content-Transfer-Encoding: base64\r\n',
    'Content-Transfer-Encoding: quoted-printable\r\n',
    'name*0*=',
    '=\r\n',
    '%41',
  ],
  ...[
    'Received: from a by b; ',
    'List-Unsubscribe: <',
    'begin 644 x\r\n',
    'From ',
    '> ',
    '-- \r\n',
    '{{',
    '%%',
    '\xc3',
    '\x1b$B',
  ],
]

export const HTML_PIECES = [
  ...[
    '<',
    '>',
    '</',
    '<a href="',
    '<p>',
    '<div>',
    '<b>',
    '</b>',
    '<table><tr><td>',
    '<img src=x alt=',
    '<!--',
    '-->',
    '<![CDATA[',
  ],
  ...[
    '&',
    '&amp;',
    '&#',
    '&#x10ffff;',
    '"',
    "'",
    '=',
    ' ',
    'style="',
    'color:red;',
    'display:none',
    '<style>',
    '</style>',
    '{',
    '}',
  ],
  ...[
    'a b > c',
    '@media x{',
    '/*',
    '*/',
    'url(',
    ':is(',
    '[a=',
    '<script>',
    '<svg>',
    '<math>',
    '<template>',
    '<select>',
    '<base href=',
  ],
  ...[
    'https://x.example/',
    'www.',
    '\0',
    '\xe2\x80\x8b',
    '<td style="color:#fff;background:#fff">x',
    '<h1>',
    '<li>',
    '<font size=1>',
    '<br>',
  ],
]
export const HTML_SEEDS = [
  '<!doctype html><html lang=en><head><title>x</title><style>.a, p > b:not(.c){color:#eee;margin:0 auto!important}@media (max-width:600px){.a{display:none}}</style></head><body style="background:#fff"><table role="presentation"><tr><td><a href="https://x.example/a?b=c#d" class="a b">click &amp; see</a><img src="https://x.example/p.gif" width=1 height=1 alt=""><img src="cid:1"></td></tr></table><p style="font-size:0;color:rgb(255 255 255 / 50%)">hid&#8203;den</p></body></html>',
  '<a href="http://user@192.0.2.1/x">www.bank.example</a><form action=x><input name=y></form><iframe src=z></iframe><svg><title>a</title></svg><!--[if mso]><v:rect>x</v:rect><![endif]--><base href="https://b.example/"><a href="y">z</a>',
]

/** Where a shape can stand. */
export const AROUND_FIELD = [
  ['', ''],
  ['From: a@example.org\r\nSubject: ', '\r\n\r\nbody\r\n'],
  ['From: ', '\r\n\r\nbody\r\n'],
  ['From: a@example.org\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n', ''],
  ['From: a@example.org\r\nContent-Type: ', '\r\n\r\nbody\r\n'],
  ['From: a@example.org\r\n\r\n', '\r\n'],
  ['From: a@example.org\r\nContent-Type: text/html\r\n\r\n', '\r\n'],
  ['From: a@example.org\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n', '\r\n'],
  ['From: a@example.org\r\nList-Unsubscribe: ', '\r\n\r\nbody\r\n'],
  ['From: a@example.org\r\nReceived: ', '\r\n\r\nbody\r\n'],
] as const
