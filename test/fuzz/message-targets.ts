import { judgeAccessibility } from '../../src/mail/content/accessibility/verdict.ts'
import { judgeClientSupport } from '../../src/mail/content/client-support/verdict.ts'
import { readListUnsubscribe } from '../../src/mail/content/list-unsubscribe/list-unsubscribe.ts'
import { judgeFields } from '../../src/mail/content/list-unsubscribe/remarks.ts'
import { setField } from '../../src/mail/fixing/header-edit.ts'
import { listArchive } from '../../src/mail/message/attachments/archives.ts'
import { readFile } from '../../src/mail/message/attachments/attached-file.ts'
import { judgeFiles } from '../../src/mail/message/attachments/file-remarks.ts'
import { kindOf } from '../../src/mail/message/attachments/magic.ts'
import { readMessageId } from '../../src/mail/message/headers/message-id.ts'
import { previewMessage } from '../../src/mail/preview/preview.ts'
import { safeDeclarations } from '../../src/mail/preview/safe-style.ts'
import { judgeKind } from '../../src/mail/reading/kind/kind.ts'
import { extractLinks } from '../../src/mail/reading/links/links.ts'
import { parseHtml } from '../../src/mail/reading/markup/html.ts'
import { readStylesheet } from '../../src/mail/reading/markup/stylesheet.ts'
import type { ParsedMessage } from '../../src/mail/reading/message.ts'
import { decodeText } from '../../src/mail/reading/mime/charset.ts'
import { readDate } from '../../src/mail/reading/mime/date.ts'
import { decodeEncodedWords } from '../../src/mail/reading/mime/encoded-words.ts'
import { parseMailboxes } from '../../src/mail/reading/mime/mailboxes.ts'
import { decodeTransfer } from '../../src/mail/reading/mime/transfer.ts'
import { NotAMessage, parseMessage } from '../../src/mail/reading/parse.ts'
import { parseReceived } from '../../src/mail/reading/received.ts'
import { readStructure } from '../../src/mail/reading/structure/structure.ts'
import { judgeWithholding } from '../../src/mail/withholding/withholding.ts'
import { rar4Of, rar5Of, tarOf, zipOf } from '../mail/message/attachments/archive-files.ts'
import { AROUND_FIELD, HTML_PIECES, HTML_SEEDS, MESSAGE_PIECES, MESSAGES } from './message-seeds.ts'
import { HTML_SHAPES, MESSAGE_SHAPES } from './shapes.ts'
import { bytesOf, hold, type Target } from './target.ts'

function within(part: ParsedMessage['root'], length: number): boolean {
  const open = [part]
  for (let one = open.pop(); one; one = open.pop()) {
    if (one.bodyStart > one.bodyEnd || one.bodyEnd > length) return false
    open.push(...one.children)
  }
  return true
}

function read(text: string): void {
  const raw = bytesOf(text)
  const message = parsed(raw)
  if (!message) return
  const html = message.html === undefined ? undefined : parseHtml(message.html)
  const links = extractLinks(html, message.text)
  hold(within(message.root, raw.length), 'every part lies within the message')
  hold(judgeKind(message, html, links).reasons.length > 0, 'a kind has a reason')
  judgeWithholding(message, html, links, raw)
  judgeFields(readListUnsubscribe(message), 'example.org')
  judgeFiles(message.attachments.slice(0, 200).map((part) => readFile(raw, part)))
  const { document } = previewMessage(raw, message, html)
  hold(
    !/<script|<iframe|\son\w+=["']/i.test(document.replace(/<pre dir="auto">[^<]*/, '')),
    'a preview runs nothing',
  )
}

function parsed(raw: Uint8Array): ParsedMessage | undefined {
  try {
    return parseMessage(raw)
  } catch (cause) {
    if (cause instanceof NotAMessage) return undefined
    throw cause
  }
}

function readHtml(text: string): void {
  const html = parseHtml(text)
  extractLinks(html, undefined)
  judgeClientSupport(html)
  judgeAccessibility(html, { typed: false })
  previewMessage(Buffer.alloc(0), { text: undefined, attachments: [] } as never, html)
}

const plain = (field: string) => `From: a@example.org\r\nSubject: x\r\n${field}\r\n\r\nbody\r\n`
/** Code that reads the message itself. */
export const MESSAGE_TARGETS: readonly Target[] = [
  {
    name: 'message',
    seeds: MESSAGES,
    pieces: MESSAGE_PIECES,
    around: AROUND_FIELD,
    shapes: MESSAGE_SHAPES,
    run: read,
  },
  {
    name: 'structure',
    seeds: MESSAGES,
    pieces: MESSAGE_PIECES,
    around: AROUND_FIELD,
    run: (text) =>
      hold(
        readStructure(bytesOf(text)).parts.every(({ bytes }) => bytes >= 0),
        'parts have a size',
      ),
  },
  { name: 'html', seeds: HTML_SEEDS, pieces: HTML_PIECES, shapes: HTML_SHAPES, run: readHtml },
  {
    name: 'stylesheet',
    seeds: [
      ...HTML_SEEDS.map((html) => html.replace(/<[^>]*>/g, ' ')),
      'a:is(.b,#c)::before{content:"\\61";width:calc(1px + (2% * 3))}',
    ],
    pieces: HTML_PIECES,
    run: (text) => [readStylesheet(text), safeDeclarations(text)],
  },
  {
    name: 'received',
    seeds: [
      'from mail.example.org (mail.example.org [192.0.2.10]) (using TLSv1.3 with cipher TLS_AES_256_GCM_SHA384 (256/256 bits)) (No client certificate requested) by mx.example.net (Postfix) with ESMTPS id 4XyZ for <a@example.net>; Fri, 20 Nov 2026 11:59:00 +0000 (UTC)',
      'by 2002:a05:6a20:1234 with SMTP id x; Fri, 20 Nov 2026 03:59:00 -0800 (PST)',
    ],
    pieces: [
      'from ',
      'by ',
      'with ',
      '(',
      ')',
      '[',
      ']',
      ';',
      '(using ',
      '\\',
      '"',
      'a.',
      ' ',
      '-',
      '192.0.2.1',
      ':',
      'id ',
    ],
    around: [
      ['', ''],
      ['from a (', ''],
      ['from a by b with ', '; x'],
      ['from a by b; ', ''],
    ],
    run: parseReceived,
  },
  {
    name: 'fields',
    seeds: [
      '"A, B" <a@b.example>, G: c@d.example, <e@f.example>;, =?utf-8?B?w7w=?= <x@y.example> (c)',
      'Fri, 20 Nov 2026 11:59:00 +0000 (UTC)',
      '<1.2@example.org>',
    ],
    pieces: MESSAGE_PIECES,
    run: (text) => [parseMailboxes(text, 100), readDate(text), readMessageId(text), decodeEncodedWords(text)],
  },
  {
    name: 'header edit',
    seeds: MESSAGES,
    pieces: MESSAGE_PIECES,
    run: (text) => {
      const kept = bytesOf(text)
      const edited = Buffer.from(setField(setField(kept, 'X-Fuzz', 'a b'), 'X-Fuzz', undefined))
      hold(edited.length <= kept.length + 2, 'a field that is set and removed leaves nothing')
    },
  },
  {
    name: 'charset',
    seeds: ['\x1b$B$3$s\x1b(B', '+Jjo-', '~{VPND~}', '\xff\xfea\0b\0', '\xe3\x81\x93', '\x0e\x1b$)C'],
    pieces: ['\x1b$B', '\x1b(B', '\x0e', '\x0f', '~{', '~}', '+', '-', '\xff', '\xc3', '\0', 'a'],
    run: (text) =>
      [
        '',
        'utf-8',
        'iso-2022-jp',
        'iso-2022-kr',
        'hz-gb-2312',
        'utf-7',
        'utf-16',
        'utf-32',
        'gb18030',
        'x',
      ].map((set) => decodeText(bytesOf(text), set)),
  },
  {
    name: 'transfer',
    seeds: ['w7w=\r\n', 'a=3Db=\r\nc', 'begin 644 x\r\n#0V%T\r\n`\r\nend\r\n'],
    pieces: ['=', '=\r\n', '\r\n', ' ', '\t', 'A', '\0', '=3', '\xff', '`'],
    run: (text) =>
      ['base64', 'quoted-printable', 'x-uuencode', '7bit', 'x'].map((encoding) =>
        decodeTransfer(bytesOf(text), encoding),
      ),
  },
  {
    name: 'archives',
    seeds: [
      zipOf(['a.exe', 'b/c.txt']),
      zipOf(['a'], { encrypted: true }),
      tarOf({ 'a.js': 'x' }),
      rar4Of(['a.exe']),
      rar5Of(['a.exe']),
    ].map((file) => file.toString('latin1')),
    pieces: [
      'PK\x01\x02',
      'PK\x03\x04',
      'PK\x05\x06',
      'Rar!\x1a\x07\0',
      'Rar!\x1a\x07\x01\0',
      '\x1f\x8b\x08\x08',
      "7z\xbc\xaf'\x1c",
      '\0',
      '\xff\xff\xff\xff',
      '\x80',
      'ustar',
      'a.exe',
    ],
    run: (text) => {
      const bytes = bytesOf(text)
      const kind = kindOf(bytes)
      for (const one of ['zip', 'tar', 'gzip', 'rar', '7z'] as const) listArchive(bytes, one)
      return kind && listArchive(bytes, kind)
    },
  },
  {
    name: 'list-unsubscribe',
    seeds: [
      '<https://x.example/u?a=b>, <mailto:u@x.example?subject=out>',
      '(c) <http://x.example/> , mailto:x',
    ],
    pieces: [
      '<',
      '>',
      ',',
      '(',
      ')',
      '"',
      '\\',
      ' ',
      'mailto:',
      'https://',
      '\r\n ',
      '%',
      '@',
      '<https://a.example/>, ',
    ],
    run: (text) => {
      const message = parsed(bytesOf(plain(`List-Unsubscribe: ${text.replace(/[\r\n]/g, '')}`)))
      return message && judgeFields(readListUnsubscribe(message), 'example.org')
    },
  },
]
